import { findNumber, isJsonObject } from '../json-value.ts';

/** Tokens. What the endpoint did not say is unknown, which is not 0. */
export type TokenCounts = {
  input: number | undefined;
  /** Part of `input` that came out of the endpoint's cache. */
  cachedInput: number | undefined;
  output: number | undefined;
  /** Part of `output` that was spent on reasoning. */
  reasoning: number | undefined;
};

const UNKNOWN: TokenCounts = {
  input: undefined,
  cachedInput: undefined,
  output: undefined,
  reasoning: undefined,
};

/** The counts in the `usage` of a response as it came over the wire. */
export function readTokenCounts(usage: unknown): TokenCounts {
  if (!isJsonObject(usage)) return UNKNOWN;
  return {
    input: findNumber(usage['input_tokens']),
    cachedInput: findDetail(usage['input_tokens_details'], 'cached_tokens'),
    output: findNumber(usage['output_tokens']),
    reasoning: findDetail(usage['output_tokens_details'], 'reasoning_tokens'),
  };
}

function findDetail(details: unknown, name: string): number | undefined {
  return isJsonObject(details) ? findNumber(details[name]) : undefined;
}

/** A sum is unknown as soon as one of its parts is. */
export function addTokenCounts(parts: readonly TokenCounts[]): TokenCounts {
  return {
    input: addKnown(parts.map(({ input }) => input)),
    cachedInput: addKnown(parts.map(({ cachedInput }) => cachedInput)),
    output: addKnown(parts.map(({ output }) => output)),
    reasoning: addKnown(parts.map(({ reasoning }) => reasoning)),
  };
}

export function addKnown(values: readonly (number | undefined)[]): number | undefined {
  return values.reduce<number | undefined>(
    (sum, value) => (sum === undefined || value === undefined ? undefined : sum + value),
    0,
  );
}
