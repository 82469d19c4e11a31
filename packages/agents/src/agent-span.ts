import { errorTypeOf } from '@meeting-assistant/llm-client';
import { SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';

/** Runs an agent inside an OpenTelemetry span, below which the model calls and the tool calls of the run stand. Holds no content. */
export async function inAgentSpan<T>(
  { agent, model }: { agent: string; model: string },
  run: () => Promise<T>,
): Promise<T> {
  const attributes = {
    'gen_ai.operation.name': 'invoke_agent',
    'gen_ai.agent.name': agent,
    'gen_ai.request.model': model,
  };
  const tracer = trace.getTracer('@meeting-assistant/agents');
  return await tracer.startActiveSpan(
    `invoke_agent ${agent}`,
    { kind: SpanKind.INTERNAL, attributes },
    async (span) => {
      try {
        return await run();
      } catch (error) {
        span.setAttribute('error.type', errorTypeOf(error));
        span.setStatus({ code: SpanStatusCode.ERROR });
        throw error;
      } finally {
        span.end();
      }
    },
  );
}
