import {
  job as jobSchema,
  uploadAccepted,
  type Job,
  type UploadAccepted,
} from '@meeting-assistant/contracts';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { eventually } from './running-app.ts';

/** Plain HTTP, as any script of a user's would send it. */
export class ApiCaller {
  readonly url: string;
  readonly #key: string;

  constructor(url: string, key: string) {
    this.url = url;
    this.#key = key;
  }

  fetch(pathAndQuery: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('authorization', `Bearer ${this.#key}`);
    return fetch(`${this.url}${pathAndQuery}`, { ...init, headers });
  }

  async upload(
    file: string,
    fields: Record<string, string> = {},
  ): Promise<{ status: number; body: UploadAccepted }> {
    const form = new FormData();
    form.set('file', new Blob([await readFile(file)]), path.basename(file));
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    const response = await this.fetch('/v1/transcripts', { method: 'POST', body: form });
    return { status: response.status, body: uploadAccepted.parse(await response.json()) };
  }

  async job(id: string): Promise<Job> {
    return jobSchema.parse(await (await this.fetch(`/v1/jobs/${id}`)).json());
  }

  /** The job once it has ended. */
  jobEnd(id: string): Promise<Job> {
    return eventually(`job ${id} ends`, async () => {
      const job = await this.job(id);
      return job.status === 'queued' || job.status === 'running' ? undefined : job;
    });
  }
}
