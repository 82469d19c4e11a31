import { v7 as uuid } from 'uuid';
import type { Database } from '../connect.ts';
import { asc, eq } from '../drizzle.ts';
import { QueryFailedError, WorkspaceExistsError } from '../errors.ts';
import { workspaces } from '../schema/access.ts';

export type Workspace = { id: string; name: string; createdAt: string };

const toWorkspace = (row: typeof workspaces.$inferSelect): Workspace => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
});

/** @throws WorkspaceExistsError */
export async function createWorkspace(db: Database, name: string): Promise<Workspace> {
  const id = uuid();
  try {
    const createdAt = new Date();
    await db.insert(workspaces).values({ id, name, createdAt });
    return { id, name, createdAt: createdAt.toISOString() };
  } catch (error) {
    if (error instanceof QueryFailedError && error.constraint === 'workspaces_name_unique') {
      throw new WorkspaceExistsError(name, error);
    }
    throw error;
  }
}

/** The workspace of this name, made if it is not there; two callers at once get the same one. */
export async function ensureWorkspace(db: Database, name: string): Promise<Workspace> {
  await db.insert(workspaces).values({ id: uuid(), name, createdAt: new Date() }).onConflictDoNothing();
  const [row] = await db.select().from(workspaces).where(eq(workspaces.name, name));
  if (!row) throw new Error(`The workspace ${name} was deleted while it was made`);
  return toWorkspace(row);
}

export async function findWorkspaceByName(db: Database, name: string): Promise<Workspace | undefined> {
  const [row] = await db.select().from(workspaces).where(eq(workspaces.name, name));
  return row && toWorkspace(row);
}

export async function listWorkspaces(db: Database): Promise<Workspace[]> {
  const rows = await db.select().from(workspaces).orderBy(asc(workspaces.name));
  return rows.map(toWorkspace);
}
