import { createServer, type Server } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeDataFolder } from './system/data-folder.ts';
import { runApp, startApp } from './system/running-app.ts';

interface Span {
  name: string;
  spanId: string;
  parentSpanId?: string;
}

const transcript = `[00:01] Mara Lind: Good morning. Let's talk about the warehouse move.
[00:35] Mara Lind: So we have decided to move in two stages, the cold storage first.
[01:00] Jon Okafor: I'll send the moving plan to the carriers by Friday.
`;

let folder: string;
let meeting: string;
let collector: Server;
let url: string;
const received: string[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'telemetry-'));
  meeting = path.join(folder, 'meeting.txt');
  await writeFile(meeting, transcript);
  received.length = 0;
  collector = createServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
    request.on('end', () => {
      if (request.url === '/v1/traces') received.push(body);
      response.end('{}');
    });
  });
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
  const address = collector.address();
  if (address === null || typeof address === 'string') throw new Error('The collector has no port');
  url = `http://127.0.0.1:${address.port}`;
});

afterEach(async () => {
  await new Promise((resolve) => collector.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

function spansOf(bodies: readonly string[]): Span[] {
  return bodies.flatMap((body) => {
    const parsed: { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] } = JSON.parse(body);
    return parsed.resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  });
}

test('a run sends its spans to the collector, each below its agent, and nothing that was said', async () => {
  const run = await runApp('cli', ['agent:summary', meeting], { OTEL_EXPORTER_OTLP_ENDPOINT: url });
  expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining('two stages') });
  const spans = spansOf(received);
  const agent = spans.find(({ name }) => name === 'invoke_agent summary');
  expect(agent).toBeDefined();
  const below = spans.filter(({ parentSpanId }) => parentSpanId === agent?.spanId).map(({ name }) => name);
  expect(below).toContain('chat offline-extractive');
  expect(below).toContain('execute_tool submit_summary');
  expect(received.join('')).not.toMatch(/warehouse|two stages|carriers/);
  expect(received.join('')).toContain('meeting-assistant-cli');
});

test('prompts and answers are in the spans once that is switched on', async () => {
  const run = await runApp('cli', ['agent:summary', meeting], {
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${url}/v1/traces`,
    OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: 'true',
  });
  expect(run.code).toBe(0);
  expect(received.join('')).toContain('gen_ai.input.messages');
  expect(received.join('')).toMatch(/gen_ai\.output\.messages[^}]*submit_summary/);
  expect(received.join('')).toContain('warehouse');
});

test('a collector that is not there costs spans, which is said, and no summary', async () => {
  await new Promise((resolve) => collector.close(resolve));
  const run = await runApp('cli', ['agent:summary', meeting], { OTEL_EXPORTER_OTLP_ENDPOINT: url });
  expect(run).toMatchObject({ code: 0, stdout: expect.stringContaining('two stages') });
  expect(run.stderr).toContain('spans were lost');
});

test('a worker sends its spans, the last of them when it is told to stop', async () => {
  const { dataDir, remove } = await makeDataFolder();
  try {
    const run = await runApp('standalone', ['demo'], {
      DATA_DIR: dataDir,
      OTEL_EXPORTER_OTLP_ENDPOINT: url,
      // Longer than the run: only an orderly stop sends them.
      OTEL_BSP_SCHEDULE_DELAY: '600000',
    });
    expect(run.code).toBe(0);
  } finally {
    await remove();
  }
  const names = spansOf(received).map(({ name }) => name);
  expect(names.filter((name) => name === 'invoke_agent summary')).toHaveLength(4);
  expect(received.join('')).toContain('meeting-assistant-worker');
  expect(received.join('')).not.toMatch(/Priya|Okafor|launch/);
});

test('a collector that takes the connection and says nothing costs no more than a few seconds', async () => {
  const silent = createSocketServer((socket) => socket.resume());
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const address = silent.address();
  if (address === null || typeof address === 'string') throw new Error('The collector has no port');
  const running = startApp('cli', ['agent:summary', meeting], {
    OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${address.port}`,
  });
  const { code } = await running.exited;
  expect(code).toBe(0);
  expect(running.stderr()).toContain('spans were lost');
  await new Promise((resolve) => silent.close(resolve));
});
