import type { Job } from '@meeting-assistant/contracts';

/** @param jobs newest first; null when nobody is signed in */
export function renderHome(jobs: readonly Job[] | null): string {
  if (jobs === null) return page(signedOut);
  return page(jobs.length === 0 ? empty : table(jobs));
}

/** What a person sees whose sign-in link no longer works. */
export function renderUsedLink(): string {
  return page(
    '<p>This sign-in link was used already, or is too old. Start the system again for a fresh one.</p>',
  );
}

function page(content: string): string {
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Meeting Assistant</title>
<link rel="icon" type="image/svg+xml" href="/icon.svg">
<link rel="stylesheet" href="/home.css">
<h1>Meeting Assistant</h1>
${content}
<p class="muted">The HTTP interface is described at <a href="/docs">/docs</a>.</p>
</html>
`;
}

const signedOut = `<p>You are not signed in. Open the sign-in link that <code>pnpm start</code> printed; it works once.</p>`;

const empty = `<p>No meeting yet. Upload a transcript:</p>
<p><code>pnpm cli upload examples/standup.txt</code></p>`;

function table(jobs: readonly Job[]): string {
  return `<table>
<thead><tr><th>Meeting</th><th>Status</th><th>Uploaded</th><th>Summary</th></tr></thead>
<tbody>
${jobs.map(row).join('\n')}
</tbody>
</table>`;
}

function row(job: Job): string {
  const reason = job.error ? `<br>${escapeHtml(job.error.message)}` : '';
  const links = job.status === 'succeeded' ? `<a href="/v1/meetings/${job.meetingId}/summary">JSON</a>` : '';
  const created = `<time datetime="${job.createdAt}">${job.createdAt.slice(0, 16).replace('T', ' ')} UTC</time>`;
  return `<tr><td dir="auto">${escapeHtml(job.meetingTitle ?? '')}</td><td class="${job.status}">${job.status}${reason}</td><td>${created}</td><td>${links}</td></tr>`;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => entities[character] ?? '');
