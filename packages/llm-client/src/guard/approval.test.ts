import { Runner, tool, type FunctionTool } from '@openai/agents';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { silenceTracing } from '../telemetry/silence-tracing.ts';
import {
  callResponse,
  startScriptedServer,
  textResponse,
  type Scripted,
  type ScriptedServer,
} from '../testing/scripted-server.ts';
import { agentWith, resultsIn } from './agent-run.fixture.ts';
import { guardTools } from './guard-tool.ts';
import { guardedRunOptions } from './run-options.ts';
import { handMade, schema } from './tool-kinds.fixture.ts';

const servers: ScriptedServer[] = [];
beforeAll(silenceTracing);
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => server.close()));
});

const at = { at: { type: 'number' as const } };

type Policy = FunctionTool['needsApproval'] | boolean;

function asking(needsApproval: Policy, ran: unknown[]): FunctionTool {
  return tool({
    name: 'look',
    description: 'd',
    parameters: schema(at),
    needsApproval,
    execute: (args) => {
      ran.push(args);
      return 'seen';
    },
  });
}

/** A run of these answers: it is begun, and gone on with after the decision on each interruption. */
async function start(made: FunctionTool, answers: readonly Scripted[], useStreaming: boolean) {
  const server = await startScriptedServer(({ index }) => answers[index] ?? textResponse('Done.'));
  servers.push(server);
  const tools = guardTools([made]);
  const agent = agentWith(server, tools, useStreaming);
  const runner = new Runner(guardedRunOptions(tools));
  return { server, runner, agent, result: await runner.run(agent, 'go', { maxTurns: 20 }) };
}

describe.each([true, false])('a tool that needs approval (useStreaming: %s)', (useStreaming) => {
  it.each([
    ['always', true],
    ['by its policy', async () => true],
    [
      'when the policy cannot decide',
      async () => {
        throw new Error('the policy is down');
      },
    ],
  ] as [string, Policy][])('%s: stops the run, and runs once when it is approved', async (_when, policy) => {
    const ran: unknown[] = [];
    const answers = [callResponse('look', 'null'), callResponse('look', '{"at":1}')];
    const { server, runner, agent, result } = await start(asking(policy, ran), answers, useStreaming);
    expect(result.interruptions.map(({ arguments: args }) => args)).toEqual(['{"at":1}']);
    expect(ran).toEqual([]);
    for (const each of result.interruptions) result.state.approve(each);
    const ended = await runner.run(agent, result.state);
    expect(ended.finalOutput).toBe('Done.');
    expect(ran).toEqual([{ at: 1 }]);
    expect(resultsIn(server.requests.at(-1))).toMatchObject([
      { error: { code: 'invalid_tool_arguments' } },
      'seen',
    ]);
  });

  it('does not run when it is rejected, and the rejection keeps its words', async () => {
    const ran: unknown[] = [];
    const answers = [callResponse('look', '{"at":1}')];
    const { server, runner, agent, result } = await start(asking(true, ran), answers, useStreaming);
    for (const each of result.interruptions) result.state.reject(each);
    expect((await runner.run(agent, result.state)).finalOutput).toBe('Done.');
    expect(ran).toEqual([]);
    expect(resultsIn(server.requests.at(-1))).toEqual(['Tool execution was not approved.']);
  });

  it('asks its policy about arguments that would run, and about no others', async () => {
    const asked: unknown[] = [];
    const ran: unknown[] = [];
    const policy: FunctionTool['needsApproval'] = async (_context, args) => {
      asked.push(args);
      return false;
    };
    const broken = ['null', '[]', '{"at":', '"{}"', '{"at":"one"}', '['.repeat(10_000)];
    const answers = broken.flatMap((text) => [
      callResponse('look', text),
      callResponse('look', '{"at":1,"more":[{"b":null}]}'),
    ]);
    // Nothing is required of its arguments, so that the schema alone would let a stand-in for no object pass.
    const made = { ...asking(policy, ran), parameters: { type: 'object', properties: at } };
    const { result } = await start(made as unknown as FunctionTool, answers, useStreaming);
    expect(result.finalOutput).toBe('Done.');
    expect(asked).toEqual(broken.map(() => ({ at: 1, more: [{ b: null }] })));
    expect(ran).toHaveLength(broken.length);
  });

  it('stops the run also when it is hand-made and its policy is a plain true', async () => {
    const ran: unknown[] = [];
    // Against the types, as plain JavaScript may have it.
    const made = { ...handMade((input) => ran.push(input)), needsApproval: true } as unknown as FunctionTool;
    const { result } = await start(made, [callResponse('look', '{}')], useStreaming);
    expect(result.interruptions).toHaveLength(1);
    expect(ran).toEqual([]);
  });
});
