import { figure, type Bar, type Figure, type Section } from '../measuring/report.ts';
import { summarise, summariseRatio } from '../measuring/statistics.ts';
import type { ContenderName } from './contenders.ts';
import { CONTENDERS, PACED, STREAMS, type ReadingCosts, type Turn } from './reading-cost.ts';
import type { StreamKind } from './stream-shape.ts';

const CPU_BAR: Bar = { atMost: 1.25 };
const MEMORY_BAR: Bar = { atMost: 1.3 };

const MEGABYTE = 1_000_000;

const STREAM_WORDS: Record<StreamKind, string> = {
  text: '50,000 text deltas',
  arguments: '1 MB of arguments in 10-byte deltas',
};

type Measure = {
  title: string;
  unit: string;
  /** The collected response against raw iteration. */
  bar: Bar;
  /** The streamed face against the stock one, where that has a bar. */
  streamedBar?: Bar;
  amountOf: (turn: Turn) => number;
};

export function readingSections({ kind, turns }: ReadingCosts): Section[] {
  const words = STREAM_WORDS[kind];
  const { deltas } = STREAMS[kind];
  const measures: Measure[] = [
    {
      title: `CPU per event, warm: ${words}`,
      unit: 'µs',
      bar: CPU_BAR,
      streamedBar: CPU_BAR,
      amountOf: ({ warm }) => (warm.cpuMs * 1000) / deltas,
    },
    {
      title: `CPU per event, first call of a process: ${words}`,
      unit: 'µs',
      bar: CPU_BAR,
      streamedBar: CPU_BAR,
      amountOf: ({ first }) => (first.cpuMs * 1000) / deltas,
    },
    {
      title: `Memory that a first call adds at its peak: ${words}`,
      unit: 'MB',
      bar: MEMORY_BAR,
      amountOf: ({ first }) => (first.peakRss - first.rssBefore) / MEGABYTE,
    },
    {
      title: `Peak memory of the whole process: ${words}`,
      unit: 'MB',
      bar: MEMORY_BAR,
      amountOf: ({ first }) => first.peakRss / MEGABYTE,
    },
  ];
  if (kind === 'text')
    measures.push({
      title: 'CPU per event, warm: text deltas that come one by one',
      unit: 'µs',
      bar: CPU_BAR,
      amountOf: ({ paced }) => ((paced?.cpuMs ?? Number.NaN) * 1000) / PACED.deltas,
    });
  return measures.map((measure) => {
    const samplesOf = (name: ContenderName): number[] => (turns.get(name) ?? []).map(measure.amountOf);
    return { title: measure.title, figures: figuresOf(measure, samplesOf) };
  });
}

function figuresOf(measure: Measure, samplesOf: (name: ContenderName) => number[]): Figure[] {
  const ratio = (over: ContenderName, under: ContenderName, bar?: Bar): Figure =>
    figure(`${over} / ${under}`, 'x', summariseRatio(samplesOf(over), samplesOf(under)), bar);
  return [
    ratio('ours, collected', 'raw', measure.bar),
    ratio('ours, streamed', 'stock Agents, streamed', measure.streamedBar),
    ratio('ours, streamed', 'raw'),
    ratio('stock Agents, streamed', 'raw'),
    ratio('openai helper', 'raw'),
    ...CONTENDERS.map((name) => figure(name, measure.unit, summarise(samplesOf(name)))),
  ];
}
