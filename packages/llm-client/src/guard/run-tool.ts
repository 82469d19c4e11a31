import { ModelBehaviorError, ToolTimeoutError, type RunContext } from '@openai/agents';
import type { Logger } from 'pino';
import { follow, raceAbort } from '../abort.ts';
import { ResponsesError } from '../errors.ts';
import { shorten } from '../json-value.ts';
import { WRONG_ARGUMENTS } from './argument-check.ts';
import { ToolFailedError } from './guard-errors.ts';
import type { AnyFunctionTool } from './guarded-schema.ts';
import { measureOutput, NOTHING_RETURNED } from './tool-output.ts';
import { refuse } from './tool-refusal.ts';

const MESSAGE_LIMIT = 300;
const FAILED = 'The tool failed.';
const NO_JSON = 'The tool ran, but its result cannot be written as JSON.';

/** What the SDK's `tool()` answers in place of an error of its `execute`, unless it was made with an `errorFunction` of its own. */
const SDK_FAILURE = 'An error occurred while running the tool. Please try again.';

export type Details = Parameters<AnyFunctionTool['invoke']>[2];

/** One call of a tool, with arguments that were checked. */
export type ToolRun = {
  tool: AnyFunctionTool;
  context: RunContext;
  text: string;
  details: Details;
  timeoutMs: number;
  maxOutputLength: number;
  logger: Logger | undefined;
};

/**
 * Runs a tool within its limits. Returns its result, or the refusal that stands for it. Throws the reason when the run was aborted, an
 * error of this package that the tool threw, and `ToolTimeoutError` for a tool whose `timeoutBehavior` is `raise_exception`.
 */
export async function runTool(run: ToolRun): Promise<unknown> {
  const { tool, details, timeoutMs } = run;
  const aborted = details?.signal;
  aborted?.throwIfAborted();
  const controller = new AbortController();
  const unfollow = follow(aborted, controller);
  const timeout = new ToolTimeoutError({ toolName: tool.name, timeoutMs });
  // Set before the tool starts, so that a timer of the tool's own with the same limit comes second.
  const timer = setTimeout(() => controller.abort(timeout), timeoutMs);
  try {
    // A tool that is deaf to the signal must not hold up the run.
    return finish(run, await raceAbort(invoke(run, controller.signal), controller.signal));
  } catch (thrown) {
    aborted?.throwIfAborted();
    if (controller.signal.reason !== timeout) return fail(run, thrown);
  } finally {
    clearTimeout(timer);
    unfollow();
  }
  run.logger?.warn({ ...factsOf(run), timeoutMs }, 'A tool ran into its time limit');
  if (tool.timeoutBehavior === 'raise_exception') throw timeout;
  return refuse(tool.name, 'tool_timeout', `The tool did not answer within ${timeoutMs} ms.`);
}

async function invoke({ tool, context, text, details }: ToolRun, signal: AbortSignal): Promise<unknown> {
  // The SDK keeps hidden fields in the details, which a spread would lose.
  const own = Object.getOwnPropertyDescriptors(details ?? {});
  const withSignal: Details = Object.create(Object.prototype, {
    ...own,
    signal: { value: signal, enumerable: true, configurable: true, writable: true },
  });
  return await tool.invoke(context, text, withSignal);
}

function finish(run: ToolRun, output: unknown): unknown {
  const { tool, maxOutputLength } = run;
  if (output === undefined) return NOTHING_RETURNED;
  if (output === SDK_FAILURE) {
    run.logger?.error(factsOf(run), 'A tool failed, and the SDK kept its error');
    return refuse(tool.name, 'tool_failed', FAILED);
  }
  let length: number;
  try {
    length = measureOutput(output);
  } catch (error) {
    log(run, error);
    return refuse(tool.name, 'tool_failed', NO_JSON);
  }
  if (length <= maxOutputLength) return output;
  run.logger?.warn({ ...factsOf(run), length, maxOutputLength }, 'The output of a tool was too large');
  const message = `The output has ${length} characters, and at most ${maxOutputLength} are allowed. Ask for a smaller part.`;
  return refuse(tool.name, 'tool_output_too_large', message);
}

function fail(run: ToolRun, thrown: unknown): unknown {
  if (thrown instanceof ResponsesError) throw thrown;
  // The tool's own parser is stricter than its schema. Its error holds the arguments, so it is not logged.
  if (isInvalidInput(thrown)) return refuse(run.tool.name, 'invalid_tool_arguments', WRONG_ARGUMENTS.no_fit);
  log(run, thrown);
  return refuse(run.tool.name, 'tool_failed', shorten(messageOf(thrown), MESSAGE_LIMIT) || FAILED);
}

/** `InvalidToolInputError`, which the SDK does not export. */
export function isInvalidInput(thrown: unknown): boolean {
  return thrown instanceof ModelBehaviorError && 'toolInvocation' in thrown;
}

/** Anything can be thrown, also what throws when it is looked at. */
function messageOf(thrown: unknown): string {
  try {
    // A message may be anything as well, whatever its type says.
    return String(thrown instanceof Error ? thrown.message : thrown);
  } catch {
    return '';
  }
}

function log(run: ToolRun, cause: unknown): void {
  const facts = factsOf(run);
  run.logger?.error({ ...facts, err: new ToolFailedError(facts.toolName, cause) }, 'A tool failed');
}

function factsOf({ tool, details }: ToolRun): { toolName: string; callId: string | undefined } {
  return { toolName: tool.name, callId: details?.toolCall?.callId };
}
