import { createHash } from 'node:crypto';
import { createResponsesClient, ResponsesModel } from '@meeting-assistant/llm-client';
import { OpenAIResponsesModel, type ModelRequest, type ModelResponse } from '@openai/agents';
import OpenAI from 'openai';
import { modelNameOf, type StreamShape } from './stream-shape.ts';

/** What a contender made of a stream. */
type Content = { text: string; arguments: string };

/** Reads one answer to its end. */
type Contender = (baseURL: string, model: string) => Promise<Content>;

/** Every way to read a Responses stream that is measured, each as its user would write it. */
const contenders = {
  raw: async (baseURL, model) => {
    const stream = await plainClient(baseURL).responses.create({ model, input: 'go', stream: true });
    const text: string[] = [];
    const argumentPieces: string[] = [];
    for await (const event of stream) {
      if (event.type === 'response.output_text.delta') text.push(event.delta);
      else if (event.type === 'response.function_call_arguments.delta') argumentPieces.push(event.delta);
    }
    return { text: text.join(''), arguments: argumentPieces.join('') };
  },
  'openai helper': async (baseURL, model) => {
    const response = await plainClient(baseURL).responses.stream({ model, input: 'go' }).finalResponse();
    return {
      text: response.output_text,
      arguments: response.output
        .map((item) => (item.type === 'function_call' ? item.arguments : ''))
        .join(''),
    };
  },
  'stock Agents, streamed': (baseURL, model) =>
    readStreamed(new OpenAIResponsesModel(plainClient(baseURL), model)),
  'ours, collected': async (baseURL, model) =>
    contentOf(await ourModel(baseURL, model).getResponse(modelRequest())),
  'ours, streamed': (baseURL, model) => readStreamed(ourModel(baseURL, model)),
} satisfies Record<string, Contender>;

export type ContenderName = keyof typeof contenders;

export type ReadingTask = { contender: ContenderName; baseURL: string; stream: StreamShape };

/** What reading one stream has cost. Sizes are bytes. */
export type ReadingCost = {
  cpuMs: number;
  rssBefore: number;
  peakRss: number;
  textLength: number;
  argumentsLength: number;
  digest: string;
};

/** The peak is that of the process so far, so it means something for the first task of a process alone. */
export async function readMeasured(task: ReadingTask): Promise<ReadingCost> {
  const read: Contender = contenders[task.contender];
  const model = modelNameOf(task.stream);
  const rssBefore = process.memoryUsage.rss();
  const before = process.cpuUsage();
  const content = await read(task.baseURL, model);
  const { user, system } = process.cpuUsage(before);
  return {
    cpuMs: (user + system) / 1000,
    rssBefore,
    peakRss: process.resourceUsage().maxRSS * 1024,
    textLength: content.text.length,
    argumentsLength: content.arguments.length,
    digest: createHash('sha256').update(content.text).update(content.arguments).digest('hex'),
  };
}

function plainClient(baseURL: string): OpenAI {
  return new OpenAI({ baseURL, apiKey: 'no-key', maxRetries: 0 });
}

function ourModel(baseURL: string, model: string): ResponsesModel {
  return new ResponsesModel({ client: createResponsesClient({ baseURL, apiKey: '' }), model });
}

export function modelRequest(): ModelRequest {
  return {
    input: 'go',
    modelSettings: {},
    tools: [],
    outputType: 'text',
    handoffs: [],
    tracing: false,
  };
}

async function readStreamed(model: OpenAIResponsesModel): Promise<Content> {
  let content: Content | undefined;
  for await (const event of model.getStreamedResponse(modelRequest())) {
    if (event.type === 'response_done') content = contentOf(event.response);
  }
  if (content === undefined) throw new Error('The stream ended without a response');
  return content;
}

function contentOf(response: Pick<ModelResponse, 'output'>): Content {
  const content = { text: '', arguments: '' };
  for (const item of response.output) {
    if (item.type === 'function_call') content.arguments += item.arguments;
    if (item.type !== 'message' || item.role !== 'assistant') continue;
    for (const part of item.content) if (part.type === 'output_text') content.text += part.text;
  }
  return content;
}
