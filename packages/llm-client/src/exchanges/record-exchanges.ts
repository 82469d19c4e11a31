import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { EXCHANGE_FILE, FILE_MODE, FOLDER_MODE, SETTINGS_FILE } from './exchange-files.ts';
import { ExchangeWriter } from './exchange-writer.ts';
import { readFetchRequest } from './fetch-request.ts';
import { recordBody } from './record-body.ts';
import { RecordingFailedError } from './recording-errors.ts';
import type { RecordingSettings } from './recording-settings.ts';
import { Secrets } from './secrets.ts';

type Recording = {
  /** Does what the given one does, and writes it down. */
  fetch: typeof fetch;
  /** Aborts with a `RecordingFailedError` when something cannot be written: for the signal of a run, which is then worth nothing. */
  failed: AbortSignal;
  /**
   * Waits until every answer under way has ended. Returns how many exchanges there are.
   *
   * @throws {RecordingFailedError} one of them could not be written
   */
  finish: () => Promise<number>;
};

/**
 * Writes the HTTP exchanges of a `fetch` into a new or empty folder, which is its owner's alone: the files hold what was said in the meeting.
 * `exchange-files.ts` describes them; `replayExchanges` plays them back. Each piece of a body reaches the caller as it comes, after it was
 * written, and the files of an exchange are complete before the caller sees the end of its body. Keys, cookies, accounts and credentials
 * are left out, also where a body quotes them.
 *
 * @example
 * const recording = await recordExchanges('recordings/monday');
 * const client = createResponsesClient({ baseURL, apiKey, fetch: recording.fetch });
 *
 * @throws {RecordingFailedError} the folder is not empty or cannot be written; later failures reach the caller of `fetch`
 */
export async function recordExchanges(
  folder: string,
  options: {
    /** The global one by default. */
    fetch?: typeof fetch | undefined;
    /** Of the model that will ask; `replayExchanges` gives them back, so that the same model can be made again. */
    settings?: RecordingSettings;
  } = {},
): Promise<Recording> {
  await makeFolder(folder, options.settings ?? {});
  const recorder = new Recorder(folder, options.fetch ?? fetch);
  return {
    fetch: (input, init) => recorder.send(input, init),
    failed: recorder.failure.signal,
    finish: () => recorder.finish(),
  };
}

async function makeFolder(folder: string, settings: RecordingSettings): Promise<void> {
  try {
    await mkdir(folder, { recursive: true, mode: FOLDER_MODE });
    const names = await readdir(folder);
    if (names.length > 0) {
      const isRecording = names.some((name) => name === SETTINGS_FILE || EXCHANGE_FILE.test(name));
      const found = isRecording ? 'holds a recording already' : 'is not empty';
      throw new RecordingFailedError({
        folder,
        problem: `it ${found}; name another folder, or empty that one`,
      });
    }
    // It may have been there, and open to others.
    await chmod(folder, FOLDER_MODE);
    const text = `${JSON.stringify(settings, null, 2)}\n`;
    await writeFile(path.join(folder, SETTINGS_FILE), text, { flag: 'wx', mode: FILE_MODE });
  } catch (cause) {
    if (cause instanceof RecordingFailedError) throw cause;
    throw new RecordingFailedError({ folder, problem: problemOf(cause), cause });
  }
}

function problemOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const code = 'code' in cause ? cause.code : undefined;
  return code === 'EEXIST' || code === 'ENOTDIR' ? 'a file stands in its place' : cause.message;
}

class Recorder {
  readonly failure = new AbortController();
  readonly #folder: string;
  readonly #fetch: typeof fetch;
  readonly #secrets = new Secrets();
  readonly #open = new Set<Promise<void>>();
  #count = 0;

  constructor(folder: string, fetch: typeof globalThis.fetch) {
    this.#folder = folder;
    this.#fetch = fetch;
  }

  async send(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
    this.failure.signal.throwIfAborted();
    this.#count += 1;
    const writer = new ExchangeWriter(this.#folder, this.#count, this.#secrets);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#open.add(promise);
    const onEnd = (): void => {
      this.#open.delete(promise);
      resolve();
    };
    try {
      return await this.#exchange(writer, input, init, onEnd);
    } catch (error) {
      onEnd();
      throw this.#noteFailure(error);
    }
  }

  async finish(): Promise<number> {
    await Promise.all(this.#open);
    this.failure.signal.throwIfAborted();
    return this.#count;
  }

  async #exchange(
    writer: ExchangeWriter,
    input: Parameters<typeof fetch>[0],
    init: Parameters<typeof fetch>[1],
    onEnd: () => void,
  ): Promise<Response> {
    const request = await readFetchRequest(input, init);
    await writer.writeRequest(request);
    let response: Response;
    try {
      response = await this.#fetch(...request.forward);
    } catch (error) {
      await writer.end(request.signal?.aborted === true ? 'aborted' : 'unanswered', error);
      throw error;
    }
    const begun = writer.begin(response);
    if (response.body === null) {
      await begun;
      await writer.end('complete');
      onEnd();
      return response;
    }
    const body = recordBody(response.body, writer, {
      signal: request.signal,
      onEnd,
      onFailure: (error) => void this.#noteFailure(error),
    });
    try {
      await begun;
    } catch (error) {
      await body.cancel(error).catch(() => undefined);
      throw error;
    }
    const { status, statusText, headers } = response;
    const recorded = new Response(body, { status, statusText, headers });
    Object.defineProperty(recorded, 'url', { value: response.url });
    return recorded;
  }

  #noteFailure(error: unknown): unknown {
    if (error instanceof RecordingFailedError) this.failure.abort(error);
    return error;
  }
}
