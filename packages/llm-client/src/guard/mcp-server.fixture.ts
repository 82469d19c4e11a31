/**
 * An MCP server on stdin and stdout, started as a process of its own. `look` notes the arguments that it ran with, `runs` gives the notes
 * away and starts anew, `fail` answers with a protocol error, `wait` never answers.
 */
import { createInterface } from 'node:readline';

type Message = {
  id?: number | string;
  method?: string;
  params?: { name?: string; arguments?: unknown; protocolVersion?: string };
};

const TOOLS = ['look', 'runs', 'fail', 'wait'].map((name) => ({
  name,
  description: 'd',
  inputSchema: { type: 'object', properties: name === 'look' ? { at: { type: 'number' } } : {} },
}));

let runs: unknown[] = [];

for await (const line of createInterface({ input: process.stdin })) {
  // What comes is JSON-RPC, as the client of the SDK writes it.
  const message = JSON.parse(line) as Message;
  if (message.id === undefined) continue;
  const answer = answerTo(message);
  if (answer !== undefined)
    process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id: message.id, ...answer })}\n`);
}

function answerTo({ method, params }: Message): { result: unknown } | { error: unknown } | undefined {
  if (method === 'initialize')
    return {
      result: {
        protocolVersion: params?.protocolVersion ?? '2025-06-18',
        capabilities: { tools: {} },
        serverInfo: { name: 'notes', version: '1' },
      },
    };
  if (method === 'tools/list') return { result: { tools: TOOLS } };
  if (method === 'ping') return { result: {} };
  if (method !== 'tools/call') return { error: { code: -32_601, message: 'Method not found' } };
  if (params?.name === 'wait') return undefined;
  if (params?.name === 'look') {
    runs.push(params.arguments);
    return { result: { content: [{ type: 'text', text: 'seen' }] } };
  }
  if (params?.name === 'runs') {
    const noted = JSON.stringify(runs);
    runs = [];
    return { result: { content: [{ type: 'text', text: noted }] } };
  }
  return { error: { code: -32_000, message: 'the server has no such shelf' } };
}
