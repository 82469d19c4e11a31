import { tool as sdkTool, type RunContext, type StandardSchemaWithJSON, type Tool } from '@openai/agents';
import type { Logger } from 'pino';
import { isJsonObject, type JsonObject } from '../json-value.ts';
import { STAND_INS } from '../model/raw-arguments.ts';
import { checkAgainst, WRONG_ARGUMENTS } from './argument-check.ts';
import { ToolFailedError, UnguardedToolError } from './guard-errors.ts';
import { findGuarded, seal, type AnyFunctionTool } from './guarded-schema.ts';
import { isInvalidInput, runTool, type Details } from './run-tool.ts';
import { refuse } from './tool-refusal.ts';
import { inToolSpan } from '../telemetry/tool-span.ts';

const LONGEST_TIMER_MS = 2_147_483_647;

export type GuardOptions = {
  /** For one call, in milliseconds; 60,000 by default. A tool made with a `timeoutMs` of its own keeps that. */
  timeoutMs?: number;
  /** Characters of a result as text or JSON, bytes counted as base64; 200,000 by default. */
  maxOutputLength?: number;
  /** Hears of calls that failed, never of their arguments. */
  logger?: Logger;
};

/**
 * A tool whose `execute` never runs on anything but one JSON object that fits its schema. What does not run, or does not end well, is
 * answered with `{error: {code, message}}` for the call, and the run goes on:
 *
 * - `invalid_tool_arguments`: any other arguments string;
 * - `tool_failed`: the message of the tool's own error, which goes to the logger with its cause. Tools of the SDK's `tool()` and of
 *   `getAllMcpTools` show their error only when they are made with `errorFunction: null`;
 * - `tool_timeout`: no result in time; the tool's signal is aborted. A tool with `timeoutBehavior: 'raise_exception'` ends the run with
 *   the SDK's `ToolTimeoutError` instead, and its `timeoutErrorFunction` is not asked;
 * - `tool_output_too_large`.
 *
 * An error of this package that a tool throws ends the run (inside the SDK's `ToolCallError`: see `findResponsesError`). An approval
 * policy is asked only about arguments that would run; where it throws, a person is asked. The signal of a call is aborted by its time
 * limit and with the run.
 *
 * Takes what the SDK's `tool()` makes, MCP tools and hand-made tools; a guarded tool is returned as it is, its first options with it. A
 * copy of a guarded tool is not guarded until it went through here again. `ResponsesModel` sends no tools but guarded ones. Throws
 * `RangeError` on limits that are no positive integers.
 */
export function guardTool<T extends AnyFunctionTool>(tool: T, options: GuardOptions = {}): T {
  const guarded = findGuarded(tool);
  if (guarded !== undefined) return guarded;
  const timeoutMs = limitOf('timeoutMs', tool.timeoutMs ?? options.timeoutMs ?? 60_000);
  const maxOutputLength = limitOf('maxOutputLength', options.maxOutputLength ?? 200_000);
  const { logger } = options;
  const check = checkAgainst(tool.parameters);
  // The SDK's own tool() outside brings the parser and the approval that the Runner expects: a hand-made approval policy would stop the
  // run on arguments that are no object.
  const outer = sdkTool({
    name: tool.name,
    description: tool.description,
    parameters: anyJson,
    strict: true,
    needsApproval: async (context, args, callId) =>
      isObjectArguments(args) && check.ofObject(args) === undefined
        ? await mustAsk(tool, context, args, callId, logger)
        : false,
    errorFunction: async (_context, error, details) => {
      if (!isInvalidInput(error)) throw error;
      const call = { toolName: tool.name, callId: details?.toolCall?.callId };
      const refusal = await inToolSpan(call, async () =>
        refuse(tool.name, 'invalid_tool_arguments', WRONG_ARGUMENTS.not_json),
      );
      // Declared as text; the Runner takes it as it takes any other result.
      return refusal as string;
    },
    execute: async (args, context, details) =>
      await inToolSpan({ toolName: tool.name, callId: details?.toolCall?.callId }, async () => {
        const text = textOf(args, details);
        const wrong = check.ofText(text);
        if (wrong !== undefined) return refuse(tool.name, 'invalid_tool_arguments', wrong);
        // The SDK declares the context as optional for callers outside a Runner; it hands on what it was invoked with.
        const runContext = context as RunContext;
        return await runTool({
          tool,
          context: runContext,
          text,
          details,
          timeoutMs,
          maxOutputLength,
          logger,
        });
      }),
  });
  return seal(tool, outer);
}

/** `guardTool` for each tool of a list, MCP tools (`getAllMcpTools`) included. Throws `UnguardedToolError` on a tool that is no function. */
export function guardTools(tools: readonly Tool[], options: GuardOptions = {}): AnyFunctionTool[] {
  const others: string[] = [];
  const guarded: AnyFunctionTool[] = [];
  for (const tool of tools) {
    if (tool.type === 'function') guarded.push(guardTool(tool, options));
    else others.push(tool.name);
  }
  if (others.length > 0) throw new UnguardedToolError(others);
  return guarded;
}

/** Stands for JSON that is no object: the Runner would stop and ask for approval of anything but an object. */
const NO_OBJECT = Symbol('arguments that are no object');

const anyJson: StandardSchemaWithJSON<Record<PropertyKey, unknown>> = {
  '~standard': {
    version: 1,
    vendor: 'meeting-assistant',
    validate: (value) => ({ value: isJsonObject(value) ? value : { [NO_OBJECT]: true } }),
    jsonSchema: { input: () => ({ type: 'object' }), output: () => ({ type: 'object' }) },
  },
};

function isObjectArguments(args: unknown): args is JsonObject {
  return isJsonObject(args) && !(NO_OBJECT in args);
}

/** The string that the model wrote; outside a Runner, where there is no call to read it from, the JSON of what was parsed. */
function textOf(args: unknown, details: Details): string {
  const text = details?.toolCall?.arguments;
  if (text !== undefined) return text;
  if (!isObjectArguments(args)) return STAND_INS.not_an_object;
  try {
    return JSON.stringify(args);
  } catch {
    return STAND_INS.too_deep;
  }
}

async function mustAsk(
  tool: AnyFunctionTool,
  context: RunContext,
  args: JsonObject,
  callId: string | undefined,
  logger: Logger | undefined,
): Promise<boolean> {
  const policy: unknown = tool.needsApproval;
  // Hand-made tools may have a plain true here, whatever the types say.
  if (typeof policy !== 'function') return policy === true;
  try {
    return await tool.needsApproval(context, args, callId);
  } catch (error) {
    // A policy that cannot decide leaves it to a person.
    logger?.error(
      { toolName: tool.name, callId, err: new ToolFailedError(tool.name, error) },
      'The approval policy of a tool failed',
    );
    return true;
  }
}

function limitOf(name: string, value: number): number {
  if (Number.isSafeInteger(value) && value > 0 && value <= LONGEST_TIMER_MS) return value;
  throw new RangeError(`${name} must be an integer from 1 to ${LONGEST_TIMER_MS}, not ${value}`);
}
