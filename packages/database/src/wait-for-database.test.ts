import { connect, createServer } from 'node:net';
import { expect, inject, test } from 'vitest';
import { DatabaseRefusedError } from './errors.ts';
import { databaseUrl } from './testing/admin.ts';
import { waitForDatabase } from './wait-for-database.ts';

test('a missing database is an error at once, without the password in it', async () => {
  const url = new URL(databaseUrl(inject('postgresUrl'), 'no_such_database'));
  // A server that trusts its own machine asks for none.
  url.password ||= 'not asked for';
  const failure: unknown = await waitForDatabase(url.href).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(DatabaseRefusedError);
  expect(failure).toMatchObject({ code: '3D000', message: expect.stringContaining('create the database') });
  expect(String(failure)).not.toContain(url.password);
});

test('a server that is not up yet is waited for', async () => {
  const real = new URL(inject('postgresUrl'));
  const proxy = createServer((socket) => {
    const upstream = connect(Number(real.port), real.hostname);
    socket.pipe(upstream).pipe(socket);
    socket.on('error', () => upstream.destroy());
    upstream.on('error', () => socket.destroy());
  });
  const address = await new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const bound = probe.address();
      probe.close(() => resolve(bound && typeof bound === 'object' ? bound.port : 0));
    });
  });
  const url = new URL(real);
  url.host = `127.0.0.1:${address}`;
  const reasons: string[] = [];
  await waitForDatabase(url.href, {
    onWait: (reason) => {
      reasons.push(reason);
      if (!proxy.listening) proxy.listen(address, '127.0.0.1');
    },
  });
  expect(reasons[0]).toContain(`Waiting for Postgres at 127.0.0.1:${address}`);
  await new Promise((resolve) => proxy.close(resolve));
});

test('the signal ends the wait', async () => {
  const stop = new AbortController();
  const waiting = waitForDatabase('postgres://nobody@127.0.0.1:1/none', {
    signal: stop.signal,
    onWait: () => stop.abort(new Error('told to stop')),
  });
  await expect(waiting).rejects.toThrow('aborted');
});
