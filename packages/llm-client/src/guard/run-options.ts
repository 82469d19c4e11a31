import type { ToolErrorFormatter, ToolNotFoundBehavior } from '@openai/agents';

const NAME_LIMIT = 64;
const MOST_NAMES = 30;

/**
 * Options of a Runner, or of one run, under which a call of a tool that does not exist is answered with
 * `{error: {code: 'unknown_tool', message}}` for that call, and the run goes on. The message names the given tools, so that the model can
 * choose one. Rejected approvals keep the SDK's words, or those of whoever rejected them.
 */
export function guardedRunOptions(tools: readonly { readonly name: string }[] = []): {
  toolNotFoundBehavior: ToolNotFoundBehavior;
  toolErrorFormatter: ToolErrorFormatter;
} {
  const offered = offer(tools.map(({ name }) => name));
  return {
    toolNotFoundBehavior: 'return_error_to_model',
    toolErrorFormatter: ({ kind, toolName }) => {
      if (kind !== 'tool_not_found') return undefined;
      const message = `There is no tool ${harmless(toolName)}.${offered}`;
      return JSON.stringify({ error: { code: 'unknown_tool', message } });
    },
  };
}

function offer(names: readonly string[]): string {
  if (names.length === 0) return '';
  const more = names.length > MOST_NAMES ? ', …' : '';
  return ` The tools are: ${names.slice(0, MOST_NAMES).join(', ')}${more}.`;
}

/** The name is the model's invention, of any length and with anything in it. */
function harmless(name: string): string {
  const start = name.slice(0, NAME_LIMIT).replace(/[^\w.-]/g, '_');
  return `"${start}${name.length > NAME_LIMIT ? '…' : ''}"`;
}
