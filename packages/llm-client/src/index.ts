export { assembleResponse } from './assemble/response-assembler.ts';
export {
  EmptyResponseError,
  IncompleteResponseError,
  RefusalError,
  ResponseFailedError,
  StreamCutError,
  UnresolvedCallError,
} from './assemble/response-errors.ts';
export { createResponsesClient, type ResponsesClientOptions } from './create-client.ts';
export {
  EndpointFailedError,
  EndpointRefusedError,
  EndpointUnreachableError,
  FirstEventTimeoutError,
  HeadersTimeoutError,
  RateLimitedError,
  StreamStalledError,
  TotalTimeoutError,
  UnexpectedBodyError,
  type RefusalCode,
} from './endpoint/endpoint-errors.ts';
export { DEFAULT_RETRIES, DEFAULT_TIMEOUTS, type Retries, type Timeouts } from './endpoint/limits.ts';
export { findResponsesError, ResponsesError } from './errors.ts';
export {
  HandoffRefusedError,
  RepeatedInvalidArgumentsError,
  UnguardedToolError,
} from './guard/guard-errors.ts';
export { guardTool, guardTools, type ToolRefusal } from './guard/guard-tool.ts';
export { InvalidHistoryError, type ReplayInvalidArguments } from './model-request.ts';
export { ResponsesModel, type ResponsesModelOptions } from './responses-model.ts';
export { silenceTracing } from './silence-tracing.ts';
