import type { Logger } from 'pino';
import { createResponsesClient } from './create-client.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';
import type { CallSettings } from './endpoint-settings.ts';
import { ResponsesModel } from '../model/responses-model.ts';

/** One endpoint, for a whole process: its models share a client and a limit of calls at once. */
export type ConnectedEndpoint = {
  /** For logs and labels; never holds a key. */
  host: string;
  model: (name: string, call?: { promptCacheKey?: string; logger?: Logger }) => ResponsesModel;
};

/** Connects nothing yet: the first call does. */
export function connectEndpoint(options: {
  /** Up to and including the version. */
  baseURL: string;
  /** '' for an endpoint without keys. */
  apiKey: string;
  calls: CallSettings;
  /** In place of the network. */
  fetch?: typeof fetch;
}): ConnectedEndpoint {
  const { baseURL, apiKey, calls } = options;
  const client = createResponsesClient({
    baseURL,
    apiKey,
    ...(options.fetch === undefined ? {} : { fetch: options.fetch }),
  });
  const concurrencyLimit = createConcurrencyLimit(calls.concurrency);
  const { profile, reasoning, ...settings } = calls;
  return {
    host: new URL(baseURL).host,
    model: (name, call = {}) =>
      new ResponsesModel({
        client,
        concurrencyLimit,
        model: name,
        ...settings,
        ...(profile === undefined ? {} : { profile }),
        ...(Object.keys(reasoning).length === 0 ? {} : { reasoning }),
        ...call,
      }),
  };
}
