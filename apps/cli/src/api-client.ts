import { problem } from '@meeting-assistant/contracts';
import type { z } from 'zod';
import { CommandError, UsageError, type CliConfig } from './config.ts';

/** The HTTP API, as a command sees it. */
export class ApiClient {
  readonly #url: string;
  readonly #key: string;
  readonly #signal: AbortSignal;

  /** @throws UsageError without a key */
  constructor(config: CliConfig, signal: AbortSignal) {
    if (config.apiKey === undefined) {
      throw new UsageError(
        'Set MEETING_ASSISTANT_API_KEY. A key comes from: pnpm cli key create --workspace default --scope upload,read,operate',
      );
    }
    this.#url = config.apiUrl.replace(/\/+$/, '');
    this.#key = config.apiKey;
    this.#signal = signal;
  }

  /** @throws CommandError when the server cannot be reached, or with its own words when it refuses */
  async json<Schema extends z.ZodType>(
    schema: Schema,
    path: string,
    init: RequestInit = {},
  ): Promise<z.infer<Schema>> {
    const response = await this.#fetch(path, init);
    const parsed = schema.safeParse(await response.json());
    if (!parsed.success) {
      throw new CommandError(`${this.#url}${path} answered in a shape that this version does not know.`, {
        cause: parsed.error,
      });
    }
    return parsed.data;
  }

  /** @throws CommandError as `json` does */
  async text(path: string, accept: string): Promise<string> {
    const response = await this.#fetch(path, { headers: { accept } });
    return response.text();
  }

  async #fetch(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${this.#key}`);
    let response: Response;
    try {
      response = await fetch(`${this.#url}${path}`, { ...init, headers, signal: this.#signal });
    } catch (error) {
      this.#signal.throwIfAborted();
      throw new CommandError(
        `No answer from ${this.#url}. Start the server (pnpm start), or set MEETING_ASSISTANT_URL to where it is.`,
        { cause: error },
      );
    }
    if (response.ok) return response;
    const refused = problem.safeParse(await response.json().catch(() => undefined));
    throw new CommandError(
      refused.success
        ? `${refused.data.detail} (${refused.data.code}, request ${refused.data.requestId})`
        : `${this.#url}${path} answered ${response.status}.`,
    );
  }
}
