import { open, rename, writeFile, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import {
  bodyName,
  FILE_MODE,
  requestName,
  responseName,
  type Ending,
  type RequestFile,
  type ResponseFile,
} from './exchange-files.ts';
import { jsonOrText, type FetchRequest } from './fetch-request.ts';
import { hasBody } from './recorded-answer.ts';
import { RecordingFailedError } from './recording-errors.ts';
import { REMOVED, type Secrets } from './secrets.ts';

/** Of how the body goes over the wire; it is stored decoded. */
const TRANSFER_HEADERS = [
  'content-encoding',
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
];

/**
 * The files of one exchange. Until its end `ending` says `unfinished`, so that a process that dies leaves no answer behind that looks whole.
 * One step follows another, in the order in which they were asked for.
 */
export class ExchangeWriter {
  readonly #folder: string;
  readonly #number: number;
  readonly #secrets: Secrets;
  readonly #filter: ReturnType<Secrets['filter']>;
  #answer: Omit<ResponseFile, 'ending'> = {};
  #body: FileHandle | undefined;
  #ended = false;
  #last: Promise<void> = Promise.resolve();

  constructor(folder: string, number: number, secrets: Secrets) {
    this.#folder = folder;
    this.#number = number;
    this.#secrets = secrets;
    this.#filter = secrets.filter();
  }

  writeRequest(request: FetchRequest): Promise<void> {
    const headers = this.#secrets.cleanHeaders(request.headers, 'client');
    const url = this.#secrets.cleanURL(request.url);
    this.#secrets.learnFromBody(jsonOrText(request.bodyText));
    const body = jsonOrText(this.#secrets.removeFrom(request.bodyText));
    const file: RequestFile = {
      method: request.method,
      url,
      headers,
      ...(request.bodyText === ''
        ? {}
        : typeof body === 'string'
          ? { bodyText: this.#secrets.removeFrom(request.bodyText) }
          : // What JSON.parse gave.
            { body: body as NonNullable<RequestFile['body']> }),
    };
    const name = requestName(this.#number);
    return this.#next(name, () => this.#create(name, file));
  }

  /** The headers have come. */
  begin(response: Response): Promise<void> {
    const headers = this.#secrets.cleanHeaders(response.headers, 'endpoint');
    for (const name of TRANSFER_HEADERS) delete headers[name];
    const bodyFile = bodyName(this.#number, response.headers.get('content-type'));
    // A `fetch` of somebody's own may leave out an empty body.
    const isBodyless = response.body === null && !hasBody(response.status);
    this.#answer = {
      status: response.status,
      ...(response.statusText === '' ? {} : { statusText: response.statusText }),
      headers,
      ...(isBodyless ? {} : { bodyFile }),
    };
    const name = responseName(this.#number);
    const created = this.#next(name, () => this.#create(name, { ...this.#answer, ending: 'unfinished' }));
    if (isBodyless) return created;
    return this.#next(bodyFile, async () => {
      this.#body = await open(path.join(this.#folder, bodyFile), 'wx', FILE_MODE);
    });
  }

  write(piece: Uint8Array): Promise<void> {
    return this.#next(this.#answer.bodyFile, () => this.#append(this.#filter.push(piece)));
  }

  /** Only the first end counts. */
  end(ending: Exclude<Ending, 'unfinished'>, error?: unknown): Promise<void> {
    if (this.#ended) return this.#last;
    this.#ended = true;
    const file: ResponseFile = {
      ...this.#answer,
      ending,
      ...(error === undefined ? {} : { error: this.#describe(error) }),
    };
    const name = responseName(this.#number);
    return this.#next(name, async () => {
      await this.#append(this.#filter.end());
      await this.#closeBody();
      const target = path.join(this.#folder, name);
      // Whole or not at all, also for whoever reads it at this moment.
      await writeFile(`${target}.tmp`, toText(file), { mode: FILE_MODE });
      await rename(`${target}.tmp`, target);
    });
  }

  async #create(name: string, content: RequestFile | ResponseFile): Promise<void> {
    await writeFile(path.join(this.#folder, name), toText(content), { flag: 'wx', mode: FILE_MODE });
  }

  async #append(bytes: Buffer): Promise<void> {
    if (bytes.length > 0) await this.#body?.writeFile(bytes);
  }

  async #closeBody(): Promise<void> {
    const body = this.#body;
    this.#body = undefined;
    await body?.close();
  }

  #next(file: string | undefined, step: () => Promise<void>): Promise<void> {
    const next = this.#last.then(step).catch(async (cause: unknown) => {
      // No further step is taken. What the first failure was is worth more than what the second may be.
      await this.#closeBody().catch(() => undefined);
      if (cause instanceof RecordingFailedError) throw cause;
      const reason = cause instanceof Error ? cause.message : String(cause);
      throw new RecordingFailedError({
        folder: this.#folder,
        problem: `${file ?? 'a file'} could not be written (${reason}); what is there is incomplete`,
        cause,
      });
    });
    this.#last = next;
    next.catch(() => undefined); // whoever waits for the step hears of it
    return next;
  }

  #describe(error: unknown): NonNullable<ResponseFile['error']> {
    const clean = (text: string): string =>
      this.#secrets.removeFrom(text).replace(/\/\/[^/@\s]*@/g, `//${REMOVED}@`);
    if (!(error instanceof Error)) return { message: clean(String(error)) };
    let inner: Error = error;
    for (let depth = 0; depth < 5 && inner.cause instanceof Error; depth += 1) inner = inner.cause;
    if (inner instanceof AggregateError && inner.errors[0] instanceof Error) inner = inner.errors[0];
    const code = 'code' in inner && typeof inner.code === 'string' ? inner.code : undefined;
    return {
      message: clean(error.message),
      ...(inner === error ? {} : { reason: clean(inner.message) }),
      ...(code === undefined ? {} : { code }),
    };
  }
}

function toText(content: RequestFile | ResponseFile): string {
  return `${JSON.stringify(content, null, 2)}\n`;
}
