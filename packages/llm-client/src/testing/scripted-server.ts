import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';

/** One request as the server got it. */
export type ScriptedRequest = {
  /** Counts from 0. */
  index: number;
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** The parsed JSON body; `{}` where there was none. */
  body: ScriptedBody;
};

type ScriptedBody = {
  readonly model?: string;
  readonly stream?: boolean;
  readonly input?: readonly { readonly [key: string]: unknown }[];
  readonly tools?: readonly { readonly [key: string]: unknown }[];
  readonly [key: string]: unknown;
};

export type ScriptedItem = { readonly [key: string]: unknown };

/** What the server answers. */
export type Scripted =
  /** A whole response, sent as the request asks for it: SSE for `stream: true`, JSON otherwise. */
  | { response: { readonly [key: string]: unknown }; headers?: Record<string, string> }
  /** SSE with exactly these events, whatever was asked for. At the end the stream ends, or the connection breaks, or nothing more comes. */
  | { events: readonly unknown[]; ending?: 'end' | 'cut' | 'hang'; headers?: Record<string, string> }
  /** These bytes. */
  | {
      body: string | Uint8Array;
      status?: number;
      headers?: Record<string, string>;
      ending?: 'end' | 'cut' | 'hang';
    }
  /** No answer: the connection breaks, or nothing comes. */
  | { nothing: 'reset' | 'hang' };

export type ScriptedServer = {
  /** Ends in `/v1`. */
  url: string;
  requests: readonly ScriptedRequest[];
  /** Connections that are open at this moment. */
  countConnections(): Promise<number>;
  close(): Promise<void>;
};

/** A Responses endpoint on a free port of 127.0.0.1 that answers each request as the script says. */
export async function startScriptedServer(
  script: (request: ScriptedRequest) => Scripted | Promise<Scripted>,
): Promise<ScriptedServer> {
  const requests: ScriptedRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing, requests, script).catch((error: unknown) => {
      // A script that throws is a broken test: the client sees why.
      outgoing.statusCode = 500;
      outgoing.end(JSON.stringify({ error: { code: 'broken_script', message: String(error) } }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The scripted server has no port');
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    requests,
    countConnections: () =>
      new Promise((resolve, reject) => {
        server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)));
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  requests: ScriptedRequest[],
  script: (request: ScriptedRequest) => Scripted | Promise<Scripted>,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  const text = Buffer.concat(chunks).toString('utf8');
  const request: ScriptedRequest = {
    index: requests.length,
    method: incoming.method ?? '',
    path: incoming.url ?? '',
    headers: incoming.headers,
    // A request of the client under test: whoever reads a field says what it expects there.
    body: (text === '' ? {} : JSON.parse(text)) as ScriptedBody,
  };
  requests.push(request);
  const scripted = await script(request);
  if ('nothing' in scripted) {
    if (scripted.nothing === 'reset') incoming.socket.resetAndDestroy();
    return;
  }
  if ('response' in scripted) {
    const stream = request.body.stream === true;
    outgoing.writeHead(200, {
      'content-type': stream ? 'text/event-stream' : 'application/json',
      ...scripted.headers,
    });
    outgoing.end(stream ? encodeEvents(eventsOf(scripted.response)) : JSON.stringify(scripted.response));
    return;
  }
  const isEvents = 'events' in scripted;
  outgoing.writeHead(isEvents ? 200 : (scripted.status ?? 200), {
    ...(isEvents ? { 'content-type': 'text/event-stream' } : {}),
    ...scripted.headers,
  });
  const body = isEvents ? encodeEvents(scripted.events) : scripted.body;
  if (scripted.ending === undefined || scripted.ending === 'end') outgoing.end(body);
  else {
    outgoing.flushHeaders();
    // The bytes are on their way before the connection breaks.
    if (body.length > 0) await new Promise<void>((resolve) => outgoing.write(body, () => resolve()));
    if (scripted.ending === 'cut') incoming.socket.destroy();
  }
}

/** The bytes of an event stream. */
export function encodeEvents(events: readonly unknown[]): string {
  return events
    .map((event) => {
      const type = (event as { type?: unknown }).type;
      return `${typeof type === 'string' ? `event: ${type}\n` : ''}data: ${JSON.stringify(event)}\n\n`;
    })
    .join('');
}

let serial = 0;

/** A call as an output item. Arguments that are no string are sent as their JSON. */
export function functionCall(name: string, args: unknown, item: ScriptedItem = {}): ScriptedItem {
  serial += 1;
  return {
    id: `fc_${serial}`,
    type: 'function_call',
    status: 'completed',
    call_id: `call_${serial}`,
    name,
    arguments: typeof args === 'string' ? args : JSON.stringify(args),
    ...item,
  };
}

export function message(text: string, item: ScriptedItem = {}): ScriptedItem {
  serial += 1;
  return {
    id: `msg_${serial}`,
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text, annotations: [] }],
    ...item,
  };
}

