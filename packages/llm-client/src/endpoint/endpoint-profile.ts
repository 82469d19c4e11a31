import { z } from 'zod';

/** In what endpoints differ as far as requests go. */
export const endpointSwitches = z.object({
  /** Sent as `store`; undefined sends nothing. With false no item goes back under an id, since the endpoint has none of them. */
  store: z.boolean().optional(),
  /** Asks for reasoning in encrypted form, and sends it back. Without it encrypted reasoning is left out of what goes back. */
  encryptedReasoning: z.boolean(),
  /** How arguments that are no JSON object go back: as the model wrote them, or as `{}` for endpoints that answer 400. */
  replayInvalidArguments: z.enum(['raw', 'emptyObject']),
  /** Sends `X-Initiator: user` when a user message comes last, else `agent`: GitHub Copilot counts by it. */
  initiatorHeader: z.boolean(),
  /** Sends `prompt_cache_key`, where the model was given one. */
  promptCacheKey: z.boolean(),
});
export type EndpointSwitches = z.infer<typeof endpointSwitches>;

/** How hard the model is to think, and whether it is to say what it thought. The values are the endpoint's. */
export const reasoning = z.object({
  effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh']).exactOptional(),
  summary: z.enum(['auto', 'concise', 'detailed']).exactOptional(),
});
export type Reasoning = z.infer<typeof reasoning>;

export const ENDPOINT_PROFILES = ['openai', 'litellm', 'vllm', 'custom'] as const;
export type EndpointProfile = (typeof ENDPOINT_PROFILES)[number];

/** Nothing that an endpoint which speaks the plain Responses API could stumble over. */
const PLAIN: EndpointSwitches = {
  store: undefined,
  encryptedReasoning: false,
  replayInvalidArguments: 'raw',
  initiatorHeader: false,
  promptCacheKey: true,
};

/**
 * The switches of a profile.
 *
 * - `openai`: meetings are not kept there (`store: false`), so reasoning goes to and fro encrypted, with the models that reason: the others
 *   refuse the wish.
 * - `litellm`, `vllm`: both parse the arguments of earlier calls and fail on those that are no JSON. vLLM refuses encrypted reasoning, and
 *   keeps no responses unless it is started to do so; LiteLLM does with either what the provider behind it does.
 * - `custom`: nothing beyond the plain API.
 */
export function switchesOf(profile: EndpointProfile, model: string): EndpointSwitches {
  const own: { [profile in EndpointProfile]: Partial<EndpointSwitches> } = {
    openai: { store: false, encryptedReasoning: isReasoningModel(model) },
    litellm: { replayInvalidArguments: 'emptyObject' },
    vllm: { store: false, replayInvalidArguments: 'emptyObject' },
    custom: {},
  };
  return { ...PLAIN, ...own[profile] };
}

/** OpenAI itself is known by its address; what anything else is, its operator says. */
export function profileOfURL(baseURL: string): EndpointProfile {
  return URL.parse(baseURL)?.hostname === 'api.openai.com' ? 'openai' : 'custom';
}

function isReasoningModel(model: string): boolean {
  return /^(o\d|gpt-([5-9]|\d\d)|codex)/.test(model) && !/-chat(-|$)/.test(model);
}
