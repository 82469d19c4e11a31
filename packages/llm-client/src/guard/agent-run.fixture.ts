import { Agent, Runner, type Tool } from '@openai/agents';
import { createResponsesClient } from '../endpoint/create-client.ts';
import { ResponsesModel } from '../model/responses-model.ts';
import type { ScriptedRequest, ScriptedServer } from '../testing/scripted-server.ts';
import { guardedRunOptions } from './run-options.ts';

/** The transport on the wire, and whether the run is streamed. */
export type Mode = { useStreaming: boolean; streamed: boolean };

export const MODES: readonly Mode[] = [true, false].flatMap((useStreaming) =>
  [true, false].map((streamed) => ({ useStreaming, streamed })),
);

export function agentWith(server: ScriptedServer, tools: Tool[], useStreaming = true): Agent {
  const client = createResponsesClient({ baseURL: server.url, apiKey: 'k' });
  const model = new ResponsesModel({ client, model: 'm', useStreaming, retries: { minDelayMs: 1 } });
  return new Agent({ name: 'a', instructions: 'i', model, tools });
}

type RunWish = { mode?: Mode; input?: string; signal?: AbortSignal };

/** The final output of a run with these tools; '' for one that was cancelled. */
export async function runWith(server: ScriptedServer, tools: Tool[], wish: RunWish = {}): Promise<string> {
  return await runAgent(agentWith(server, tools, wish.mode?.useStreaming), wish);
}

/** The same with an agent that is there already, whose model has the transport. */
export async function runAgent(
  agent: Agent,
  { mode = { useStreaming: true, streamed: false }, input = 'go', signal }: RunWish,
): Promise<string> {
  const options = { maxTurns: 8, ...guardedRunOptions(agent.tools), ...(signal ? { signal } : {}) };
  if (!mode.streamed) return (await new Runner().run(agent, input, options)).finalOutput ?? '';
  const result = await new Runner().run(agent, input, { ...options, stream: true });
  for await (const _event of result);
  await result.completed;
  return result.cancelled ? '' : (result.finalOutput ?? '');
}

/** The results of calls that a request carries, parsed where they are JSON. */
export function resultsIn(request: ScriptedRequest | undefined): unknown[] {
  return (request?.body.input ?? [])
    .filter((item) => item['type'] === 'function_call_output')
    .map((item) => readJson(item['output']));
}

function readJson(output: unknown): unknown {
  if (typeof output !== 'string') return output;
  try {
    return JSON.parse(output);
  } catch {
    return output;
  }
}