/** A completed response with these output items. */
export function responseOf(
  output: readonly ScriptedItem[],
  fields: { readonly [key: string]: unknown } = {},
): ScriptedItem {
  serial += 1;
  return {
    id: `resp_${serial}`,
    object: 'response',
    created_at: 1_700_000_000,
    status: 'completed',
    model: 'scripted',
    output,
    usage: {
      input_tokens: 10,
      input_tokens_details: { cached_tokens: 4 },
      output_tokens: 5,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: 15,
    },
    ...fields,
  };
}

export function textResponse(text: string): Scripted {
  return { response: responseOf([message(text)]) };
}

export function callResponse(name: string, args: unknown): Scripted {
  return { response: responseOf([functionCall(name, args)]) };
}

/** The events that a well-behaved endpoint sends for a response, in pieces of ten characters. */
export function eventsOf(response: ScriptedItem): ScriptedItem[] {
  const output = Array.isArray(response['output']) ? (response['output'] as ScriptedItem[]) : [];
  const started = { ...response, status: 'in_progress', output: [], usage: null };
  const events: ScriptedItem[] = [
    { type: 'response.created', response: started },
    { type: 'response.in_progress', response: started },
    ...output.flatMap((item, index) => itemEvents(item, index)),
    { type: `response.${String(response['status'])}`, response },
  ];
  return events.map((event, at) => ({ ...event, sequence_number: at }));
}

function itemEvents(item: ScriptedItem, index: number): ScriptedItem[] {
  const at = { item_id: item['id'], output_index: index };
  const done = { type: 'response.output_item.done', output_index: index, item };
  if (item['type'] === 'function_call') {
    const text = String(item['arguments']);
    return [
      {
        type: 'response.output_item.added',
        output_index: index,
        item: { ...item, status: 'in_progress', arguments: '' },
      },
      ...pieces(text).map((delta) => ({ type: 'response.function_call_arguments.delta', ...at, delta })),
      { type: 'response.function_call_arguments.done', ...at, name: item['name'], arguments: text },
      done,
    ];
  }
  const added = {
    type: 'response.output_item.added',
    output_index: index,
    item: { ...item, status: 'in_progress', content: [] },
  };
  const parts = Array.isArray(item['content']) ? (item['content'] as ScriptedItem[]) : [];
  return [
    added,
    ...parts.flatMap((part, contentIndex) => partEvents(part, { ...at, content_index: contentIndex })),
    done,
  ];
}

function partEvents(part: ScriptedItem, at: ScriptedItem): ScriptedItem[] {
  if (part['type'] !== 'output_text') return [];
  const text = String(part['text']);
  return [
    { type: 'response.content_part.added', ...at, part: { ...part, text: '' } },
    ...pieces(text).map((delta) => ({ type: 'response.output_text.delta', ...at, delta })),
    { type: 'response.output_text.done', ...at, text },
    { type: 'response.content_part.done', ...at, part },
  ];
}

function pieces(text: string): string[] {
  return text.match(/[\s\S]{1,10}/g) ?? [];
}
