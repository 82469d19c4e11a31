import { storedSummary } from '@meeting-assistant/contracts';
import type { ApiClient } from '../api-client.ts';
import type { Output } from '../output.ts';

/** Prints the stored summary of a meeting: Markdown, or the JSON of the contract. */
export async function summary(
  meetingId: string,
  options: { version?: string; json?: boolean },
  client: ApiClient,
  output: Output,
): Promise<void> {
  const query = options.version === undefined ? '' : `?version=${encodeURIComponent(options.version)}`;
  const path = `/v1/meetings/${encodeURIComponent(meetingId)}/summary${query}`;
  if (options.json)
    output.result(`${JSON.stringify((await client.json(storedSummary, path)).summary, null, 2)}\n`);
  else output.result(await client.text(path, 'text/markdown'));
}
