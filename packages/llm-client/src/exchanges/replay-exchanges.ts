import { findText, isJsonObject } from '../json-value.ts';
import { requestName } from './exchange-files.ts';
import { jsonOrText, readFetchRequest, type FetchRequest } from './fetch-request.ts';
import { describeDifference, findDifferences, type Difference } from './find-difference.ts';
import { answerFrom, type RecordedExchange } from './recorded-answer.ts';
import { findFailure } from './recorded-failure.ts';
import { readRecording } from './read-recording.ts';
import type { RecordingSettings } from './recording-settings.ts';
import { BrokenRecordingError, UnrecordedRequestError } from './recording-errors.ts';

export type Replay = {
  /** Answers from the recording. It needs no network and no key. */
  fetch: typeof fetch;
  /** Aborts with an `UnrecordedRequestError` when there was no answer: for the signal of a run, which cannot go on. */
  failed: AbortSignal;
  /** The model of the recorded requests. */
  model: string;
  /** Whether they asked for SSE. */
  useStreaming: boolean;
  /** For `createResponsesClient`: where they were sent, without credentials. */
  baseURL: string;
  /** Of the recorded model, for the one that is to send the same requests. */
  settings: RecordingSettings;
  /** How many the recording holds, and how many of them were played so far. */
  exchanges: number;
  countPlayed: () => number;
};

/**
 * Plays back what `recordExchanges` wrote. A request is answered by the first exchange that was not played yet and has the same method,
 * path and body (as JSON: the order of keys does not count, nor do host, query and headers). Failures are played back as well.
 *
 * The `fetch` fails with an `UnrecordedRequestError` that says how the request differs from the nearest one. A request that comes once more
 * than it was recorded may be the next attempt after an answer that somebody changed: what was wrong with that one is the error's `cause`.
 *
 * @throws {BrokenRecordingError} there is no recording, or a file of it is missing or damaged
 */
export async function replayExchanges(folder: string): Promise<Replay> {
  const { settings, exchanges } = await readRecording(folder);
  const player = new Player(folder, exchanges);
  return {
    fetch: (input, init) => player.answer(input, init),
    failed: player.failure.signal,
    ...findEndpoint(folder, exchanges),
    settings,
    exchanges: exchanges.length,
    countPlayed: () => player.played,
  };
}

class Player {
  readonly failure = new AbortController();
  readonly #folder: string;
  readonly #exchanges: readonly { exchange: RecordedExchange; request: Comparable }[];
  readonly #played = new Set<RecordedExchange>();

  constructor(folder: string, exchanges: readonly RecordedExchange[]) {
    this.#folder = folder;
    this.#exchanges = exchanges.map((exchange) => ({ exchange, request: recordedRequest(exchange) }));
  }

  get played(): number {
    return this.#played.size;
  }

  async answer(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
    const request = await readFetchRequest(input, init);
    request.signal?.throwIfAborted();
    const now = presentRequest(request);
    const same = this.#exchanges.filter((each) => findDifferences(each.request, now).next().done === true);
    const found = same.find(({ exchange }) => !this.#played.has(exchange));
    if (found !== undefined) {
      const answer = answerFrom(found.exchange, request.signal);
      this.#played.add(found.exchange);
      return await answer;
    }
    const last = same.at(-1);
    const error = last === undefined ? this.#unlike(now) : await this.#spent(last.exchange);
    this.failure.abort(error);
    throw error;
  }

  async #spent(exchange: RecordedExchange): Promise<UnrecordedRequestError> {
    return this.#error(exchange, { cause: await findFailure(exchange) });
  }

  /** The nearest is the one with the fewest differences among those that are still to be played. */
  #unlike(now: Comparable): UnrecordedRequestError {
    const unplayed = this.#exchanges.filter(({ exchange }) => !this.#played.has(exchange));
    let nearest: { exchange: RecordedExchange; differences: Difference[] } | undefined;
    for (const { exchange, request } of unplayed.length > 0 ? unplayed : this.#exchanges) {
      const differences = [...findDifferences(request, now)];
      if (nearest === undefined || differences.length < nearest.differences.length)
        nearest = { exchange, differences };
    }
    if (nearest === undefined) throw new Error('A recording without exchanges was loaded');
    return this.#error(nearest.exchange, { difference: nearest.differences[0] });
  }

  #error(
    nearest: RecordedExchange,
    { difference, cause }: { difference?: Difference | undefined; cause?: Error | undefined },
  ): UnrecordedRequestError {
    return new UnrecordedRequestError({
      folder: this.#folder,
      nearest: requestName(nearest.number),
      difference: difference === undefined ? undefined : describeDifference(difference),
      cause,
    });
  }
}

/** What two requests are compared by. */
type Comparable = { method: string; path: string; body: unknown };

function recordedRequest({ request }: RecordedExchange): Comparable {
  const body = request.body ?? request.bodyText ?? '';
  return { method: request.method, path: new URL(request.url).pathname, body };
}

function presentRequest(request: FetchRequest): Comparable {
  return {
    method: request.method,
    path: new URL(request.url).pathname,
    body: jsonOrText(request.bodyText),
  };
}

function findEndpoint(
  folder: string,
  exchanges: readonly RecordedExchange[],
): Pick<Replay, 'model' | 'useStreaming' | 'baseURL'> {
  for (const { request } of exchanges) {
    const body = isJsonObject(request.body) ? request.body : {};
    const model = findText(body['model']);
    if (model === undefined) continue;
    const url = new URL(request.url);
    const baseURL = `${url.origin}${url.pathname.replace(/\/responses\/?$/, '')}`;
    return { model, useStreaming: body['stream'] === true, baseURL };
  }
  throw new BrokenRecordingError({ folder, file: requestName(1), problem: 'names no model in its body' });
}
