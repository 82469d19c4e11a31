import { createRequire } from 'node:module';
import type * as Orm from 'drizzle-orm';
import type * as Cache from 'drizzle-orm/cache/core';
import type * as Driver from 'drizzle-orm/node-postgres';
import type * as Migrator from 'drizzle-orm/node-postgres/migrator';
import type * as Core from 'drizzle-orm/pg-core';

// Drizzle's CommonJS build: in every process, its ES module build takes 0.4 s and 290 MB more to import. So all of this
// package takes Drizzle's values from here, and only its types from `drizzle-orm` itself.
const require = createRequire(import.meta.url);
const orm: typeof Orm = require('drizzle-orm');
const cache: typeof Cache = require('drizzle-orm/cache/core');
const core: typeof Core = require('drizzle-orm/pg-core');
const driver: typeof Driver = require('drizzle-orm/node-postgres');
const migrator: typeof Migrator = require('drizzle-orm/node-postgres/migrator');

export const { and, asc, desc, eq, gt, ilike, inArray, isNull, lt, or, sql, DrizzleQueryError, NoopLogger } =
  orm;
export const { NoopCache } = cache;
export const { boolean, check, customType, foreignKey, index, integer, PgDialect } = core;
export const { pgTable, primaryKey, text, timestamp, unique, uuid } = core;
export const { drizzle, NodePgDatabase, NodePgPreparedQuery, NodePgSession, NodePgTransaction } = driver;
export const { migrate } = migrator;
