import { z } from 'zod';
import {
  ENDPOINT_PROFILES,
  endpointSwitches,
  reasoning as reasoningSchema,
  type EndpointProfile,
  type EndpointSwitches,
  type Reasoning,
} from './endpoint-profile.ts';
import type { Timeouts } from './limits.ts';

const flag = z.stringbool();
const milliseconds = z.coerce.number().int().min(1).max(86_400_000);

/** The environment variables that say which endpoint there is and how to talk to it: a part of an app's own schema. */
export const endpointVariables = {
  OPENAI_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .refine((url) => URL.parse(url)?.username === '', 'holds a user name: put the key into OPENAI_API_KEY')
    .optional(),
  /** Never quoted: the message about a wrong one goes to a terminal or a log. */
  OPENAI_API_KEY: z
    .string()
    .trim()
    .regex(/^[!-~]+$/, 'holds spaces, line breaks or other characters that no header can carry')
    .optional(),
  AGENT_MODEL: z.string().trim().min(1).optional(),
  AGENT_USE_STREAMING: flag.optional(),
  /** The same setting, spelled as in .NET configuration. */
  MeetingAssistant__Agent__UseStreaming: flag.optional(),
  AGENT_ENDPOINT_PROFILE: z.enum(ENDPOINT_PROFILES).optional(),
  AGENT_STORE: flag.optional(),
  AGENT_ENCRYPTED_REASONING: flag.optional(),
  AGENT_REPLAY_INVALID_ARGUMENTS: endpointSwitches.shape.replayInvalidArguments.optional(),
  AGENT_INITIATOR_HEADER: flag.optional(),
  AGENT_PROMPT_CACHE_KEY: flag.optional(),
  AGENT_REASONING_EFFORT: reasoningSchema.shape.effort.unwrap().optional(),
  AGENT_REASONING_SUMMARY: reasoningSchema.shape.summary.unwrap().optional(),
  AGENT_ENDPOINT_CONCURRENCY: z.coerce.number().int().min(1).max(1_000).default(16),
  AGENT_HEADERS_TIMEOUT_MS: milliseconds.optional(),
  AGENT_FIRST_EVENT_TIMEOUT_MS: milliseconds.optional(),
  AGENT_STALL_TIMEOUT_MS: milliseconds.optional(),
  AGENT_TOTAL_TIMEOUT_MS: milliseconds.optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  OTEL_SDK_DISABLED: flag.optional(),
  OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: flag.optional(),
};
type Variables = z.infer<z.ZodObject<typeof endpointVariables>>;

/** How to talk to an endpoint, whichever it is. */
export type CallSettings = {
  useStreaming: boolean;
  /** undefined: known by the address. */
  profile: EndpointProfile | undefined;
  switches: Partial<EndpointSwitches>;
  reasoning: Reasoning;
  /** Calls at once. */
  concurrency: number;
  timeouts: Partial<Timeouts>;
  /** Whether prompts and answers go into the spans. */
  captureContent: boolean;
};

export type EndpointSettings = {
  /** undefined: none is configured, so the offline model is to answer. */
  endpoint: { baseURL: string; apiKey: string; model: string } | undefined;
  /** A key is set, and with neither URL nor model it configures nothing. */
  keyIgnored: boolean;
  calls: CallSettings;
  /** Whether spans are to be sent anywhere. */
  tracing: boolean;
};

/** The endpoint's settings do not go together; the message says what to set. */
export class EndpointSettingsError extends Error {
  override readonly name = 'EndpointSettingsError';
}

/**
 * An endpoint is configured by its URL or by a model. A key alone, as many shells have one, does not send anybody's meetings away.
 *
 * @param wantedModel in place of `AGENT_MODEL`
 * @throws EndpointSettingsError
 */
export function readEndpointSettings(variables: Variables, wantedModel?: string): EndpointSettings {
  const { OPENAI_BASE_URL: baseURL, OPENAI_API_KEY: apiKey } = variables;
  const model = wantedModel ?? variables.AGENT_MODEL;
  const shared = {
    calls: readCallSettings(variables),
    tracing: wantsTracing(variables),
  };
  if (baseURL === undefined && model === undefined)
    return { ...shared, endpoint: undefined, keyIgnored: apiKey !== undefined };
  if (model === undefined)
    throw new EndpointSettingsError('An endpoint is configured, but no model: set AGENT_MODEL.');
  if (baseURL === undefined && apiKey === undefined) {
    throw new EndpointSettingsError(
      `The model ${model} is wanted, but no endpoint is configured: set OPENAI_BASE_URL, OPENAI_API_KEY or both. Without a model, the offline model answers.`,
    );
  }
  const endpoint = { baseURL: baseURL ?? 'https://api.openai.com/v1', apiKey: apiKey ?? '', model };
  return { ...shared, endpoint, keyIgnored: false };
}

/** Whether spans are to be sent anywhere. */
export function wantsTracing(variables: Variables): boolean {
  if (variables.OTEL_SDK_DISABLED === true) return false;
  return (
    (variables.OTEL_EXPORTER_OTLP_ENDPOINT ?? variables.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT) !== undefined
  );
}

export function readCallSettings(variables: Variables): CallSettings {
  return {
    useStreaming: variables.AGENT_USE_STREAMING ?? variables.MeetingAssistant__Agent__UseStreaming ?? true,
    profile: variables.AGENT_ENDPOINT_PROFILE,
    switches: definedOf({
      store: variables.AGENT_STORE,
      encryptedReasoning: variables.AGENT_ENCRYPTED_REASONING,
      replayInvalidArguments: variables.AGENT_REPLAY_INVALID_ARGUMENTS,
      initiatorHeader: variables.AGENT_INITIATOR_HEADER,
      promptCacheKey: variables.AGENT_PROMPT_CACHE_KEY,
    }),
    reasoning: definedOf({
      effort: variables.AGENT_REASONING_EFFORT,
      summary: variables.AGENT_REASONING_SUMMARY,
    }),
    concurrency: variables.AGENT_ENDPOINT_CONCURRENCY,
    timeouts: definedOf({
      headersMs: variables.AGENT_HEADERS_TIMEOUT_MS,
      firstEventMs: variables.AGENT_FIRST_EVENT_TIMEOUT_MS,
      stallMs: variables.AGENT_STALL_TIMEOUT_MS,
      totalMs: variables.AGENT_TOTAL_TIMEOUT_MS,
    }),
    captureContent: variables.OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT ?? false,
  };
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function definedOf<T extends object>(values: T): Defined<T> {
  // The entries that are left are those of T that have a value.
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as Defined<T>;
}
