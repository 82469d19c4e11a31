import { z } from 'zod';

const textPart = z.looseObject({ type: z.string(), text: z.string() });
const content = z.union([z.string(), z.array(z.union([textPart, z.looseObject({ type: z.string() })]))]);

const message = z.looseObject({ type: z.literal('message').optional(), role: z.string(), content });
const functionCall = z.looseObject({
  type: z.literal('function_call'),
  call_id: z.string(),
  name: z.string(),
  arguments: z.string(),
});
const functionCallOutput = z.looseObject({
  type: z.literal('function_call_output'),
  call_id: z.string(),
  output: content,
});
/** Reasoning, compaction and the like: nothing here reads them. */
const otherItem = z.looseObject({ type: z.string() });

const inputItem = z.union([functionCall, functionCallOutput, message, otherItem]);

/** What is read of a request to `POST /responses`; everything else is accepted and ignored. */
export const requestBody = z.looseObject({
  model: z.string().optional(),
  input: z.union([z.string(), z.array(inputItem)]).default([]),
  instructions: z.string().nullish(),
  stream: z.boolean().nullish(),
  tools: z.array(z.looseObject({ type: z.string(), name: z.string().optional() })).nullish(),
  tool_choice: z.union([z.string(), z.looseObject({ type: z.string() })]).nullish(),
});
export type RequestBody = z.infer<typeof requestBody>;

type FunctionCall = z.infer<typeof functionCall>;

export interface Message {
  readonly role: string;
  readonly text: string;
}

export interface ToolResult {
  /** Null when no call of the request has this result's call id. */
  readonly call: FunctionCall | null;
  readonly output: string;
}

export function readMessages({ input }: RequestBody): Message[] {
  if (typeof input === 'string') return [{ role: 'user', text: input }];
  return input.flatMap((item) => {
    const { success, data } = message.safeParse(item);
    return success ? [{ role: data.role, text: textOf(data.content) }] : [];
  });
}

/** Results of tools, in order, each with the call that it answers. */
export function readToolResults({ input }: RequestBody): ToolResult[] {
  if (typeof input === 'string') return [];
  const calls = new Map<string, FunctionCall>();
  const results: ToolResult[] = [];
  for (const item of input) {
    const call = functionCall.safeParse(item);
    if (call.success) calls.set(call.data.call_id, call.data);
    const result = functionCallOutput.safeParse(item);
    if (result.success)
      results.push({ call: calls.get(result.data.call_id) ?? null, output: textOf(result.data.output) });
  }
  return results;
}

function textOf(parts: z.infer<typeof content>): string {
  if (typeof parts === 'string') return parts;
  return parts.map((part) => textPart.safeParse(part).data?.text ?? '').join('\n');
}
