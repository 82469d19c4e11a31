export { createTestDatabase, type TestDatabase } from './test-database.ts';
export { startTestPostgres, type TestPostgres } from './test-postgres.ts';
