import { RunContext, type FunctionTool } from '@openai/agents';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { isJsonObject, parseJson } from '../json-value.ts';
import { silenceTracing } from '../telemetry/silence-tracing.ts';
import { WRONG_ARGUMENTS } from './argument-check.ts';
import { guardTool } from './guard-tool.ts';
import { TOOL_KINDS, type NotingTool } from './tool-kinds.fixture.ts';

beforeAll(silenceTracing);

/** The kinds that run in this process: a call over a pipe for each of thousands would say nothing more. */
const KINDS = TOOL_KINDS.filter(({ name }) => name !== 'MCP');

const SAID = new Set<unknown>(Object.values(WRONG_ARGUMENTS));
const MISFIT = /^The arguments do not fit the tool's schema at (the top|[[\]\w.*, ]+)\.$/;

/** JSON objects that fit the kinds, or nearly so. */
const object = fc.dictionary(
  fc.oneof(fc.constantFrom('at', '__proto__', 'constructor', 'toString'), fc.string()),
  fc.oneof(fc.double(), fc.jsonValue()),
);

/** JSON with a piece taken out, put in, doubled or cut off. */
const mutated = fc
  .tuple(
    fc.oneof(object, fc.jsonValue()).map((value) => JSON.stringify(value)),
    fc.constantFrom('cut', 'remove', 'insert', 'double'),
    fc.nat(),
    fc.oneof(
      fc.constantFrom('{', '}', '[', ']', '"', ',', ':', '\\', '\u0000', '\uFEFF', '\uD800'),
      fc.string(),
    ),
  )
  .map(([json, how, where, piece]) => {
    const at = where % (json.length + 1);
    if (how === 'cut') return json.slice(0, at);
    if (how === 'remove') return json.slice(0, at) + json.slice(at + 1);
    if (how === 'insert') return json.slice(0, at) + piece + json.slice(at);
    return json + json;
  });

const nested = fc
  .tuple(fc.constantFrom('[', '{"a":'), fc.integer({ min: 1, max: 5000 }), fc.boolean())
  .map(([open, depth, closed]) => {
    const close = open === '[' ? ']' : '}';
    return `${open.repeat(depth)}${open === '[' ? '' : '1'}${closed ? close.repeat(depth) : ''}`;
  });

const text = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme-composite' }),
  fc.jsonValue().map((value) => JSON.stringify(value)),
  object.map((value) => JSON.stringify(value)),
  object.map((value) => ` ${JSON.stringify(value, undefined, '\t')}\r\n`),
  object.map((value) => JSON.stringify(JSON.stringify(value))),
  mutated,
  nested,
);

async function invoke(guarded: FunctionTool, arguments_: string, inRunner: boolean): Promise<unknown> {
  const toolCall = { type: 'function_call', callId: 'c', name: 'look', arguments: arguments_ } as const;
  return await guarded.invoke(new RunContext(), arguments_, inRunner ? { toolCall } : undefined);
}

const isObject = (args: string): boolean => isJsonObject(parseJson(args)?.value);

/** What may come of a call: a run on an object, or a refusal in fixed words. */
function isRight(args: string, result: unknown, runs: readonly unknown[]): boolean {
  if (runs.length > 0) return runs.length === 1 && isObject(args) && result === 'seen';
  const error = isJsonObject(result) ? result['error'] : undefined;
  if (!isJsonObject(error) || typeof error['message'] !== 'string') return false;
  // A zod tool made without `errorFunction: null` keeps to itself what its own parser says.
  if (error['code'] === 'tool_failed') return isObject(args);
  if (error['code'] !== 'invalid_tool_arguments') return false;
  return SAID.has(error['message']) || MISFIT.test(error['message']);
}

function guard({ tool }: NotingTool): FunctionTool {
  if (tool.type !== 'function') throw new Error('The kinds are function tools');
  return guardTool(tool) as FunctionTool;
}

describe.each(KINDS)('a guarded tool of the kind: $name', (kind) => {
  it('runs on nothing but one JSON object, at most once, and always has a result', async () => {
    const opened = await kind.open();
    const guarded = guard(opened);
    await fc.assert(
      fc.asyncProperty(text, fc.boolean(), async (args, inRunner) => {
        const result = await invoke(guarded, args, inRunner);
        const runs = await opened.takeRuns();
        expect(isRight(args, result, runs), JSON.stringify({ result, runs })).toBe(true);
        expect(JSON.stringify(result).length).toBeLessThan(800);
        expect(Object.prototype).not.toHaveProperty('polluted');
      }),
      { numRuns: 400 },
    );
  });

  it('takes each call of a sequence for itself, one after another or at once', async () => {
    const opened = await kind.open();
    const guarded = guard(opened);
    const fits = '{"at":1}';
    const refused = { error: { code: 'invalid_tool_arguments', message: expect.any(String) } };
    const property = fc.asyncProperty(
      fc.array(
        fc.oneof(
          text.filter((args) => !isJsonObject(parseJson(args)?.value)),
          fc.constant(fits),
        ),
        { maxLength: 8 },
      ),
      fc.boolean(),
      async (sequence, atOnce) => {
        const results: unknown[] = [];
        if (atOnce) results.push(...(await Promise.all(sequence.map((args) => invoke(guarded, args, true)))));
        else for (const args of sequence) results.push(await invoke(guarded, args, true));
        expect(results).toEqual(sequence.map((args) => (args === fits ? 'seen' : refused)));
        expect(await opened.takeRuns()).toEqual(
          sequence.filter((args) => args === fits).map((args) => kind.sees(args)),
        );
      },
    );
    await fc.assert(property, { numRuns: 100 });
  });
});

it('whatever a tool answers or throws, its guarded call has a result that can be written down', async () => {
  const outcome = fc.oneof(
    fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withSparseArray: true,
      withTypedArray: true,
    }),
    fc.string({ maxLength: 400 }),
  );
  await fc.assert(
    fc.asyncProperty(outcome, fc.boolean(), async (value, throws) => {
      const base = await KINDS[0]?.open();
      if (base?.tool.type !== 'function') throw new Error('There is a first kind');
      const made: FunctionTool = {
        ...(base.tool as FunctionTool),
        invoke: async () => {
          if (throws) throw value;
          return value;
        },
      };
      const result: unknown = await guardTool(made, { maxOutputLength: 300 }).invoke(
        new RunContext(),
        '{"at":1}',
      );
      expect(JSON.stringify(result)).toEqual(expect.any(String));
      expect(!throws || codeOf(result) === 'tool_failed').toBe(true);
    }),
    { numRuns: 500 },
  );
});

function codeOf(result: unknown): unknown {
  const error = isJsonObject(result) ? result['error'] : undefined;
  return isJsonObject(error) ? error['code'] : undefined;
}
