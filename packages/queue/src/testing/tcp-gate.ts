import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/**
 * A door in front of a server, which a test can shut: `shut` cuts every connection and refuses new ones,
 * `stall` goes on accepting and lets no byte through.
 */
export type TcpGate = {
  port: number;
  shut(): Promise<void>;
  stall(): void;
  open(): Promise<void>;
  close(): Promise<void>;
};

export async function openTcpGate(target: { host: string; port: number }): Promise<TcpGate> {
  const sockets = new Set<Socket>();
  let stalled = false;
  const server = createServer((inner) => {
    const outer = connect(target);
    for (const socket of [inner, outer]) {
      sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        inner.destroy();
        outer.destroy();
      });
    }
    inner.on('data', (bytes) => stalled || outer.write(bytes));
    outer.on('data', (bytes) => stalled || inner.write(bytes));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('not a TCP server');
  const { port } = address;

  async function shut(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  }

  return {
    port,
    shut,
    stall: () => {
      stalled = true;
    },
    open: async () => {
      stalled = false;
      if (server.listening) return;
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
    },
    close: shut,
  };
}
