import { jobPage, type Job } from '@meeting-assistant/contracts';
import type { ApiClient } from '../api-client.ts';
import type { Output } from '../output.ts';

export interface JobsOptions {
  status?: string;
  q?: string;
  limit?: string;
  json?: boolean;
}

/** Lists jobs, newest first. */
export async function jobs(options: JobsOptions, client: ApiClient, output: Output): Promise<void> {
  const query = new URLSearchParams();
  for (const name of ['status', 'q', 'limit'] as const) {
    const value = options[name];
    if (value !== undefined) query.set(name, value);
  }
  const { items } = await client.json(jobPage, `/v1/jobs?${query.toString()}`);
  output.result(options.json ? `${JSON.stringify(items, null, 2)}\n` : items.map(describe).join(''));
  if (items.length === 0) output.progress('No jobs.');
}

function describe(job: Job): string {
  const error = job.error ? `\n    ${job.error.code}: ${job.error.message}` : '';
  return `${job.id}  ${job.status.padEnd(9)}  ${job.createdAt.slice(0, 19)}Z  ${job.meetingId ?? ''}  ${job.meetingTitle ?? ''}${error}\n`;
}
