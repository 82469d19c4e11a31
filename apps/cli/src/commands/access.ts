import { apiKeyScope, type ApiKeyScope } from '@meeting-assistant/contracts';
import {
  createApiKey,
  createWorkspace,
  ensureWorkspace,
  findWorkspaceByName,
  listApiKeys,
  listWorkspaces,
  revokeApiKey,
  type Database,
} from '@meeting-assistant/database';
import { CommandError, UsageError } from '../config.ts';
import type { Output } from '../output.ts';

export async function workspaceCreate(name: string, db: Database, output: Output): Promise<void> {
  if (await findWorkspaceByName(db, name))
    throw new CommandError(`A workspace called "${name}" exists already.`);
  const { id } = await createWorkspace(db, name);
  output.result(`${id}\n`);
}

/** The workspace that `pnpm start` makes as well. `withDatabase` has migrated by now. */
export async function ensureDefaultWorkspace(db: Database, output: Output): Promise<void> {
  await ensureWorkspace(db, 'default');
  output.progress('The database is up to date.');
}

export async function workspaceList(db: Database, output: Output): Promise<void> {
  const workspaces = await listWorkspaces(db);
  output.result(workspaces.map(({ id, name }) => `${id}  ${name}\n`).join(''));
}

/** Prints the key alone: it is shown this once, only its hash is stored. */
export async function keyCreate(
  options: { workspace?: string; scope: string; name?: string },
  db: Database,
  output: Output,
): Promise<void> {
  const scopes = parseScopes(options.scope);
  const isInstance = scopes.includes('instance');
  if (isInstance === (options.workspace !== undefined)) {
    throw new UsageError(
      isInstance
        ? 'A key with the scope "instance" belongs to no workspace: leave --workspace out.'
        : 'Name the workspace: --workspace default.',
    );
  }
  const workspaceId = options.workspace === undefined ? null : await getWorkspaceId(db, options.workspace);
  const { id, key } = await createApiKey(db, { workspaceId, name: options.name ?? 'command line', scopes });
  output.progress(`Key ${id} with ${scopes.join(', ')}. It is shown this once:`);
  output.result(`${key}\n`);
}

export async function keyList(options: { workspace?: string }, db: Database, output: Output): Promise<void> {
  const keys = await listApiKeys(db, await findKeyHolder(db, options.workspace));
  output.result(
    keys
      .map(
        ({ id, prefix, name, scopes, revokedAt }) =>
          `${id}  ${prefix}…  ${scopes.join(',')}  ${name}${revokedAt ? '  revoked' : ''}\n`,
      )
      .join(''),
  );
}

export async function keyRevoke(id: string, options: { workspace?: string }, db: Database): Promise<void> {
  if (!(await revokeApiKey(db, await findKeyHolder(db, options.workspace), id)))
    throw new CommandError(`There is no key ${id} here.`);
}

/** Null means the installation: its keys belong to no workspace. */
const findKeyHolder = async (db: Database, name: string | undefined) =>
  name === undefined ? null : getWorkspaceId(db, name);

async function getWorkspaceId(db: Database, name: string): Promise<string> {
  const workspace = await findWorkspaceByName(db, name);
  if (workspace) return workspace.id;
  throw new CommandError(
    `There is no workspace called "${name}". Make it: pnpm cli workspace create "${name}"`,
  );
}

function parseScopes(text: string): ApiKeyScope[] {
  return text.split(',').map((part) => {
    const scope = apiKeyScope.safeParse(part.trim());
    if (!scope.success)
      throw new UsageError(`"${part.trim()}" is not a scope. The scopes: ${apiKeyScope.options.join(', ')}.`);
    return scope.data;
  });
}
