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
export { connectEndpoint, type ConnectedEndpoint } from './connect-endpoint.ts';
export { createResponsesClient } from './create-client.ts';
export {
  endpointVariables,
  EndpointSettingsError,
  readCallSettings,
  readEndpointSettings,
  wantsTracing,
  type CallSettings,
  type EndpointSettings,
} from './endpoint-settings.ts';
export { createConcurrencyLimit } from './endpoint/concurrency-limit.ts';
/** @public */
export {
  EndpointFailedError,
  EndpointRedirectedError,
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
export { recordExchanges } from './exchanges/record-exchanges.ts';
/** @public */
export {
  BrokenRecordingError,
  RecordingFailedError,
  UnrecordedRequestError,
} from './exchanges/recording-errors.ts';
export type { RecordingSettings } from './exchanges/recording-settings.ts';
export { replayExchanges } from './exchanges/replay-exchanges.ts';
/** @public */
export {
  HandoffRefusedError,
  RepeatedInvalidArgumentsError,
  UnguardedToolError,
} from './guard/guard-errors.ts';
export { guardTool, guardTools, type GuardOptions } from './guard/guard-tool.ts';
export { guardedRunOptions } from './guard/run-options.ts';
/** @public */
export { InvalidHistoryError } from './model-request.ts';
export { ResponsesModel } from './responses-model.ts';
export { silenceTracing } from './silence-tracing.ts';
export { startTracing, type Tracing } from './telemetry/start-tracing.ts';
export { findCallReport, type AttemptReport, type CallReport } from './usage/call-report.ts';
export type { TokenCounts } from './usage/token-counts.ts';
