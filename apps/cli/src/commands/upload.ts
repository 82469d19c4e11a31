import { basename } from 'node:path';
import { job as jobSchema, uploadAccepted, type Job } from '@meeting-assistant/contracts';
import type { ApiClient } from '../api-client.ts';
import { CommandError } from '../config.ts';
import { readMeetingOptions, type MeetingOptions } from '../meeting-options.ts';
import type { Output } from '../output.ts';
import { readInputFile } from '../read-input-file.ts';

export interface UploadOptions extends MeetingOptions {
  wait?: boolean;
  json?: boolean;
}

/** Uploads each file. One that is refused is reported and the next one goes on; the command then fails. */
export async function upload(
  files: string[],
  options: UploadOptions,
  client: ApiClient,
  output: Output,
): Promise<void> {
  const settings = await readMeetingOptions(options);
  const results: unknown[] = [];
  let refused = 0;
  for (const file of files) {
    try {
      const accepted = await uploadFile(file, settings, client);
      output.progress(
        `${file}: ${accepted.import.lineCount} lines, meeting ${accepted.meeting.id}, job ${accepted.job.id} ${accepted.job.status}`,
      );
      const job = options.wait ? await waitForJob(accepted.job.id, client, output) : accepted.job;
      results.push({ file, meeting: accepted.meeting.id, job: job.id, status: job.status });
      if (options.wait && job.status !== 'succeeded') {
        refused += 1;
        output.progress(
          `${file}: job ${job.status}${job.error ? `. ${job.error.message} ${job.error.advice ?? ''}` : ''}`,
        );
      }
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      refused += 1;
      output.progress(`${file}: ${error.message}`);
    }
  }
  output.result(
    options.json
      ? `${JSON.stringify(results, null, 2)}\n`
      : results.map((row) => `${Object.values(row as object).join('  ')}\n`).join(''),
  );
  if (refused > 0) throw new CommandError(`${refused} of ${files.length} files failed.`);
}

async function uploadFile(
  file: string,
  settings: Awaited<ReturnType<typeof readMeetingOptions>>,
  client: ApiClient,
) {
  const form = new FormData();
  for (const [name, value] of Object.entries(settings)) {
    if (value !== undefined) form.set(name, typeof value === 'string' ? value : JSON.stringify(value));
  }
  form.set('file', new Blob([await readInputFile(file)]), basename(file));
  return client.json(uploadAccepted, '/v1/transcripts', { method: 'POST', body: form });
}

/** Asks every half second until the job has ended. */
async function waitForJob(id: string, client: ApiClient, output: Output): Promise<Job> {
  for (;;) {
    const job = await client.json(jobSchema, `/v1/jobs/${id}`);
    if (job.status !== 'queued' && job.status !== 'running') return job;
    await new Promise((resolve) => setTimeout(resolve, 500));
    output.signal.throwIfAborted();
  }
}
