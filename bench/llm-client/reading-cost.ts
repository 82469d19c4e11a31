import { interleave, type Round } from '../measuring/rounds.ts';
import type { ContenderName, ReadingCost } from './contenders.ts';
import { startReader, type Read, type Reader } from './reader.ts';
import type { StreamKind, StreamShape } from './stream-shape.ts';

export const CONTENDERS: readonly ContenderName[] = [
  'raw',
  'openai helper',
  'stock Agents, streamed',
  'ours, collected',
  'ours, streamed',
];

/** 50,000 pieces of text; 1 MB of arguments in pieces of 10 bytes. */
export const STREAMS: Record<StreamKind, StreamShape> = {
  text: { kind: 'text', deltas: 50_000, pace: 'at-once' },
  arguments: { kind: 'arguments', deltas: 104_858, pace: 'at-once' },
};

export const PACED: StreamShape = { kind: 'text', deltas: 1_500, pace: 'paced' };
const WARM_UP: StreamShape = { kind: 'text', deltas: 1_000, pace: 'at-once' };

/** What one process did: its first call, one more, and in the text's process one in which each event comes alone. */
export type Turn = { first: ReadingCost; warm: ReadingCost; paced: ReadingCost | undefined };

export type ReadingCosts = { kind: StreamKind; turns: Map<ContenderName, Turn[]> };

/** Every contender reads the same streams, in a new process a round. */
export async function measureReadingCosts(
  baseURL: string,
  rounds: number,
  progress: (line: string) => void,
): Promise<ReadingCosts[]> {
  progress('each contender reads a little, which is not counted');
  await interleave(CONTENDERS, 1, () => startRound(baseURL, (read, name) => read(name, WARM_UP)));
  const costs: ReadingCosts[] = [];
  for (const kind of ['text', 'arguments'] as const) {
    progress(`each contender reads ${kind}, ${rounds} rounds`);
    const turns = await interleave(CONTENDERS, rounds, () =>
      startRound(baseURL, async (read, name) => ({
        first: await read(name, STREAMS[kind]),
        warm: await read(name, STREAMS[kind]),
        paced: kind === 'text' ? await read(name, PACED) : undefined,
      })),
    );
    costs.push({ kind, turns });
  }
  return costs;
}

/** All processes start at once, and are idle when the first one begins to read. */
async function startRound<Sample>(
  baseURL: string,
  work: (read: Read, name: ContenderName) => Promise<Sample>,
): Promise<Round<ContenderName, Sample>> {
  const readers = new Map<ContenderName, Reader>();
  const started = CONTENDERS.map(async (name) => readers.set(name, await startReader(baseURL)));
  const end = async (): Promise<void> => {
    await Promise.all([...readers.values()].map((reader) => reader.stop()));
  };
  try {
    await Promise.all(started);
  } catch (error) {
    await Promise.allSettled(started);
    await end();
    throw error;
  }
  return {
    measure: async (name) => {
      const reader = readers.get(name);
      if (reader === undefined) throw new Error(`${name} has no process`);
      return await work(reader.read, name);
    },
    end,
  };
}
