import { createResponsesClient, ResponsesModel } from '@meeting-assistant/llm-client';
import { createOfflineFetch, OFFLINE_MODEL } from '@meeting-assistant/offline-model';
import type OpenAI from 'openai';
import type { ModelConfig } from './config.ts';

/** What jobs get their model from: one client for the whole process. */
export interface ModelEndpoint {
  /** Used when a job names none. */
  defaultModel: string;
  /** For logs; never holds a key. */
  description: string;
  model: (name: string) => ResponsesModel;
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
