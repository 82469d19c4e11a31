import OpenAI from 'openai';
import { endpointFetch } from './endpoint-fetch.ts';

/** Until the response headers, in milliseconds. `ResponsesModel` sets one of its own for each call. */
const LONGEST_WAIT_MS = 900_000;

export type ResponsesClientOptions = {
  /** Up to and including the version, e.g. `http://127.0.0.1:8000/v1`. */
  baseURL: string;
  /** '' for an endpoint without keys. */
  apiKey: string;
  fetch?: typeof fetch;
};

/**
 * A client of one endpoint. It never retries by itself (`ResponsesModel` does), follows no redirect, writes no log, and sends neither the
 * organization nor the project nor the admin key that the environment may hold for another endpoint.
 */
export function createResponsesClient(options: ResponsesClientOptions): OpenAI {
  return new OpenAI({
    baseURL: options.baseURL,
    apiKey: options.apiKey === '' ? 'no-key' : options.apiKey,
    adminAPIKey: null,
    organization: null,
    project: null,
    maxRetries: 0,
    // OPENAI_LOG would have it write whole requests, prompts included.
    logLevel: 'off',
    timeout: LONGEST_WAIT_MS,
    fetch: endpointFetch(options.fetch ?? fetch),
  });
}
