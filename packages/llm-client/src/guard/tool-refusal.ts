import { getCurrentSpan } from '@openai/agents';

/** What the model gets for a call that did not run, or that ran and has no result. */
export type ToolRefusal = {
  error: {
    code: 'invalid_tool_arguments' | 'tool_failed' | 'tool_timeout' | 'tool_output_too_large';
    message: string;
  };
};

/** A refusal is the call's result, and an error of its span. */
export function refuse(toolName: string, code: ToolRefusal['error']['code'], message: string): ToolRefusal {
  getCurrentSpan()?.setError({ message: code, data: { tool_name: toolName } });
  return { error: { code, message } };
}
