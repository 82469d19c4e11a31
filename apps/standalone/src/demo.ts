import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import path from 'node:path';
import {
  job as jobSchema,
  storedSummary,
  uploadAccepted,
  type Job,
  type StoredSummary,
  type UploadAccepted,
} from '@meeting-assistant/contracts';
import { createApiKey, revokeApiKey } from '@meeting-assistant/database';
import { z } from 'zod';
import type { StandaloneConfig } from './config.ts';
import { startSystem } from './system.ts';

const examplesFolder = fileURLToPath(new URL('../../../examples/', import.meta.url));

/** What `examples/meetings.json` says of each file: the first one's summary is shown in full. */
const exampleSettings = z.record(z.string(), z.record(z.string(), z.string()));

const progress = (line: string) => void process.stderr.write(`${line}\n`);

/** `pnpm demo`: uploads the examples, waits for their jobs and prints what was stored. */
export async function demo(config: StandaloneConfig, signal: AbortSignal): Promise<void> {
  progress('Starting Postgres, the API and a worker …');
  const system = await startSystem({
    config: { ...config, port: 0 },
    log: progress,
    signal,
    // Whatever endpoint the shell has set is not to be asked, or paid, for a demonstration.
    overrides: {
      HOST: '127.0.0.1',
      PORT: '0',
      LOG_LEVEL: 'warn',
      OPENAI_BASE_URL: '',
      OPENAI_API_KEY: '',
      AGENT_MODEL: '',
    },
  });
  try {
    const { id, key } = await createApiKey(system.db, {
      workspaceId: system.workspaceId,
      name: 'demo',
      scopes: ['upload', 'read'],
    });
    try {
      await Promise.race([run(new DemoClient(system.url, key, signal)), system.failed]);
    } finally {
      await revokeApiKey(system.db, system.workspaceId, id);
    }
  } finally {
    await system.stop();
  }
}

async function run(client: DemoClient): Promise<void> {
  const settings = exampleSettings.parse(
    JSON.parse(await readFile(path.join(examplesFolder, 'meetings.json'), 'utf8')),
  );
  const files = (await readdir(examplesFolder)).filter((name) => /\.(vtt|srt|txt)$/.test(name));
  const order = Object.keys(settings);
  files.sort((a, b) => order.indexOf(a) - order.indexOf(b));
  const accepted = [];
  for (const file of files) accepted.push(await client.upload(file, settings[file] ?? {}));
  const summaries = [];
  for (const upload of accepted) summaries.push(await client.summary(upload));

  const [first] = summaries;
  if (first) process.stdout.write(await client.markdown(first.meetingId));
  process.stdout.write('\nAll stored summaries:\n\n');
  for (const [index, stored] of summaries.entries()) process.stdout.write(describe(stored, accepted[index]));
  progress('\nRead them at leisure: pnpm start');
}

function describe({ summary, version }: StoredSummary, upload: UploadAccepted | undefined): string {
  const counts = [
    count(summary.topics, 'topic'),
    count(summary.decisions, 'decision'),
    count(summary.actionItems, 'action item'),
    count(summary.openQuestions, 'open question'),
  ].join(', ');
  const lines = upload?.meeting.lineCount ?? 0;
  return `- ${upload?.meeting.title ?? summary.title} (${lines} lines, version ${version}, ${summary.quality.status}): ${counts}\n`;
}

const count = (items: readonly unknown[], name: string) =>
  `${items.length} ${name}${items.length === 1 ? '' : 's'}`;

/** The few calls of the API that the demo needs. */
class DemoClient {
  readonly #url: string;
  readonly #headers: Record<string, string>;
  readonly #signal: AbortSignal;

  constructor(url: string, key: string, signal: AbortSignal) {
    this.#url = url;
    this.#headers = { authorization: `Bearer ${key}` };
    this.#signal = signal;
  }

  async upload(file: string, settings: Record<string, string>): Promise<UploadAccepted> {
    const form = new FormData();
    for (const [name, value] of Object.entries(settings)) form.set(name, value);
    form.set('file', new Blob([await readFile(path.join(examplesFolder, file))]), file);
    const response = await this.#send('/v1/transcripts', { method: 'POST', body: form });
    const accepted = uploadAccepted.parse(await response.json());
    const what = response.status === 200 ? 'known already, no new job' : `accepted, job ${accepted.job.id}`;
    progress(`${file}: ${accepted.import.lineCount} lines, ${what}`);
    return accepted;
  }

  async summary({ meeting, job }: UploadAccepted): Promise<StoredSummary> {
    const ended = await this.#waitFor(job.id);
    if (ended.status !== 'succeeded') {
      throw new Error(
        `The job of "${meeting.title}" ${ended.status}: ${ended.error?.message ?? 'no reason given'} ${ended.error?.advice ?? ''}`,
      );
    }
    progress(`${meeting.title}: summary stored`);
    return storedSummary.parse(await (await this.#send(`/v1/meetings/${meeting.id}/summary`)).json());
  }

  async markdown(meetingId: string): Promise<string> {
    return (
      await this.#send(`/v1/meetings/${meetingId}/summary`, { headers: { accept: 'text/markdown' } })
    ).text();
  }

  async #waitFor(jobId: string): Promise<Job> {
    for (;;) {
      const job = jobSchema.parse(await (await this.#send(`/v1/jobs/${jobId}`)).json());
      if (job.status !== 'queued' && job.status !== 'running') return job;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  async #send(
    pathAndQuery: string,
    init: { method?: string; body?: FormData; headers?: Record<string, string> } = {},
  ): Promise<Response> {
    const response = await fetch(`${this.#url}${pathAndQuery}`, {
      ...init,
      headers: { ...this.#headers, ...init.headers },
      signal: this.#signal,
    });
    if (!response.ok)
      throw new Error(`${pathAndQuery} answered ${response.status}: ${await response.text()}`);
    return response;
  }
}
