import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';

/** Files may grow to two blocks, and what is longer is refused as it is on a full disk. */
const LIMITED = 'ulimit -f 2 && exec "$0" "$@"';

const PROGRAM = `
const { readdirSync, readlinkSync } = await import('node:fs');
const { recordExchanges } = await import('./record-exchanges.ts');
const folder = process.argv[1];
const pieces = ['x'.repeat(500), 'y'.repeat(50_000), 'z'];
const body = () => new ReadableStream({ pull: (to) => pieces.length > 0 ? to.enqueue(Buffer.from(pieces.shift())) : to.close() });
const recording = await recordExchanges(folder, { fetch: async () => new Response(body()) });
const answer = await recording.fetch('http://127.0.0.1:9/v1/responses', { method: 'POST', body: '{}' });
const reader = answer.body.getReader();
await reader.read();
const openFiles = () => readdirSync('/proc/self/fd').map((fd) => {
  try { return readlinkSync('/proc/self/fd/' + fd); } catch { return ''; }
}).filter((name) => name.startsWith(folder)).length;
const before = openFiles();
const error = await reader.read().catch(String);
const finished = await recording.finish().catch(String);
process.stdout.write(JSON.stringify({ before, error, after: openFiles(), finished }));
`;

// Only there can a process see which files it has open.
it.runIf(process.platform === 'linux')(
  'a disk that is full ends the recording by name and leaves no file open',
  async () => {
    const parent = await mkdtemp(path.join(tmpdir(), 'full-disk-'));
    const folder = path.join(parent, 'recording');
    try {
      const child = spawn(
        'sh',
        [
          '-c',
          LIMITED,
          process.execPath,
          '--conditions=@meeting-assistant/source',
          '--input-type=module',
          '-e',
          PROGRAM,
          folder,
        ],
        { cwd: import.meta.dirname, stdio: ['ignore', 'pipe', 'inherit'] },
      );
      const failed = expect.stringContaining('0001-body.txt could not be written');
      expect(JSON.parse(await text(child.stdout))).toEqual({
        before: 1,
        error: failed,
        after: 0,
        finished: failed,
      });
      expect(await readFile(path.join(folder, '0001-response.json'), 'utf8')).toContain('"unfinished"');
    } finally {
      await rm(parent, { recursive: true, force: true });
    }
  },
);
