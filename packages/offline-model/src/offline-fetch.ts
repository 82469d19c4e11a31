import { answerRequest, LARGEST_REQUEST, tooLarge } from './answer-request.ts';

/**
 * A `fetch` that answers Responses requests itself and never opens a socket, for `new OpenAI({ fetch })`. An answer is worked out in one go on
 * the calling thread; an aborted signal is seen before and after it.
 */
export function createOfflineFetch(): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    request.signal.throwIfAborted();
    const body = await request.text();
    request.signal.throwIfAborted();
    if (body.length > LARGEST_REQUEST) return tooLarge();
    return answerRequest(request.method, new URL(request.url).pathname, body);
  };
}
