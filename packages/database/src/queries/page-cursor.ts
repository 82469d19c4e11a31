import type { SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { sql } from '../drizzle.ts';
import { InvalidCursorError } from '../errors.ts';

/** Rows newest first; `nextCursor` is null on the last page. */
export type Page<Item> = { items: Item[]; nextCursor: string | null };

/** Postgres knows no year 0, and we write no year beyond 9999. */
const EARLIEST = '0001-01-01T00:00:00.000Z';

/** Where a page ended: the creation time as `Date` writes it, and the id among those of the same millisecond. */
const position = z.tuple([z.iso.datetime({ precision: 3 }).refine((time) => time >= EARLIEST), z.uuid()]);

/** The condition "after the page that ended here" of a list ordered by creation time and id, both descending. */
export function after(cursor: string | undefined, createdAt: PgColumn, id: PgColumn): SQL | undefined {
  if (cursor === undefined) return undefined;
  const [time, lastId] = readCursor(cursor);
  return sql`(${createdAt}, ${id}) < (${time}::timestamptz, ${lastId}::uuid)`;
}

/** Takes one row more than the page holds: that there is one tells that a next page exists. */
export function toPage<Row extends { id: string; createdAt: Date }, Item>(
  rows: Row[],
  limit: number,
  toItem: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const more = rows.length > limit && last !== undefined;
  return { items: shown.map(toItem), nextCursor: more ? writeCursor(last) : null };
}

/** The term, to be found anywhere in a text: its wildcards stand for themselves. */
export const containing = (term: string) => `%${startingWith(term)}`;

export const startingWith = (term: string) => `${term.replaceAll(/[\\%_]/g, '\\$&')}%`;

/** Such a term is in no stored text, and Postgres would not even look for it. */
export const holdsNul = (term: string) => term.includes('\0');

function writeCursor(row: { id: string; createdAt: Date }): string {
  return Buffer.from(JSON.stringify([row.createdAt.toISOString(), row.id])).toString('base64url');
}

function readCursor(cursor: string): z.infer<typeof position> {
  try {
    return position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    throw new InvalidCursorError();
  }
}
