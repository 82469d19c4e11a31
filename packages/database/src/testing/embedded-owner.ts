import { startEmbeddedPostgres } from '../embedded/start-embedded.ts';

// A process that holds an embedded Postgres, for tests that kill it. Prints one line of JSON when the server is up; then
// `stop` on stdin stops it, `exit` ends the process without stopping it, and the end of stdin ends the process too.
const [dataDir = ''] = process.argv.slice(2);
const notes: string[] = [];
const server = await startEmbeddedPostgres({
  dataDir,
  log: (note) => notes.push(note),
  settings: { fsync: 'off' },
});
const { url, owned } = server;
process.stdout.write(`${JSON.stringify({ url, owned, dataDir: server.dataDir, notes })}\n`);

for await (const chunk of process.stdin) {
  const word = String(chunk).trim();
  if (word === 'stop') await server.stop();
  if (word === 'stop' || word === 'exit') break;
}
process.exit(0);
