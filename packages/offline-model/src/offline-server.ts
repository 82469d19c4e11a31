import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { answerRequest, LARGEST_REQUEST, tooLarge } from './answer-request.ts';

export interface OfflineServer {
  /** Base URL for a client, ends in `/v1`. */
  readonly url: string;
  /** Ends open connections too. */
  close(): Promise<void>;
}

/** The endpoint over HTTP, by default on a free port of 127.0.0.1. It asks for no key: keep it off public interfaces. */
export async function startOfflineServer({
  port = 0,
  host = '127.0.0.1',
}: { port?: number; host?: string } = {}): Promise<OfflineServer> {
  const server = createServer((incoming, outgoing) => {
    // A client that went away ends both pipes; there is nobody left to tell.
    handle(incoming, outgoing).catch(() => outgoing.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error(`The offline model's server has no port: ${String(address)}`);
  const name = host.includes(':') ? `[${host}]` : host;
  return {
    url: `http://${name}:${address.port}/v1`,
    close: () =>
      new Promise<void>((resolve, reject) => {
        server.close((error) => (error === undefined ? resolve() : reject(error)));
        server.closeAllConnections();
      }),
  };
}

async function handle(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const body = await readAll(incoming);
  const path = (incoming.url ?? '/').split('?', 1)[0] ?? '/';
  const response = body === null ? tooLarge() : answerRequest(incoming.method ?? 'GET', path, body);
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (response.body === null) outgoing.end();
  else await pipeline(Readable.fromWeb(response.body), outgoing);
}

/** The body as text; null when it is larger than what is read, and then the rest of it is let through unread. */
async function readAll(incoming: IncomingMessage): Promise<string | null> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    // no encoding is set, so that chunks are buffers
    bytes += chunk.length;
    if (bytes <= LARGEST_REQUEST) chunks.push(chunk);
  }
  return bytes > LARGEST_REQUEST ? null : Buffer.concat(chunks).toString('utf8');
}
