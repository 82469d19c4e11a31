import { SpanKind, SpanStatusCode, trace, type Span } from '@opentelemetry/api';
import { isJsonObject } from '../json-value.ts';
import { errorTypeOf } from './error-type.ts';
import { TRACER } from './tracer.ts';

/** Runs one call of a tool inside a span by OpenTelemetry's GenAI conventions. It holds neither arguments nor results. */
export async function inToolSpan(
  call: { toolName: string; callId: string | undefined },
  run: () => Promise<unknown>,
): Promise<unknown> {
  const attributes = {
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': call.toolName,
    'gen_ai.tool.type': 'function',
    ...(call.callId === undefined ? {} : { 'gen_ai.tool.call.id': call.callId }),
  };
  const options = { kind: SpanKind.INTERNAL, attributes };
  return await trace
    .getTracer(TRACER)
    .startActiveSpan(`execute_tool ${call.toolName}`, options, async (span) => {
      try {
        const output = await run();
        const code = refusalCodeOf(output);
        if (code !== undefined) fail(span, code);
        return output;
      } catch (error) {
        fail(span, errorTypeOf(error));
        throw error;
      } finally {
        span.end();
      }
    });
}

function fail(span: Span, type: string): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: SpanStatusCode.ERROR });
}

function refusalCodeOf(output: unknown): string | undefined {
  const error = isJsonObject(output) ? output['error'] : undefined;
  const code = isJsonObject(error) ? error['code'] : undefined;
  return typeof code === 'string' ? code : undefined;
}
