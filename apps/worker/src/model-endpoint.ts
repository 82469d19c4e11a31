import {
  connectEndpoint,
  type ConnectedEndpoint,
  type EndpointSettings,
} from '@meeting-assistant/llm-client';
import { createOfflineFetch, OFFLINE_MODEL } from '@meeting-assistant/offline-model';

/** What jobs get their model from: one client for the whole process. */
export interface ModelEndpoint extends Pick<ConnectedEndpoint, 'model'> {
  /** Used when a job names none. */
  defaultModel: string;
  /** For logs; never holds a key. */
  description: string;
}

export function connectModelEndpoint({ endpoint, calls }: EndpointSettings): ModelEndpoint {
  if (endpoint === undefined) {
    // The offline model answers inside this process; the address is never connected to.
    const baseURL = 'http://offline-model.invalid/v1';
    const { model } = connectEndpoint({ baseURL, apiKey: '', calls, fetch: createOfflineFetch() });
    return { defaultModel: OFFLINE_MODEL, description: 'offline, extractive', model };
  }
  const { host, model } = connectEndpoint({ ...endpoint, calls });
  return { defaultModel: endpoint.model, description: host, model };
}
