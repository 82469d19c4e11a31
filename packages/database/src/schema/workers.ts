import { pgTable, text, uuid } from '../drizzle.ts';
import { moment } from './columns.ts';

export const workers = pgTable('workers', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  startedAt: moment('started_at').notNull().defaultNow(),
  heartbeatAt: moment('heartbeat_at').notNull().defaultNow(),
  stoppedAt: moment('stopped_at'),
});
