import { calcPrice } from '@pydantic/genai-prices';
import { findNumber, isJsonObject } from '../json-value.ts';
import type { TokenCounts } from './token-counts.ts';

/** In US dollars, and who says so. */
export type CallCost = { usd: number; source: 'endpoint' | 'price list' };

/** LiteLLM says what a call cost in a header, OpenRouter in the usage. */
const COST_HEADER = 'x-litellm-response-cost';

export function findReportedCost(headers: Headers | undefined, usage: unknown): number | undefined {
  const inUsage = isJsonObject(usage) ? findNumber(usage['cost']) : undefined;
  if (inUsage !== undefined) return inUsage;
  const header = headers?.get(COST_HEADER) ?? '';
  return /^\d+(\.\d+)?(e-?\d+)?$/i.test(header) ? Number(header) : undefined;
}

/**
 * What a call cost: the endpoint's own figure, else by the price list of the provider whose URL this is, else unknown. A model of the same
 * name on other people's or on one's own machines has another price, so the model name alone says nothing.
 */
export function findCost(call: {
  reportedUsd: number | undefined;
  baseURL: string;
  model: string;
  tokens: TokenCounts;
}): CallCost | undefined {
  if (call.reportedUsd !== undefined) return { usd: call.reportedUsd, source: 'endpoint' };
  const { input, output, cachedInput } = call.tokens;
  if (input === undefined || output === undefined) return undefined;
  const usage = {
    input_tokens: input,
    output_tokens: output,
    ...(cachedInput === undefined ? {} : { cache_read_tokens: Math.min(cachedInput, input) }),
  };
  const usd = findListPrice(usage, call.model, call.baseURL);
  return usd === undefined ? undefined : { usd, source: 'price list' };
}

/** A price list that stumbles over what an endpoint says must not cost the answer. */
function findListPrice(
  usage: Parameters<typeof calcPrice>[0],
  model: string,
  baseURL: string,
): number | undefined {
  try {
    return calcPrice(usage, model, { providerApiUrl: baseURL })?.total_price;
  } catch {
    return undefined;
  }
}
