import OpenAI from 'openai';
import { Agent } from 'undici';
import { endpointFetch } from './endpoint-fetch.ts';

/** Until the response headers, in milliseconds. `ResponsesModel` sets one of its own for each call. */
const LONGEST_WAIT_MS = 900_000;

/** They tell the endpoint about this machine, and it has no use for them. */
const TELLTALES = {
  'X-Stainless-Arch': null,
  'X-Stainless-Lang': null,
  'X-Stainless-OS': null,
  'X-Stainless-Package-Version': null,
  'X-Stainless-Retry-Count': null,
  'X-Stainless-Runtime': null,
  'X-Stainless-Runtime-Version': null,
  'X-Stainless-Timeout': null,
};

export type ResponsesClientOptions = {
  /** Up to and including the version, e.g. `http://127.0.0.1:8000/v1`. */
  baseURL: string;
  /** '' for an endpoint without keys. */
  apiKey: string;
  fetch?: typeof fetch;
};

/**
 * A client of one endpoint. It never retries by itself (`ResponsesModel` does), follows no redirect, writes no log, and sends neither the
 * organization nor the project nor the admin key nor the headers that the environment may hold for another endpoint.
 */
export function createResponsesClient(options: ResponsesClientOptions): OpenAI {
  const client = new OpenAI({
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
    // The runtime gives up after five minutes without a byte, which a model that thinks may need. The limits are the caller's.
    fetchOptions: { dispatcher: new Agent({ headersTimeout: 0, bodyTimeout: 0 }) },
  });
  // The constructor takes OPENAI_CUSTOM_HEADERS in, another endpoint's authorization included, and has no option against it.
  const sent: object = Reflect.get(client, '_options');
  Reflect.set(client, '_options', { ...sent, defaultHeaders: TELLTALES });
  return client;
}
