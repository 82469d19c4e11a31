import { findText, shorten } from '../json-value.ts';

/** OpenAI's header, and those of Azure and LiteLLM. */
export function findRequestId(headers: Headers | undefined): string | undefined {
  const id =
    findText(headers?.get('x-request-id')) ??
    findText(headers?.get('apim-request-id')) ??
    findText(headers?.get('x-litellm-call-id'));
  return id === undefined ? undefined : shorten(id);
}
