import { connect, createServer, type Socket } from 'node:net';

export type FreezableProxy = AsyncDisposable & {
  /** The database's URL through the proxy. */
  url: string;
  /** Connections stay open, and nothing passes: a server that hangs, seen from its client. */
  freeze(): void;
  thaw(): void;
};

export async function startFreezableProxy(databaseUrl: string): Promise<FreezableProxy> {
  const url = new URL(databaseUrl);
  const target = { port: Number(url.port || '5432'), host: url.hostname };
  const clients = new Set<Socket>();
  let frozen = false;
  const server = createServer((client) => {
    const upstream = connect(target);
    clients.add(client);
    client.on('close', () => {
      clients.delete(client);
      upstream.destroy();
    });
    client.on('error', () => upstream.destroy());
    for (const event of ['close', 'error']) upstream.on(event, () => client.destroy());
    client.on('data', (data) => frozen || upstream.write(data));
    upstream.on('data', (data) => frozen || client.write(data));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port');
  url.host = `127.0.0.1:${address.port}`;
  return {
    url: url.href,
    freeze: () => {
      frozen = true;
    },
    thaw: () => {
      frozen = false;
    },
    [Symbol.asyncDispose]: async () => {
      for (const client of clients) client.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
