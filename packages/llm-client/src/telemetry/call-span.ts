import {
  context,
  SpanKind,
  SpanStatusCode,
  trace,
  type Attributes,
  type Context,
  type Span,
} from '@opentelemetry/api';
import type { Response } from 'openai/resources/responses/responses';
import { ResponsesError } from '../errors.ts';
import { findText, type JsonObject } from '../json-value.ts';
import type { CallReport } from '../usage/call-report.ts';
import { errorTypeOf } from './error-type.ts';
import { TRACER } from './tracer.ts';

/**
 * The span of one model call, all its attempts included, by OpenTelemetry's GenAI conventions. Without a tracer provider in the process it
 * costs next to nothing and goes nowhere.
 */
export class CallSpan {
  readonly #span: Span;
  readonly #captureContent: boolean;
  /** For what is to stand below this span. */
  readonly context: Context;

  constructor(call: { baseURL: string; model: string; body: JsonObject; captureContent: boolean }) {
    const { body, model } = call;
    this.#captureContent = call.captureContent;
    this.#span = trace.getTracer(TRACER).startSpan(`chat ${model}`, {
      kind: SpanKind.CLIENT,
      attributes: {
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': 'openai',
        'gen_ai.request.model': model,
        ...serverOf(call.baseURL),
        ...numbersOf(body),
        ...(call.captureContent ? contentOfRequest(body) : {}),
      },
    });
    this.context = trace.setSpan(context.active(), this.#span);
  }

  answered(response: Response, report: CallReport): void {
    this.#describe(report);
    this.#span.setAttributes({
      'gen_ai.response.id': response.id,
      'gen_ai.response.finish_reasons': [response.status ?? 'completed'],
    });
    if (findText(response.model) !== undefined)
      this.#span.setAttribute('gen_ai.response.model', response.model);
    if (this.#captureContent)
      this.#span.setAttribute('gen_ai.output.messages', JSON.stringify(response.output));
    this.#span.end();
  }

  failed(error: unknown, report: CallReport): void {
    this.#describe(report);
    const aborted = report.attempts.at(-1)?.outcome === 'aborted';
    const type = aborted && !(error instanceof ResponsesError) ? 'aborted' : errorTypeOf(error);
    // Messages of errors quote the endpoint, which quotes the prompt: the code says enough.
    this.#span.setAttribute('error.type', type);
    this.#span.setStatus({ code: SpanStatusCode.ERROR });
    this.#span.end();
  }

  #describe({ attempts, tokens, cost }: CallReport): void {
    const known: Attributes = {
      'gen_ai.usage.input_tokens': tokens.input,
      'gen_ai.usage.output_tokens': tokens.output,
      'gen_ai.usage.cache_read.input_tokens': tokens.cachedInput,
      'gen_ai.usage.reasoning.output_tokens': tokens.reasoning,
      'llm_client.cost_usd': cost?.usd,
      'llm_client.attempts': attempts.length,
      'llm_client.request_id': attempts.at(-1)?.requestId,
    };
    for (const [name, value] of Object.entries(known)) {
      if (value !== undefined) this.#span.setAttribute(name, value);
    }
    for (const { attempt, code, retryInMs } of attempts) {
      if (retryInMs !== undefined) this.#span.addEvent('retry', { attempt, 'error.type': code ?? 'unknown' });
    }
  }
}

function serverOf(baseURL: string): Attributes {
  const url = URL.parse(baseURL);
  if (url === null) return {};
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  return { 'server.address': url.hostname, 'server.port': port };
}

function numbersOf(body: JsonObject): Attributes {
  const attributes: Attributes = {};
  const named = { max_output_tokens: 'max_tokens', temperature: 'temperature', top_p: 'top_p' };
  for (const [field, name] of Object.entries(named)) {
    const value = body[field];
    if (typeof value === 'number') attributes[`gen_ai.request.${name}`] = value;
  }
  return attributes;
}

function contentOfRequest(body: JsonObject): Attributes {
  return {
    'gen_ai.input.messages': JSON.stringify(body['input']),
    ...(typeof body['instructions'] === 'string'
      ? { 'gen_ai.system_instructions': body['instructions'] }
      : {}),
  };
}
