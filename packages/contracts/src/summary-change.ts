import { z } from 'zod';
import { lineRange } from './line.ts';
import { due, owner, quality, support } from './summary.ts';

export const summaryChangeKind = z.enum([
  'title',
  'overview',
  'language',
  'model',
  'template',
  'quality',
  'decision',
  'actionItem',
  'openQuestion',
  'topic',
  'point',
  'quote',
]);
export type SummaryChangeKind = z.infer<typeof summaryChangeKind>;

/** One side of a change. A claim has its evidence and support, an action item its owner and due date as well. */
export const summaryChangeSide = z.object({
  /** The claim, the topic's title, the quote; else the value itself, such as the name of the model. */
  text: z.string(),
  evidence: z.array(lineRange).optional(),
  support: support.optional(),
  owner: owner.optional(),
  due: due.nullable().optional(),
});
export type SummaryChangeSide = z.infer<typeof summaryChangeSide>;

export const summaryChangePart = z.enum(['text', 'evidence', 'support', 'owner', 'due']);
export type SummaryChangePart = z.infer<typeof summaryChangePart>;

export const summaryChange = z.object({
  kind: summaryChangeKind,
  change: z.enum(['added', 'removed', 'changed']),
  /** What is not the same on both sides; empty unless `changed`. */
  differs: z.array(summaryChangePart),
  /** Null when added. */
  before: summaryChangeSide.nullable(),
  /** Null when removed. */
  after: summaryChangeSide.nullable(),
});
export type SummaryChange = z.infer<typeof summaryChange>;

const count = z.int().min(0);

/** `counts` is of all changes; `changes` may be cut at 200. */
export const summaryDifference = z.object({
  counts: z.object({ added: count, removed: count, changed: count }),
  changes: z.array(summaryChange),
});
export type SummaryDifference = z.infer<typeof summaryDifference>;

/** What there is to know of a version without its text. */
export const summaryVersion = z.object({
  meetingId: z.uuid(),
  jobId: z.uuid(),
  version: z.int().min(1),
  createdAt: z.iso.datetime(),
  title: z.string(),
  language: z.string(),
  model: z.string(),
  template: z.string(),
  quality,
  counts: z.object({
    topics: count,
    points: count,
    decisions: count,
    actionItems: count,
    openQuestions: count,
    quotes: count,
  }),
});
export type SummaryVersion = z.infer<typeof summaryVersion>;

/** A version and what is otherwise than in the one before it, which is null for the first. */
export const listedSummaryVersion = summaryVersion.extend({
  comparedWith: z.int().min(1).nullable(),
  difference: summaryDifference.nullable(),
});

/** Newest first; `nextCursor` is null on the last page. */
export const summaryVersions = z.object({
  items: z.array(listedSummaryVersion),
  nextCursor: z.string().nullable(),
});
export type SummaryVersions = z.infer<typeof summaryVersions>;

/** How `to` is otherwise than `from`, whichever of them is newer. */
export const summaryComparison = z.object({
  from: summaryVersion,
  to: summaryVersion,
  difference: summaryDifference,
});
export type SummaryComparison = z.infer<typeof summaryComparison>;
