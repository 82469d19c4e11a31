import OpenAI from 'openai';
import { endpointFetch } from './endpoint/endpoint-fetch.ts';

/** Longest that a whole call may take; the SDK's own timeout ends at the response headers. */
const DEFAULT_TIMEOUT_MS = 900_000;

export type ResponsesClientOptions = {
  /** Up to and including the version, e.g. `http://127.0.0.1:8000/v1`. */
  baseURL: string;
  /** '' for an endpoint without keys. */
  apiKey: string;
  fetch?: typeof fetch;
  /** Milliseconds until the response headers, at most. `ResponsesModel` has finer limits of its own. */
  timeoutMs?: number;
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
    timeout: options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    fetch: endpointFetch(options.fetch ?? fetch),
  });
}
