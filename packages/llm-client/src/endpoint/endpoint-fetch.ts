/** More of an error's body than anybody reads. */
const MOST_ERROR_BYTES = 65_536;
/** So long is waited for the rest of it. */
const ERROR_BODY_MS = 1_000;

/**
 * A `fetch` for an endpoint. It follows no redirect, since the prompt would go with it to wherever that leads. The SDK reads the whole body
 * of an error before anybody can stop it, so what it gets of that is bounded here, in size and in time.
 */
export function endpointFetch(inner: typeof fetch): typeof fetch {
  return async (url, init) => {
    const response = await inner(url, { ...init, redirect: 'manual' });
    // A status that no Response can be made with is left as it came.
    if (response.ok || response.body === null || response.status > 599) return response;
    const body = await readStart(response.body);
    const { status, statusText, headers } = response;
    return Object.defineProperty(
      new Response(body, { status, statusText, headers: bodyless(headers) }),
      'url',
      {
        value: response.url,
      },
    );
  };
}

/** What has come of a body when it ends, breaks, grows too long or takes too long. */
async function readStart(body: ReadableStream<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  const cancel = (): void => void reader.cancel().catch(() => undefined);
  const timer = setTimeout(cancel, ERROR_BODY_MS);
  try {
    while (length < MOST_ERROR_BYTES) {
      const { done, value } = await reader.read();
      if (done) break;
      chunks.push(value);
      length += value.length;
    }
  } catch {
    // The status says what happened; the words that explain it are as long as they are.
  } finally {
    clearTimeout(timer);
    cancel();
  }
  return new Uint8Array(Buffer.concat(chunks).subarray(0, MOST_ERROR_BYTES));
}

/** The body is decoded and cut by now. */
function bodyless(headers: Headers): Headers {
  const kept = new Headers(headers);
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) kept.delete(name);
  return kept;
}
