import { customType, timestamp } from 'drizzle-orm/pg-core';
import { encodeJson } from '../json.ts';

/** Milliseconds, as a `Date` has them: a page cursor made from a finer value would skip rows. */
export const moment = (name: string) => timestamp(name, { withTimezone: true, mode: 'date', precision: 3 });

/** A jsonb column that takes whatever a model wrote, NUL and half surrogate pairs included. */
export const json = <Value>(name: string) =>
  customType<{ data: Value; driverData: unknown }>({
    dataType: () => 'jsonb',
    toDriver: (value) => encodeJson(value),
    // The column was written from a Value by the line above; the driver has parsed it already.
    fromDriver: (value) => value as Value,
  })(name);

export const bytes = customType<{ data: Uint8Array; driverData: Uint8Array }>({ dataType: () => 'bytea' });
