import { context, type Context } from '@opentelemetry/api';
import { getCurrentTrace, withTrace, type ModelRequest, type ModelResponse } from '@openai/agents';
import { OpenAIResponsesModel } from '@openai/agents-openai';
import type OpenAI from 'openai';
import type { Logger } from 'pino';
import type { ConcurrencyLimit } from '../endpoint/concurrency-limit.ts';
import { DEFAULT_RETRIES, DEFAULT_TIMEOUTS, type Retries, type Timeouts } from '../endpoint/limits.ts';
import {
  profileOfURL,
  switchesOf,
  type EndpointProfile,
  type EndpointSwitches,
  type Reasoning,
} from '../endpoint/endpoint-profile.ts';
import { isJsonObject, type JsonObject } from '../json-value.ts';
import { initiatorOf, prepareInput, revealTools, usedCallIds } from './model-request.ts';
import { followResponse, readResponse, type ResponseReading } from './read-response.ts';
import { CallObserver } from '../telemetry/call-observer.ts';
import { CallSpan } from '../telemetry/call-span.ts';

export type ResponsesModelOptions = {
  client: OpenAI;
  model: string;
  /** SSE (the default) or one JSON body on the wire. Runs may be streamed or not with either. */
  useStreaming?: boolean;
  /** What kind of endpoint it is; by default OpenAI is known by its address, and all else is `custom`. */
  profile?: EndpointProfile;
  /** Single switches of the profile, overridden. */
  switches?: Partial<EndpointSwitches>;
  /** The same for all calls of one job: endpoints find the cached beginning of a prompt by it. */
  promptCacheKey?: string;
  /** For requests whose model settings say nothing of it. */
  reasoning?: Reasoning;
  timeouts?: Partial<Timeouts>;
  retries?: Partial<Retries>;
  /** Shared by all models that use one endpoint. */
  concurrencyLimit?: ConcurrencyLimit;
  /** Gets a line for each attempt, with ids and figures and without text of prompt or answer. */
  logger?: Logger;
  /** Puts prompts and answers into the spans. Off by default. */
  captureContent?: boolean;
};

const ENCRYPTED_REASONING = 'reasoning.encrypted_content';

type Built = ReturnType<OpenAIResponsesModel['_buildResponsesCreateRequest']>;

/**
 * The Agents SDK's model for a Responses endpoint that may be any of them. Conversion and usage are the SDK's; the transport, the assembly
 * of the answer and the check of what is sent are ours.
 */
export class ResponsesModel extends OpenAIResponsesModel {
  readonly useStreaming: boolean;
  readonly #options: ResponsesModelOptions;
  readonly #switches: EndpointSwitches;
  readonly #timeouts: Timeouts;
  readonly #retries: Retries;

  constructor(options: ResponsesModelOptions) {
    super(options.client, options.model);
    this.#options = options;
    this.useStreaming = options.useStreaming ?? true;
    const profile = options.profile ?? profileOfURL(options.client.baseURL);
    this.#switches = { ...switchesOf(profile, options.model), ...options.switches };
    this.#timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
    this.#retries = { ...DEFAULT_RETRIES, ...options.retries };
  }

  /** The SDK wants a trace around it, also where nobody runs a Runner. */
  override async getResponse(request: ModelRequest): Promise<ModelResponse> {
    if (getCurrentTrace() !== null) return await super.getResponse(request);
    return await withTrace('model call', () => super.getResponse(request));
  }

  protected override _buildResponsesCreateRequest(request: ModelRequest, stream: boolean): Built {
    const built = super._buildResponsesCreateRequest(revealTools(request), stream);
    const hasServerState = request.previousResponseId !== undefined || request.conversationId !== undefined;
    const input = prepareInput(built.requestData['input'], this.#switches, hasServerState);
    return {
      ...built,
      requestData: { ...built.requestData, ...this.#settings(built.requestData), input },
      sdkRequestHeaders: this.#switches.initiatorHeader
        ? { 'X-Initiator': initiatorOf(input), ...built.sdkRequestHeaders }
        : built.sdkRequestHeaders,
    };
  }

  /** What the request gets from the profile and the options, where the caller's model settings do not say otherwise. */
  #settings(requestData: JsonObject): JsonObject {
    const { promptCacheKey, reasoning } = this.#options;
    const { store, promptCacheKey: sendsCacheKey, encryptedReasoning } = this.#switches;
    const { include, reasoning: asked } = requestData;
    return {
      store: requestData['store'] ?? store,
      prompt_cache_key: requestData['prompt_cache_key'] ?? (sendsCacheKey ? promptCacheKey : undefined),
      ...(reasoning === undefined
        ? {}
        : { reasoning: { ...reasoning, ...(isJsonObject(asked) ? asked : {}) } }),
      ...(encryptedReasoning
        ? { include: [...new Set([...(Array.isArray(include) ? include : []), ENCRYPTED_REASONING])] }
        : {}),
    };
  }

  /**
   * The SDK's declaration knows the unstreamed call alone, its code calls both: one `Response` for `stream: false`, its events for `true`.
   * Hence `never`, which stands for either.
   */
  protected override async _fetchResponse(
    request: ModelRequest,
    stream: boolean,
    endpointMetadata?: { requestURL?: string },
  ): Promise<never> {
    request.signal?.throwIfAborted();
    const { reading, span } = this.#prepareReading(request, endpointMetadata);
    if (stream) return inContext(span.context, followResponse(reading)) as never;
    return (await context.with(span.context, () => readResponse(reading))) as never;
  }

  #prepareReading(
    request: ModelRequest,
    endpointMetadata: { requestURL?: string } | undefined,
  ): { reading: ResponseReading; span: CallSpan } {
    const { client, model, logger, concurrencyLimit, captureContent = false } = this.#options;
    const built = this._buildResponsesCreateRequest(request, this.useStreaming);
    const body: JsonObject = built.requestData;
    const span = new CallSpan({ baseURL: client.baseURL, model, body, captureContent });
    const observer = new CallObserver({ logger, span, apiKey: client.apiKey ?? '' });
    const reading: ResponseReading = {
      observer,
      usedCallIds: usedCallIds(request.input),
      onURL: (url) => {
        if (endpointMetadata !== undefined) endpointMetadata.requestURL = url;
      },
      call: {
        client,
        model,
        // The SDK builds it as a record; it is what its own transport hands to `create`.
        body: built.requestData as OpenAI.Responses.ResponseCreateParams,
        headers: built.sdkRequestHeaders,
        query: built.transportExtraQuery,
        signal: built.signal,
        timeouts: this.#timeouts,
        retries: this.#retries,
        limit: concurrencyLimit,
        onAttempt: (report) => observer.attemptEnded(report),
      },
    };
    return { reading, span };
  }
}

/** The same events, each asked for inside a context: a generator by itself runs in that of whoever asks. */
function inContext<T>(
  within: Context,
  events: AsyncGenerator<T, void, undefined>,
): AsyncGenerator<T, void, undefined> {
  const next = events.next.bind(events);
  events.next = () => context.with(within, next);
  return events;
}
