import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';

/** How the bytes of an event stream reach the client. */
export type Transport = {
  /** Borders at random bytes, drawn with this seed; else one piece. */
  seed?: number;
  lineEnd?: '\n' | '\r\n';
  gzip?: boolean;
};

/** Events as objects or as the lines that they already are, or one JSON body. */
export type Body =
  | { events: readonly unknown[]; transport?: Transport }
  | { lines: readonly string[]; transport?: Transport }
  | { json: unknown };

export type BodyServer = {
  /** Ends in `/v1`. */
  url: string;
  /** What a request that names this model is answered. */
  put(model: string, body: Body): void;
  close(): Promise<void>;
};

type Answer = { contentType: string; encoding: string | undefined; pieces: readonly Uint8Array[] };

/** A Responses endpoint that answers each model with bytes of its own, so that many calls can be under way at once. */
export async function startBodyServer(): Promise<BodyServer> {
  const answers = new Map<string, Answer>();
  const server = createServer((incoming, outgoing) => {
    let text = '';
    incoming.setEncoding('utf8');
    incoming.on('data', (piece: string) => (text += piece));
    incoming.on('end', () => {
      const answer = answers.get(modelOf(text));
      outgoing.writeHead(answer === undefined ? 404 : 200, {
        ...(answer === undefined ? {} : { 'content-type': answer.contentType }),
        ...(answer?.encoding === undefined ? {} : { 'content-encoding': answer.encoding }),
      });
      const pieces = [...(answer?.pieces ?? [])];
      const writeNext = (): void => {
        const piece = pieces.shift();
        if (piece === undefined) outgoing.end();
        // Pieces are written apart, so that they travel apart.
        else outgoing.write(piece, () => setImmediate(writeNext));
      };
      writeNext();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The body server has no port');
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    put: (model, body) => answers.set(model, answerOf(body)),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function modelOf(text: string): string {
  const body: unknown = JSON.parse(text);
  return typeof body === 'object' && body !== null && 'model' in body ? String(body.model) : '';
}

function answerOf(body: Body): Answer {
  if ('json' in body) return jsonAnswer(body.json);
  const lines = 'lines' in body ? body.lines : body.events.map((event) => JSON.stringify(event));
  return streamAnswer(lines, body.transport);
}

function jsonAnswer(json: unknown): Answer {
  return {
    contentType: 'application/json',
    encoding: undefined,
    pieces: [Buffer.from(JSON.stringify(json))],
  };
}

function streamAnswer(lines: readonly string[], transport: Transport = {}): Answer {
  const { seed, lineEnd = '\n', gzip = false } = transport;
  const plain = Buffer.from(lines.map((line) => `data: ${line}${lineEnd}${lineEnd}`).join(''));
  const bytes = gzip ? gzipSync(plain) : plain;
  return {
    contentType: 'text/event-stream',
    encoding: gzip ? 'gzip' : undefined,
    pieces: seed === undefined ? [bytes] : cutAtRandom(bytes, seed),
  };
}

/** About 60 pieces, the first ones a byte or two long. */
function cutAtRandom(bytes: Uint8Array, seed: number): Uint8Array[] {
  const draw = drawFrom(seed);
  const longest = Math.max(2, Math.ceil(bytes.length / 30));
  const pieces: Uint8Array[] = [];
  for (let from = 0; from < bytes.length;) {
    const length = 1 + Math.floor(draw() * (pieces.length < 10 ? 2 : longest));
    pieces.push(bytes.subarray(from, from + length));
    from += length;
  }
  return pieces;
}

/** Numbers from 0 to 1, always the same ones for one seed (a linear congruence modulo 2^32). */
function drawFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
