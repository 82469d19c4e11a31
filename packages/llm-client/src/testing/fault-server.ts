import { createServer, type Socket } from 'node:net';

/** How a connection goes on when all pieces are written: FIN, RST, or nothing at all. */
export type FaultEnding = 'end' | 'reset' | 'hang';

/** Bytes of an answer, status line included. Nothing of HTTP is added to them. */
export type FaultAnswer = {
  /** Written one by one, so that they travel apart. */
  pieces: Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;
  ending: FaultEnding;
  /** Told when the last byte has been handed to the system. */
  onWritten?: () => void;
};

/** One request as it stood on the wire. */
export type FaultRequest = {
  /** Within its route, from 0. */
  index: number;
  text: string;
};

export type FaultServer = {
  port: number;
  /** Answers what is asked under this name; returns the base URL of the name, which ends in `/v1`. */
  put(name: string, answer: (request: FaultRequest) => FaultAnswer): string;
  requestsOf(name: string): readonly FaultRequest[];
  /** Connections that are open at this moment. */
  countConnections(): Promise<number>;
  /** Connections that were ever made. */
  countAccepted(): number;
  close(): Promise<void>;
};

type Route = { answer: (request: FaultRequest) => FaultAnswer; requests: FaultRequest[] };

/** A server of bytes, for answers that no HTTP server would send. Each connection gets one answer. */
export async function startFaultServer(): Promise<FaultServer> {
  const routes = new Map<string, Route>();
  const sockets = new Set<Socket>();
  let accepted = 0;
  // Half open, so that a client that has said all does not end the answer.
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    accepted += 1;
    sockets.add(socket);
    // A client that goes away is what is tested here.
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.on('end', () => socket.end());
    serve(socket, routes).catch((error: unknown) =>
      socket.destroy(error instanceof Error ? error : undefined),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The fault server has no port');
  const { port } = address;
  return {
    port,
    put: (name, answer) => {
      routes.set(name, { answer, requests: [] });
      return `http://127.0.0.1:${port}/${name}/v1`;
    },
    requestsOf: (name) => routes.get(name)?.requests ?? [],
    countConnections: () =>
      new Promise((resolve, reject) => {
        server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
      }),
    countAccepted: () => accepted,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

async function serve(socket: Socket, routes: ReadonlyMap<string, Route>): Promise<void> {
  const text = await readRequest(socket);
  const route = routes.get(/^\w+ \/([^/ ]+)/.exec(text)?.[1] ?? '');
  if (route === undefined) {
    // What speaks another protocol (TLS) is told so in HTTP, as web servers do.
    socket.end('HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n');
    return;
  }
  const request = { index: route.requests.length, text };
  route.requests.push(request);
  const { pieces, ending, onWritten } = route.answer(request);
  for await (const piece of pieces) {
    if (socket.destroyed || socket.writableEnded) return;
    await new Promise<void>((resolve) => socket.write(piece, () => setImmediate(resolve)));
  }
  onWritten?.();
  if (ending === 'end') socket.end();
  else if (ending === 'reset') socket.resetAndDestroy();
}

/** Up to the length that the request's own headers give; what is no HTTP comes as its first piece. */
async function readRequest(socket: Socket): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  let bytes = Buffer.alloc(0);
  socket.on('data', (piece: Buffer) => {
    bytes = Buffer.concat([bytes, piece]);
    const text = bytes.toString('latin1');
    const head = text.indexOf('\r\n\r\n');
    const isHttp = /^[A-Z]/.test(text);
    const length = Number(/^content-length: *(\d+)/im.exec(text)?.[1] ?? 0);
    if (!isHttp || (head !== -1 && text.length >= head + 4 + length)) resolve(text);
  });
  return await promise;
}

/** The first lines of an answer with status 200, or of any other. */
export function headOf(headers: Readonly<Record<string, string>>, status = '200 OK'): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status}\r\n${lines.join('')}\r\n`;
}

/** One chunk of a chunked body. */
export function chunkOf(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
}

/** Pieces with a wait before each. */
export async function* slowly(
  pieces: Iterable<string | Uint8Array>,
  waitMs: number,
): AsyncGenerator<string | Uint8Array, void, undefined> {
  for (const piece of pieces) {
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    yield piece;
  }
}
