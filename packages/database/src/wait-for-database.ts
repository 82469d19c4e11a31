import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { DatabaseRefusedError } from './errors.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 3_000;

export type WaitOptions = {
  signal?: AbortSignal;
  /** Told why we wait, each time that the reason changes. */
  onWait?: (message: string) => void;
};

/**
 * Returns once the server answers, however long that takes; only the signal ends the wait.
 *
 * @throws DatabaseRefusedError at once when the server refuses the user, the password or the database
 */
export async function waitForDatabase(url: string, { signal, onWait }: WaitOptions = {}): Promise<void> {
  let lastReason = '';
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    signal?.throwIfAborted();
    const failure = await tryConnect(url);
    if (!failure) return;
    const code = 'code' in failure ? String(failure.code) : '';
    if (code === '3D000' || code.startsWith('28'))
      throw new DatabaseRefusedError(serverOf(url), code, failure);
    const reason = failure.message || code || failure.name;
    if (reason !== lastReason) onWait?.(`Waiting for Postgres at ${serverOf(url)}: ${reason}`);
    lastReason = reason;
    await delay(pauseMs, undefined, { ...(signal && { signal }) });
  }
}

/** Host, port and database: never the password. */
function serverOf(url: string): string {
  const parsed = URL.parse(url);
  return parsed ? `${parsed.host}${parsed.pathname}` : 'DATABASE_URL';
}

async function tryConnect(url: string): Promise<Error | undefined> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return undefined;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error), { cause: error });
  } finally {
    await client.end().catch(() => {});
  }
}
