import { timeZone } from '@meeting-assistant/contracts';
import { z } from 'zod';
import type { GoldContent, GoldItem } from './gold-meeting.ts';
import { importTurns } from './import-turns.ts';
import { linesOfRanges } from './line-sets.ts';

const lineNumber = z.int().min(1);
const spokenText = z.string().regex(/[\p{L}\p{N}]/u, 'has to hold a letter or digit');

const goldItem = z.strictObject({ text: z.string().min(1), from: lineNumber, to: lineNumber });

/** The simple shape of our own, which the README of this folder describes. */
export const ownMeeting = z
  .strictObject({
    title: z.string().min(1).optional(),
    startedAt: z.iso.datetime({ offset: true }).optional(),
    timeZone: timeZone.optional(),
    lines: z.array(z.strictObject({ speaker: z.string().min(1).nullish(), text: spokenText })).min(1),
    gold: z.strictObject({
      summaries: z.array(spokenText).default([]),
      decisions: z.array(goldItem).optional(),
      actionItems: z.array(goldItem).optional(),
      queries: z
        .array(
          z.strictObject({
            query: z.string().min(1),
            answer: z.string().min(1),
            lines: z.array(z.tuple([lineNumber, lineNumber])).min(1),
          }),
        )
        .default([]),
    }),
  })
  .superRefine(({ lines, gold }, context) => {
    const check = (from: number, to: number, path: (string | number)[]) => {
      const wrong =
        from > to
          ? 'ends before it begins'
          : to > lines.length
            ? `the last line is ${lines.length}`
            : undefined;
      if (wrong !== undefined)
        context.addIssue({ code: 'custom', message: `Lines ${from} to ${to}: ${wrong}`, path });
    };
    for (const list of ['decisions', 'actionItems'] as const)
      gold[list]?.forEach(({ from, to }, at) => check(from, to, ['gold', list, at]));
    gold.queries.forEach(({ lines: ranges }, at) =>
      ranges.forEach(([from, to], range) => check(from, to, ['gold', 'queries', at, 'lines', range])),
    );
  });

export function readOwnMeeting({
  title,
  startedAt,
  timeZone,
  lines,
  gold,
}: z.infer<typeof ownMeeting>): GoldContent {
  const imported = importTurns(lines.map(({ speaker, text }) => ({ speaker: speaker ?? null, text })));
  return {
    title: title ?? null,
    startedAt: startedAt ?? null,
    timeZone: timeZone ?? null,
    lines: imported.lines,
    summaries: gold.summaries,
    decisions: readItems(gold.decisions),
    actionItems: readItems(gold.actionItems),
    queries: gold.queries.map(({ query, answer, lines: ranges }) => ({
      query,
      answer,
      lines: linesOfRanges(ranges.map(([from, to]) => ({ from, to }))),
    })),
    notes: [],
  };
}

function readItems(written: z.infer<typeof goldItem>[] | undefined): GoldItem[] | null {
  return written?.map(({ text, from, to }) => ({ text, lines: linesOfRanges([{ from, to }]) })) ?? null;
}
