export { assembleResponse } from './assemble/response-assembler.ts';
/** @public */
export {
  EmptyResponseError,
  IncompleteResponseError,
  RefusalError,
  ResponseFailedError,
  StreamCutError,
  UnresolvedCallError,
} from './assemble/response-errors.ts';
export { createResponsesClient } from './create-client.ts';
/** @public */
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
} from './endpoint/endpoint-errors.ts';
/** @public */
export { findResponsesError, ResponsesError } from './errors.ts';
/** @public */
export {
  HandoffRefusedError,
  RepeatedInvalidArgumentsError,
  UnguardedToolError,
} from './guard/guard-errors.ts';
export { guardTool, guardTools } from './guard/guard-tool.ts';
/** @public */
export { InvalidHistoryError } from './model-request.ts';
export { ResponsesModel } from './responses-model.ts';
export { silenceTracing } from './silence-tracing.ts';
