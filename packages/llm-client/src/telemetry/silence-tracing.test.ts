import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  callResponse,
  startScriptedServer,
  textResponse,
  type ScriptedServer,
} from '../testing/scripted-server.ts';

/** A whole run in a process of its own that writes down every connection that it opens; those to other machines lead nowhere. */
const PROGRAM = `
import net from 'node:net';
const hosts = new Set();
const connect = net.Socket.prototype.connect;
net.Socket.prototype.connect = function (...args) {
  const options = Array.isArray(args[0]) ? args[0][0] : args[0];
  const host = options.host ?? options.path ?? 'localhost';
  hosts.add(host + ':' + options.port);
  if (host !== '127.0.0.1') Object.assign(options, { host: '127.0.0.1', port: 1 });
  return connect.apply(this, args);
};
const { Agent, Runner, getGlobalTraceProvider, tool } = await import('@openai/agents');
const { createResponsesClient, guardTools, ResponsesModel, silenceTracing } = await import('./src/index.ts');
if (process.env.SILENT === 'yes') silenceTracing();
const parameters = { type: 'object', properties: {}, required: [], additionalProperties: false };
const look = tool({ name: 'look', description: 'looks', parameters, strict: true, execute: () => 'seen' });
const client = createResponsesClient({ baseURL: process.env.URL, apiKey: 'key-of-the-endpoint' });
const agent = new Agent({ name: 'a', model: new ResponsesModel({ client, model: 'm' }), tools: guardTools([look]) });
const result = await new Runner().run(agent, 'a secret prompt');
await getGlobalTraceProvider().forceFlush();
await getGlobalTraceProvider().shutdown();
console.log(JSON.stringify({ hosts: [...hosts], finalOutput: result.finalOutput }));
process.exit(0);
`;

describe('tracing', () => {
  let server: ScriptedServer;
  beforeAll(async () => {
    server = await startScriptedServer(({ body }) =>
      (body.input?.length ?? 0) === 1 ? callResponse('look', {}) : textResponse('Done.'),
    );
  });
  afterAll(() => server.close());

  async function run(silent: 'yes' | 'no'): Promise<{ hosts: string[]; finalOutput: string; said: string }> {
    const { stdout, stderr } = await promisify(execFile)(
      process.execPath,
      ['--conditions=@meeting-assistant/source', '--input-type=module', '-e', PROGRAM],
      {
        cwd: new URL('../..', import.meta.url),
        env: {
          PATH: process.env['PATH'],
          URL: server.url,
          SILENT: silent,
          OPENAI_API_KEY: 'sk-of-somebody-else',
          OPENAI_ORG_ID: 'org-of-somebody-else',
          OPENAI_PROJECT_ID: 'project-of-somebody-else',
          // Set by somebody who debugs something else in this shell.
          OPENAI_LOG: 'debug',
          DEBUG: 'openai-agents*',
          OPENAI_AGENTS_DONT_LOG_MODEL_DATA: '0',
          OPENAI_AGENTS_DONT_LOG_TOOL_DATA: '0',
        },
      },
    );
    return { ...JSON.parse(stdout.trim().split('\n').at(-1) ?? ''), said: stdout + stderr };
  }

  it('sends nothing anywhere but to the endpoint, with OPENAI_API_KEY set', async () => {
    const { hosts, finalOutput, said } = await run('yes');
    expect(finalOutput).toBe('Done.');
    expect(hosts).toEqual([new URL(server.url).host]);
    expect(said).not.toContain('a secret prompt');
    const keys = server.requests.map(({ headers }) => headers.authorization);
    expect(new Set(keys)).toEqual(new Set(['Bearer key-of-the-endpoint']));
    expect(JSON.stringify(server.requests)).not.toContain('somebody-else');
  });

  it('would send traces elsewhere without it, so the watch sees what it has to see', async () => {
    const { hosts } = await run('no');
    expect(hosts.length).toBeGreaterThan(1);
  });
});
