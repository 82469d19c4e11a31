import type { ModelRequest, ModelResponse } from '@openai/agents';
import { createResponsesClient } from '../endpoint/create-client.ts';
import { ResponsesModel } from '../model/responses-model.ts';
import { startBodyServer, type Body } from './body-server.ts';
import { answerOf, type AnsweredCall } from './stream-changes.ts';

/** What a response amounts to. A count that the endpoint left out is undefined; the SDK has 0 for the two totals then. */
export type Answer = {
  text: string;
  calls: AnsweredCall[];
  input: number;
  output: number;
  cached: number | undefined;
  reasoning: number | undefined;
};

export type AnswerReader = {
  /** The body, read by `ResponsesModel` over HTTP: as events or as JSON, whichever it is. One attempt. */
  read(body: Body): Promise<ModelResponse>;
  close(): Promise<void>;
};

const REQUEST: ModelRequest = {
  input: 'hello',
  modelSettings: {},
  tools: [],
  outputType: 'text',
  handoffs: [],
  tracing: false,
};

/** One server for many bodies, any number of them at once. */
export async function startAnswerReader(): Promise<AnswerReader> {
  const server = await startBodyServer();
  const client = createResponsesClient({ baseURL: server.url, apiKey: 'k' });
  let asked = 0;
  return {
    read: async (body) => {
      asked += 1;
      const model = `model-${asked}`;
      server.put(model, body);
      const options = { client, model, useStreaming: !('json' in body), retries: { maxAttempts: 1 } };
      return await new ResponsesModel(options).getResponse(REQUEST);
    },
    close: () => server.close(),
  };
}

export function readAnswer(response: ModelResponse): Answer {
  const { usage } = response;
  return {
    ...answerOf(response.output),
    input: usage.inputTokens,
    output: usage.outputTokens,
    cached: usage.inputTokensDetails[0]?.['cached_tokens'],
    reasoning: usage.outputTokensDetails[0]?.['reasoning_tokens'],
  };
}
