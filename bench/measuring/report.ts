import { mkdir, writeFile } from 'node:fs/promises';
import os from 'node:os';
import { summarise, type Summary } from './statistics.ts';

/** Judged on the median. */
export type Bar = { atMost: number } | { atLeast: number };

/** One line of a report: a ratio ('x'), or an amount. */
export type Figure = Summary & { what: string; unit: string; bar?: Bar };

export type Section = { title: string; figures: readonly Figure[] };

export type BenchReport = {
  sections: readonly Section[];
  /** Everything that was measured, for whoever wants to look closer. */
  samples: unknown;
};

export type Bench = {
  /** One line for `--help`. */
  summary: string;
  run(options: BenchOptions): Promise<BenchReport>;
};

type BenchOptions = {
  /** How many times each contender has its turn. */
  rounds: number;
  /** Tells whoever waits what is going on. */
  progress: (line: string) => void;
};

export function figure(what: string, unit: string, summary: Summary, bar?: Bar): Figure {
  return { what, unit, ...summary, ...(bar === undefined ? {} : { bar }) };
}

/** A figure that has one value alone, such as the slowest of many. */
export function singleFigure(what: string, unit: string, value: number, bar?: Bar): Figure {
  return figure(what, unit, summarise([value]), bar);
}

export function missedBars(report: BenchReport): string[] {
  return report.sections.flatMap(({ title, figures }) =>
    figures
      .filter((figure) => !isMet(figure))
      .map(
        (figure) => `${title}: ${figure.what} is ${amount(figure.median, figure.unit)}, bar ${barOf(figure)}`,
      ),
  );
}

/** Anything that cannot be compared, such as the ratio to a zero, has missed its bar. */
function isMet({ median, bar }: Figure): boolean {
  if (bar === undefined) return true;
  return 'atMost' in bar ? median <= bar.atMost : median >= bar.atLeast;
}

export function printReport(report: BenchReport, print: (line: string) => void): void {
  const all = report.sections.flatMap(({ figures }) => figures);
  const width = Math.max(...all.map(({ what }) => what.length));
  for (const { title, figures } of report.sections) {
    print(`\n${title}`);
    for (const line of figures) {
      const spread = line.low === line.high ? '' : `(${amount(line.low, '')} to ${amount(line.high, '')})`;
      const verdict = line.bar === undefined ? '' : `bar ${barOf(line)} ${isMet(line) ? 'ok' : 'MISSED'}`;
      print(
        `  ${line.what.padEnd(width)}  ${amount(line.median, line.unit).padStart(13)}  ${spread.padEnd(20)}  ${verdict}`.trimEnd(),
      );
    }
  }
}

function barOf({ bar, unit }: Figure): string {
  if (bar === undefined) return '';
  return 'atMost' in bar ? `≤ ${bar.atMost} ${unit}` : `≥ ${bar.atLeast} ${unit}`;
}

function amount(value: number, unit: string): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return `${value.toFixed(digits)} ${unit}`.trimEnd();
}

/** Keeps a report as JSON beside the machine's facts that ratios do not depend on, and amounts do. */
export async function keepReport(name: string, report: BenchReport, seconds: number): Promise<string> {
  const folder = new URL('../results/', import.meta.url);
  await mkdir(folder, { recursive: true });
  const file = `bench/results/${name}.json`;
  const kept = {
    bench: name,
    measuredAt: new Date().toISOString(),
    seconds,
    node: process.version,
    system: `${process.platform} ${process.arch}`,
    cores: os.availableParallelism(),
    load: os.loadavg(),
    missed: missedBars(report),
    ...report,
  };
  await writeFile(new URL(`${name}.json`, folder), `${JSON.stringify(kept, undefined, 2)}\n`);
  return file;
}
