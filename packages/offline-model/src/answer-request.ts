import { OFFLINE_MODEL } from './model-name.ts';
import { nextTurn } from './next-turn.ts';
import { requestBody, type RequestBody } from './request-body.ts';
import { ResponseOnWire } from './responses-wire.ts';

/** Characters of the largest request that is read. */
export const LARGEST_REQUEST = 64 * 1024 * 1024;

interface ApiError {
  readonly message: string;
  readonly type: string;
  readonly code: string;
  readonly param?: string;
}

/** Answers as the Responses API does: `POST /responses` and `GET /models`, with or without `/v1` and whatever path stands before it. */
export function answerRequest(method: string, path: string, bodyText: string): Response {
  const route = /\/(responses|models)\/?$/.exec(path)?.[1];
  const wanted = { responses: 'POST', models: 'GET' }[route ?? ''];
  if (wanted === undefined)
    return problem(404, {
      message: `Unknown request URL: ${method} ${path}.`,
      type: 'invalid_request_error',
      code: 'unknown_url',
    });
  if (method !== wanted) {
    const error = {
      message: `Not allowed to ${method} on ${path}, only ${wanted}.`,
      type: 'invalid_request_error',
      code: 'method_not_supported',
    };
    return problem(405, error, { allow: wanted });
  }
  if (route === 'models') {
    return Response.json({
      object: 'list',
      data: [{ id: OFFLINE_MODEL, object: 'model', created: 0, owned_by: 'meeting-assistant' }],
    });
  }
  const body = readBody(bodyText);
  return 'message' in body ? problem(400, body) : answer(body.request, bodyText);
}

/** The answer to a request that is larger than what is read. */
export function tooLarge(): Response {
  return problem(413, {
    message: `The request is larger than ${LARGEST_REQUEST} bytes.`,
    type: 'invalid_request_error',
    code: 'request_too_large',
  });
}

function answer(body: RequestBody, bodyText: string): Response {
  const wire = new ResponseOnWire(nextTurn(body), body, bodyText, Math.floor(Date.now() / 1000));
  const headers = { 'x-request-id': wire.id.replace('resp_', 'req_') };
  if (body.stream !== true) return Response.json(wire.completed(), { headers });
  const events = wire.events();
  const encoder = new TextEncoder();
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const { value, done } = events.next();
      if (done === true) controller.close();
      else
        controller.enqueue(
          encoder.encode(`event: ${String(value['type'])}\ndata: ${JSON.stringify(value)}\n\n`),
        );
    },
  });
  return new Response(stream, {
    headers: { ...headers, 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache' },
  });
}

function readBody(text: string): { request: RequestBody } | ApiError {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    return {
      message: 'The body of the request is not valid JSON.',
      type: 'invalid_request_error',
      code: 'invalid_json',
    };
  }
  const { success, data, error } = requestBody.safeParse(json);
  if (success) return { request: data };
  const [issue] = error.issues;
  const param = issue?.path.join('.') ?? '';
  const message = `Invalid value${param === '' ? '' : ` at ${param}`}: ${issue?.message ?? 'not a request'}.`;
  return { message, type: 'invalid_request_error', code: 'invalid_value', param };
}

function problem(status: number, error: ApiError, headers: Record<string, string> = {}): Response {
  return Response.json({ error: { ...error, param: error.param ?? null } }, { status, headers });
}
