import { getCurrentTrace, withTrace, type ModelRequest, type ModelResponse } from '@openai/agents';
import { OpenAIResponsesModel } from '@openai/agents-openai';
import type OpenAI from 'openai';
import type { EndpointCall } from './endpoint/call-endpoint.ts';
import { DEFAULT_RETRIES, DEFAULT_TIMEOUTS, type Retries, type Timeouts } from './endpoint/limits.ts';
import { prepareInput, revealTools, usedCallIds, type ReplayInvalidArguments } from './model-request.ts';
import { followResponse, readResponse } from './read-response.ts';

export type ResponsesModelOptions = {
  client: OpenAI;
  model: string;
  /** SSE (the default) or one JSON body on the wire. Runs may be streamed or not with either. */
  useStreaming?: boolean;
  timeouts?: Partial<Timeouts>;
  retries?: Partial<Retries>;
  replayInvalidArguments?: ReplayInvalidArguments;
};

/**
 * The Agents SDK's model for a Responses endpoint that may be any of them. Conversion, spans and usage are the SDK's; the transport, the
 * assembly of the answer and the check of what is sent are ours.
 */
export class ResponsesModel extends OpenAIResponsesModel {
  readonly useStreaming: boolean;
  readonly #client: OpenAI;
  readonly #timeouts: Timeouts;
  readonly #retries: Retries;
  readonly #replay: ReplayInvalidArguments;

  constructor(options: ResponsesModelOptions) {
    super(options.client, options.model);
    this.#client = options.client;
    this.useStreaming = options.useStreaming ?? true;
    this.#timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
    this.#retries = { ...DEFAULT_RETRIES, ...options.retries };
    this.#replay = options.replayInvalidArguments ?? 'raw';
  }

  /** The SDK wants a trace around it, also where nobody runs a Runner. */
  override async getResponse(request: ModelRequest): Promise<ModelResponse> {
    if (getCurrentTrace() !== null) return await super.getResponse(request);
    return await withTrace('model call', () => super.getResponse(request));
  }

  protected override _buildResponsesCreateRequest(
    request: ModelRequest,
    stream: boolean,
  ): ReturnType<OpenAIResponsesModel['_buildResponsesCreateRequest']> {
    const built = super._buildResponsesCreateRequest(revealTools(request), stream);
    const hasServerState = request.previousResponseId !== undefined || request.conversationId !== undefined;
    const input = prepareInput(built.requestData['input'], { replay: this.#replay, hasServerState });
    return { ...built, requestData: { ...built.requestData, input } };
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
    const reading = {
      call: this.#callOf(request),
      usedCallIds: usedCallIds(request.input),
      onURL: (url: string): void => {
        if (endpointMetadata !== undefined) endpointMetadata.requestURL = url;
      },
    };
    return (stream ? followResponse(reading) : await readResponse(reading)) as never;
  }

  #callOf(request: ModelRequest): EndpointCall {
    const built = this._buildResponsesCreateRequest(request, this.useStreaming);
    return {
      client: this.#client,
      // The SDK builds it as a record; it is what its own transport hands to `create`.
      body: built.requestData as OpenAI.Responses.ResponseCreateParams,
      headers: built.sdkRequestHeaders,
      query: built.transportExtraQuery,
      signal: built.signal,
      timeouts: this.#timeouts,
      retries: this.#retries,
    };
  }
}
