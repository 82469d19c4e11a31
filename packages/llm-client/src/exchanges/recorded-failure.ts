import { ResponseAssembler } from '../assemble/response-assembler.ts';
import { StreamCutError } from '../assemble/response-errors.ts';
import { readEvents } from '../endpoint/response-body.ts';
import { failureOf, type RecordedExchange } from './recorded-answer.ts';

/** Why whoever got this answer may have asked again; undefined where it is a whole response, or where the asker had given up. */
export async function findFailure({ response, body }: RecordedExchange): Promise<Error | undefined> {
  const { ending, status } = response;
  if (ending === 'unanswered') return failureOf(response);
  if (ending === 'aborted' || status === undefined) return undefined;
  if (status >= 300) return new Error(`The endpoint answered with status ${status}`);
  try {
    const facts = { status, contentType: response.headers?.['content-type'], requestId: undefined };
    const assembler = new ResponseAssembler();
    for await (const events of readEvents(textOf(body), facts))
      for (const event of events) assembler.accept(event);
    assembler.finish();
    return undefined;
  } catch (error) {
    if (ending === 'cut' && error instanceof StreamCutError)
      return new StreamCutError({ lastEvent: error.lastEvent, cause: failureOf(response) });
    return error instanceof Error ? error : new Error(String(error));
  }
}

async function* textOf(body: Buffer | null): AsyncGenerator<string, void, undefined> {
  yield new TextDecoder('utf-8', { fatal: true }).decode(body ?? Buffer.alloc(0));
}
