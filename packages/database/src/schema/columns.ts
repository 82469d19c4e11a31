import { customType, timestamp } from '../drizzle.ts';
import { encodeJson } from '../json.ts';

/** Milliseconds, as a `Date` has them: a page cursor made from a finer value would skip rows. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });

/** A jsonb column that takes whatever a model wrote, NUL and half surrogate pairs included. Give it a `$type`. */
export const json = customType<{ data: unknown; driverData: unknown }>({
  dataType: () => 'jsonb',
  toDriver: encodeJson,
});

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });
