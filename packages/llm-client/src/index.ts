/** @public */
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
export { connectEndpoint, type ConnectedEndpoint } from './endpoint/connect-endpoint.ts';
export { createResponsesClient } from './endpoint/create-client.ts';
export {
  endpointVariables,
  EndpointSettingsError,
  readCallSettings,
  readEndpointSettings,
  wantsTracing,
  type CallSettings,
  type EndpointSettings,
} from './endpoint/endpoint-settings.ts';
/** @public */
export { createConcurrencyLimit, type ConcurrencyLimit } from './endpoint/concurrency-limit.ts';
/** @public */
export type { EndpointProfile, EndpointSwitches, Reasoning } from './endpoint/endpoint-profile.ts';
/** @public */
export type { Retries, Timeouts } from './endpoint/limits.ts';
/** @public */
export {
  EndpointFailedError,
  EndpointRedirectedError,
  EndpointRefusedError,
  EndpointUnreachableError,
  FirstEventTimeoutError,
  HeadersTimeoutError,
  RateLimitedError,
  RequestFailedError,
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
/** @public */
export { guardTool, guardTools, type GuardOptions } from './guard/guard-tool.ts';
export { guardedRunOptions } from './guard/run-options.ts';
/** @public */
export { InvalidHistoryError } from './model/history-check.ts';
/** @public */
export { ResponsesModel, type ResponsesModelOptions } from './model/responses-model.ts';
export { errorTypeOf } from './telemetry/error-type.ts';
export { silenceTracing } from './telemetry/silence-tracing.ts';
export { startTracing, type Tracing } from './telemetry/start-tracing.ts';
export { findCallReport, type AttemptReport, type CallReport } from './usage/call-report.ts';
export type { TokenCounts } from './usage/token-counts.ts';
