import type { TokenUsage } from '@meeting-assistant/contracts';
import { findCallReport, type TokenCounts } from '@meeting-assistant/llm-client';
import { Usage, type ModelResponse } from '@openai/agents';

/**
 * What the endpoint said of one call, its failed attempts included. The SDK turns silence into zeros, so it is asked only where a model
 * keeps no account of its own.
 */
export function readUsage(response: ModelResponse): TokenUsage {
  const tokens = findCallReport(response)?.tokens;
  if (tokens !== undefined) return toTokenUsage(tokens);
  const { usage } = response;
  const silent = usage.totalTokens === 0;
  return {
    inputTokens: silent ? null : figure(usage.inputTokens),
    cachedInputTokens: figure(usage.inputTokensDetails[0]?.['cached_tokens']),
    outputTokens: silent ? null : figure(usage.outputTokens),
    reasoningTokens: figure(usage.outputTokensDetails[0]?.['reasoning_tokens']),
  };
}

export function toTokenUsage(tokens: TokenCounts): TokenUsage {
  return {
    inputTokens: figure(tokens.input),
    cachedInputTokens: figure(tokens.cachedInput),
    outputTokens: figure(tokens.output),
    reasoningTokens: figure(tokens.reasoning),
  };
}

/** The sum of several calls; a figure that one of them did not say is unknown in the sum. */
export function addUsage(turns: readonly TokenUsage[]): TokenUsage {
  const sum = (pick: (usage: TokenUsage) => number | null): number | null =>
    turns.reduce<number | null>((total, usage) => {
      const value = pick(usage);
      return total === null || value === null ? null : total + value;
    }, 0);
  return {
    inputTokens: sum((usage) => usage.inputTokens),
    cachedInputTokens: sum((usage) => usage.cachedInputTokens),
    outputTokens: sum((usage) => usage.outputTokens),
    reasoningTokens: sum((usage) => usage.reasoningTokens),
  };
}

/** For the SDK, which knows no unknown figures. */
export function toSdkUsage({ inputTokens, outputTokens }: TokenUsage): Usage {
  const [input, output] = [inputTokens ?? 0, outputTokens ?? 0];
  return new Usage({ requests: 1, inputTokens: input, outputTokens: output, totalTokens: input + output });
}

const figure = (value: unknown): number | null =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 ? value : null;
