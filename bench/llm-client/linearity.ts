import { figure, type Bar, type Section } from '../measuring/report.ts';
import { summarise, type Summary } from '../measuring/statistics.ts';
import type { ContenderName } from './contenders.ts';
import { startReader, type Read } from './reader.ts';
import type { StreamKind } from './stream-shape.ts';

const SIZES = [12_500, 25_000, 50_000, 100_000] as const;
const SMALLEST = 12_500;
const LARGEST = 100_000;

/** A stream so short that all it costs is what every call costs. */
const SHORT = 100;
const SHORT_CALLS = 20;

/**
 * Not 1, since a longer stream keeps more alive while it is read. A part of the cost that grows with the length is eight times as high at
 * the far end, and misses this bar when it is a fourteenth of the whole at the near end.
 */
const BAR: Bar = { atMost: 1.5 };

/** Events that each size reads in a round: enough for its sum to outweigh what one collection of garbage costs. */
const EVENTS_PER_ROUND = 400_000;

const FACES: readonly ContenderName[] = ['ours, collected', 'ours, streamed'];

/** Of one size, one number a round. */
type Point = { deltas: number; cpuMsPerEvent: number[] };

export type Line = { face: ContenderName; kind: StreamKind; points: Point[] };

/** One warm process a face. Each size reads as many events in all, so that none is measured more finely than another. */
export async function measureLines(
  baseURL: string,
  rounds: number,
  progress: (line: string) => void,
): Promise<Line[]> {
  const lines: Line[] = [];
  for (const face of FACES) {
    progress(`${face}: streams of growing length, ${rounds} rounds`);
    const reader = await startReader(baseURL);
    try {
      for (const kind of ['text', 'arguments'] as const)
        lines.push({ face, kind, points: await measurePoints(reader.read, face, kind, rounds) });
    } finally {
      await reader.stop();
    }
  }
  return lines;
}

async function measurePoints(
  read: Read,
  face: ContenderName,
  kind: StreamKind,
  rounds: number,
): Promise<Point[]> {
  const cpuMsOf = async (deltas: number, calls: number): Promise<number> => {
    let cpuMs = 0;
    for (let call = 0; call < calls; call += 1)
      cpuMs += (await read(face, { kind, deltas, pace: 'at-once' })).cpuMs;
    return cpuMs / calls;
  };
  const points: Point[] = SIZES.map((deltas) => ({ deltas, cpuMsPerEvent: [] }));
  for (const { deltas } of points) await cpuMsOf(deltas, 2);
  for (let round = 0; round < rounds; round += 1) {
    const startUp = await cpuMsOf(SHORT, SHORT_CALLS);
    for (const point of round % 2 === 0 ? points : points.toReversed()) {
      const cpuMs = await cpuMsOf(point.deltas, EVENTS_PER_ROUND / point.deltas);
      point.cpuMsPerEvent.push((cpuMs - startUp) / (point.deltas - SHORT));
    }
  }
  return points;
}

export function linearitySection(lines: readonly Line[]): Section {
  return {
    title: `CPU per event by length of the stream, ${LARGEST} / ${SMALLEST} deltas`,
    figures: lines.flatMap(({ face, kind, points }) => {
      const samplesOf = (deltas: number): number[] =>
        points.find((point) => point.deltas === deltas)?.cpuMsPerEvent ?? [];
      return [
        figure(`${face}, ${kind}`, 'x', lowestRatio(samplesOf(LARGEST), samplesOf(SMALLEST)), BAR),
        ...points.map(({ deltas, cpuMsPerEvent }) =>
          figure(`  at ${deltas}`, 'µs', summarise(cpuMsPerEvent.map((ms) => ms * 1000))),
        ),
      ];
    }),
  };
}

/**
 * The lengths of a round are read one after the other, so what disturbs one of them is not shared by the next, as it is between contenders.
 * Disturbance only ever adds: the lowest round of each length is the one to compare.
 */
function lowestRatio(over: readonly number[], under: readonly number[]): Summary {
  return summarise([summarise(over).low / summarise(under).low]);
}
