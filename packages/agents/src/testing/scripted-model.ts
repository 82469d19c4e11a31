import { createResponsesClient, ResponsesModel } from '@meeting-assistant/llm-client';

/** A model that talks to an endpoint of the test. */
export function modelAt(url: string, useStreaming = true): ResponsesModel {
  return new ResponsesModel({
    client: createResponsesClient({ baseURL: url, apiKey: 'test' }),
    model: 'scripted',
    useStreaming,
  });
}
