import { createResponsesClient, ResponsesModel } from '@meeting-assistant/llm-client';
import { createOfflineFetch, OFFLINE_MODEL } from '@meeting-assistant/offline-model';
import type OpenAI from 'openai';
import type { ModelConfig } from './config.ts';

/** Shorter ones are placeholders such as "none", and words of ordinary sentences. */
const SHORTEST_SECRET = 8;

/** What jobs get their model from: one client for the whole process. */
export interface ModelEndpoint {
  /** Used when a job names none. */
  defaultModel: string;
  /** For logs; never holds a key. */
  description: string;
  model: (name: string) => ResponsesModel;
  /** Takes the key out of a text: some endpoints quote it when they refuse it. */
  withoutKey: (text: string) => string;
}

export function connectModelEndpoint(config: ModelConfig, useStreaming: boolean): ModelEndpoint {
  const client =
    config.kind === 'offline'
      ? offlineClient()
      : createResponsesClient({ baseURL: config.baseUrl, apiKey: config.apiKey });
  return {
    defaultModel: config.kind === 'offline' ? OFFLINE_MODEL : config.model,
    description: config.kind === 'offline' ? 'offline, extractive' : new URL(config.baseUrl).host,
    model: (name) => new ResponsesModel({ client, model: name, useStreaming }),
    withoutKey: (text) =>
      config.kind === 'endpoint' && config.apiKey.length >= SHORTEST_SECRET
        ? text.replaceAll(config.apiKey, '[key]')
        : text,
  };
}

/** The offline model answers inside this process; the address is never connected to. */
function offlineClient(): OpenAI {
  return createResponsesClient({
    baseURL: 'http://offline-model.invalid/v1',
    apiKey: 'none',
    fetch: createOfflineFetch(),
  });
}
