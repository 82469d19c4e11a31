import { fileURLToPath } from 'node:url';
import {
  getAllMcpTools,
  MCPServerStdio,
  tool,
  type FunctionTool,
  type RunContext,
  type Tool,
} from '@openai/agents';
import { z } from 'zod';

/** A tool called `look` that notes each run. */
export type NotingTool = {
  tool: Tool;
  /** What it ran with since it was last asked, one entry a run. */
  takeRuns: () => Promise<unknown[]>;
  close: () => Promise<void>;
};

/** Every kind of tool that a Runner can have. */
export type ToolKind = {
  name: string;
  open: () => Promise<NotingTool>;
  /** What the tool gets to see of an arguments string that runs. */
  sees: (text: string) => unknown;
};

export function schema<P extends object>(properties: P) {
  return {
    type: 'object' as const,
    properties,
    required: Object.keys(properties),
    additionalProperties: false as const,
  };
}

export function handMade(
  invoke: (input: string, details: Parameters<FunctionTool['invoke']>[2]) => unknown,
): FunctionTool {
  return {
    type: 'function',
    name: 'look',
    description: 'd',
    parameters: {
      type: 'object',
      properties: { at: { type: 'number' } },
      required: [],
      additionalProperties: true,
    },
    strict: false,
    needsApproval: async () => false,
    isEnabled: async () => true,
    invoke: async (_context: RunContext, input: string, details) => invoke(input, details),
  };
}

const at = { at: { type: 'number' as const } };
const look = { name: 'look', description: 'd' };
const parse = (text: string): unknown => JSON.parse(text);

type Note = (args: unknown) => unknown;

function kind(name: string, make: (note: Note) => Tool, sees: ToolKind['sees'] = parse): ToolKind {
  const open = async (): Promise<NotingTool> => {
    let runs: unknown[] = [];
    const made = make((args) => {
      runs.push(args);
      return 'seen';
    });
    return {
      tool: made,
      takeRuns: async () => runs.splice(0),
      close: async () => {
        runs = [];
      },
    };
  };
  return { name, open, sees };
}

export const TOOL_KINDS: readonly ToolKind[] = [
  kind(
    'zod',
    (note) => tool({ ...look, parameters: z.object({ at: z.number() }), execute: (args) => note(args) }),
    (text) => z.object({ at: z.number() }).parse(JSON.parse(text)),
  ),
  kind('JSON schema, strict', (note) =>
    tool({ ...look, parameters: schema(at), execute: (args) => note(args) }),
  ),
  kind('JSON schema, not strict', (note) =>
    tool({
      ...look,
      strict: false,
      parameters: { ...schema(at), required: [], additionalProperties: true },
      execute: (args) => note(args),
    }),
  ),
  kind(
    'no arguments, zod',
    (note) => tool({ ...look, parameters: z.object({}), execute: (args) => note(args) }),
    () => ({}),
  ),
  kind('no arguments, JSON schema', (note) =>
    tool({ ...look, parameters: schema({}), execute: (args) => note(args) }),
  ),
  kind(
    'hand-made',
    (note) => handMade((input) => note(input)),
    (text) => text,
  ),
  kind(
    'hand-made without a schema',
    // The types ask for a schema, which plain JavaScript may leave out.
    (note) => ({ ...handMade((input) => note(input)), parameters: undefined }) as unknown as FunctionTool,
    (text) => text,
  ),
  kind('with an approval policy', (note) =>
    tool({
      ...look,
      parameters: schema(at),
      needsApproval: async () => false,
      execute: (args) => note(args),
    }),
  ),
  { name: 'MCP', open: openMcpTool, sees: (text) => parse(JSON.stringify(parse(text))) },
];

async function openMcpTool(): Promise<NotingTool> {
  const server = await startMcpServer();
  const tools = await getAllMcpTools([server]);
  const found = tools.find(({ name }) => name === 'look');
  if (found === undefined) throw new Error('The MCP server has no tool look');
  return {
    tool: found,
    takeRuns: async () => {
      const [content] = await server.callTool('runs', {});
      // The fixture answers with the JSON of a list.
      return JSON.parse(content?.type === 'text' ? String(content.text) : '') as unknown[];
    },
    close: () => server.close(),
  };
}

/** A real MCP server in a process of its own. */
export async function startMcpServer(): Promise<MCPServerStdio> {
  const path = fileURLToPath(new URL('mcp-server.fixture.ts', import.meta.url));
  const server = new MCPServerStdio({
    name: 'notes',
    command: process.execPath,
    args: [path],
    // A process may start slowly on a busy machine.
    clientSessionTimeoutSeconds: 30,
  });
  await server.connect();
  return server;
}
