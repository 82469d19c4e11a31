import {
  getCurrentSpan,
  tool as sdkTool,
  type FunctionTool,
  type RunContext,
  type StandardSchemaWithJSON,
  type Tool,
} from '@openai/agents';
import { raceAbort } from '../endpoint/abort.ts';
import { ResponsesError } from '../errors.ts';
import { isJsonObject, shorten } from '../json-value.ts';
import { checkAgainst, NOT_AN_OBJECT } from './argument-check.ts';
import { UnguardedToolError } from './guard-errors.ts';
import { brand } from './guarded-schema.ts';

const MESSAGE_LIMIT = 300;

/** What the SDK's `tool()` answers in place of an error that its `execute` threw, and of arguments that its own parser refused. */
const SDK_FAILURE = 'An error occurred while running the tool. Please try again.';

/** What the model gets for a call that did not run, or that failed while it ran. */
type ToolRefusal = { error: { code: 'invalid_tool_arguments' | 'tool_failed'; message: string } };

// Tools of every context, schema and result go through the guard, and it looks at none of the three.
// oxlint-disable-next-line typescript/no-explicit-any
type AnyFunctionTool = FunctionTool<any, any, any>;
type Invoke = AnyFunctionTool['invoke'];
type Details = Parameters<Invoke>[2];

/**
 * A tool whose `execute` never runs on anything but one JSON object that fits its schema. Every other arguments string is answered with
 * `{error: {code: 'invalid_tool_arguments', message}}`, an error of the tool with `{error: {code: 'tool_failed', message}}`, and the run
 * goes on. An error of this package that a tool throws ends the run (inside the SDK's `ToolCallError`: see `findResponsesError`).
 *
 * Takes what the SDK's `tool()` makes, MCP tools and hand-made tools. `ResponsesModel` sends no other tools.
 */
export function guardTool<T extends AnyFunctionTool>(tool: T): T {
  const check = checkAgainst(tool.parameters);
  const policy: unknown = tool.needsApproval;
  // The SDK's own tool() outside brings the parser and the approval that the Runner expects: a hand-made approval policy would stop the
  // run on arguments that are no object.
  const outer = sdkTool({
    name: tool.name,
    description: tool.description,
    parameters: anyObject,
    strict: true,
    needsApproval: async (context, args, callId) =>
      isJsonObject(args) && typeof policy === 'function'
        ? await tool.needsApproval(context, args, callId)
        : false,
    errorFunction: (_context, error) => {
      if (error instanceof ResponsesError) throw error;
      // Declared as text; the Runner takes it as it takes any other result.
      return refuse(tool.name, 'invalid_tool_arguments', NOT_AN_OBJECT) as unknown as string;
    },
    execute: async (args, context, details) => {
      // Outside a Runner there is no call to read the original string from.
      const text = details?.toolCall?.arguments ?? JSON.stringify(args);
      const wrong = check(text);
      if (wrong !== undefined) return refuse(tool.name, 'invalid_tool_arguments', wrong);
      // The SDK declares the context as optional for callers outside a Runner; it hands on what it was invoked with.
      return await execute(tool, context as RunContext, text, details);
    },
  });
  return {
    ...tool,
    // Without a schema the Runner hands over every string unparsed; the Model puts the schema back on the wire.
    parameters: undefined,
    providerData: brand(tool.providerData, tool.parameters),
    needsApproval: outer.needsApproval,
    invoke: outer.invoke,
  };
}

/** `guardTool` for each tool of a list, MCP tools (`getAllMcpTools`) included. Throws `UnguardedToolError` on a tool that is no function. */
export function guardTools(tools: readonly Tool[]): AnyFunctionTool[] {
  const others: string[] = [];
  const guarded: AnyFunctionTool[] = [];
  for (const tool of tools) {
    if (tool.type === 'function') guarded.push(guardTool(tool));
    else others.push(tool.name);
  }
  if (others.length > 0) throw new UnguardedToolError(others);
  return guarded;
}

const anyObject: StandardSchemaWithJSON<Record<string, unknown>> = {
  '~standard': {
    version: 1,
    vendor: 'meeting-assistant',
    validate: (value) => (isJsonObject(value) ? { value } : { issues: [{ message: NOT_AN_OBJECT }] }),
    jsonSchema: { input: () => ({ type: 'object' }), output: () => ({ type: 'object' }) },
  },
};

async function execute(
  tool: AnyFunctionTool,
  context: RunContext,
  text: string,
  details: Details,
): Promise<unknown> {
  const signal = details?.signal;
  try {
    // A tool that is deaf to the signal must not hold up the end of the run.
    const result: unknown = await raceAbort(Promise.resolve(tool.invoke(context, text, details)), signal);
    return result === SDK_FAILURE ? refuse(tool.name, 'tool_failed', SDK_FAILURE) : result;
  } catch (thrown) {
    signal?.throwIfAborted();
    if (thrown instanceof ResponsesError) throw thrown;
    const message = thrown instanceof Error ? thrown.message : String(thrown);
    return refuse(tool.name, 'tool_failed', shorten(message, MESSAGE_LIMIT));
  }
}

function refuse(toolName: string, code: ToolRefusal['error']['code'], message: string): ToolRefusal {
  getCurrentSpan()?.setError({ message: code, data: { tool_name: toolName } });
  return { error: { code, message } };
}
