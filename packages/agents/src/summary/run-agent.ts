import { guardedRunOptions, guardTools } from '@meeting-assistant/llm-client';
import {
  Agent,
  AgentsError,
  MaxTurnsExceededError,
  Runner,
  ToolCallError,
  user,
  type AgentInputItem,
  type FunctionToolResult,
} from '@openai/agents';
import type { Logger } from 'pino';
import { readLinesTool } from './read-lines.ts';
import { searchLinesTool } from './search-lines.ts';
import { SUBMIT_SUMMARY, submitSummaryTool } from './submit-summary.ts';
import type { AgentEvent } from './agent-event.ts';
import type { CheckpointedModel } from './checkpointed-model.ts';
import { AgentRunError } from './errors.ts';
import type { MeetingRecord } from './meeting-record.ts';
import type { AcceptedDraft, Submission } from './submission.ts';

const nudge =
  'Nothing was handed in. Call submit_summary with the whole summary; an answer in prose is not read.';

export type AgentRun = {
  model: CheckpointedModel;
  section: string;
  instructions: string;
  input: string;
  record: MeetingRecord;
  submission: Submission;
  maxTurns: number;
  signal: AbortSignal | undefined;
  logger: Logger | undefined;
  onEvent: (event: AgentEvent) => void;
};

/** Runs the agent until a draft is accepted; null when the turns are used up before. Ends on the accepting call, without one more. */
export async function runAgent(run: AgentRun): Promise<AcceptedDraft | null> {
  const { model, submission, maxTurns, signal } = run;
  const tools = guardTools(makeTools(run), run.logger === undefined ? {} : { logger: run.logger });
  const agent = new Agent({
    name: 'summary',
    instructions: run.instructions,
    model,
    tools,
    toolUseBehavior: (_context, results) => {
      const done = results.some(isAcceptedSubmit);
      return done
        ? { isFinalOutput: true, isInterrupted: undefined, finalOutput: '' }
        : { isFinalOutput: false, isInterrupted: undefined };
    },
    // Required for the whole run: the agent has nothing to say outside its tools.
    modelSettings: { toolChoice: 'required', parallelToolCalls: true },
    resetToolChoice: false,
  });
  const runner = new Runner({
    tracingDisabled: true,
    traceIncludeSensitiveData: false,
    ...guardedRunOptions(tools),
  });
  let items: AgentInputItem[] = [user(run.input)];
  while (model.seen.length < maxTurns) {
    signal?.throwIfAborted();
    try {
      const result = await runner.run(agent, items, {
        maxTurns: maxTurns - model.seen.length,
        ...(signal ? { signal } : {}),
      });
      signal?.throwIfAborted();
      if (submission.accepted) return submission.accepted;
      // Prose ends a run of the SDK's as a success. Here it does not.
      items = [...result.history, user(nudge)];
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof MaxTurnsExceededError) return null;
      throw withoutHistory(error);
    }
  }
  return null;
}

function makeTools({ record, submission, model, section, onEvent }: AgentRun) {
  const { lines } = record;
  const called = (name: string) => onEvent({ type: 'tool_called', section, turn: model.turn, name });
  return [
    readLinesTool(lines, (range) =>
      onEvent({ type: 'tool_called', section, turn: model.turn, name: 'read_lines', lines: range }),
    ),
    searchLinesTool(lines, () => called('search_lines')),
    submitSummaryTool((draft) => {
      const { turn } = model;
      called(SUBMIT_SUMMARY);
      const answer = submission.submit(draft, turn);
      const rejected = answer.accepted ? [] : answer.rejected;
      for (const { claim, rule } of rejected) onEvent({ type: 'claim_rejected', section, turn, claim, rule });
      onEvent({ type: 'submitted', section, turn, accepted: answer.accepted, rejected: rejected.length });
      return answer;
    }),
  ];
}

function isAcceptedSubmit(result: FunctionToolResult): boolean {
  if (result.type !== 'function_output' || result.tool.name !== SUBMIT_SUMMARY) return false;
  const { output } = result;
  return typeof output === 'object' && output !== null && 'accepted' in output && output.accepted === true;
}

/** The SDK's own errors carry the run's history, transcript included, which must not end up in a log. */
function withoutHistory(error: unknown): unknown {
  if (error instanceof ToolCallError) return withoutHistory(error.error);
  if (error instanceof AgentsError) return new AgentRunError(error.constructor.name);
  return error;
}
