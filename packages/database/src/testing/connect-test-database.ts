import { connectDatabase, type Connection } from '../connect.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

export type ConnectedTestDatabase = Connection & TestDatabase & AsyncDisposable;

/** A test database with a connection to it; `await using` ends both. */
export async function connectTestDatabase(): Promise<ConnectedTestDatabase> {
  const database = await createTestDatabase();
  const connection = connectDatabase(database.url);
  const end = async () => {
    await connection.close();
    await database.drop();
  };
  return { ...connection, ...database, drop: end, [Symbol.asyncDispose]: end };
}
