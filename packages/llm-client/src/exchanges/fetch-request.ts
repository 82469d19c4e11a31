/** A request as it was handed to `fetch`, its body read. */
export type FetchRequest = {
  method: string;
  url: string;
  headers: Headers;
  /** '' where there is none. */
  bodyText: string;
  signal: AbortSignal | undefined;
  /** What to hand to the real `fetch`, since a body that is a stream has been read. */
  forward: Parameters<typeof fetch>;
};

export async function readFetchRequest(...[input, init]: Parameters<typeof fetch>): Promise<FetchRequest> {
  const url = input instanceof Request ? input.url : String(input);
  const signal = init?.signal ?? (input instanceof Request ? input.signal : undefined);
  const { signal: _none, ...rest } = init ?? {};
  // Not the URL itself: with credentials in it `fetch` refuses it, which is for the real one to say.
  const copy = new Request(input instanceof Request ? input.clone() : 'http://request.invalid/', rest);
  const bytes = await copy.bytes();
  const isStream = init?.body instanceof ReadableStream;
  return {
    method: copy.method,
    url,
    headers: copy.headers,
    bodyText: new TextDecoder().decode(bytes),
    signal,
    forward: [input, isStream ? { ...init, body: bytes } : init],
  };
}

/** The JSON value of a body, or its text. */
export function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
