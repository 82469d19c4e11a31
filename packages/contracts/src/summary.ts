import { z } from 'zod';
import { lineRange } from './line.ts';

/** How well a claim is backed by its lines. Set by the evidence check, never by the model. */
export const support = z.enum(['quoted', 'supported', 'inferred', 'unsupported']);
export type Support = z.infer<typeof support>;

export const ownerKind = z.enum(['participant', 'group', 'absent', 'unassigned']);

export const owner = z.object({
  /** Null for `unassigned`. */
  name: z.string().nullable(),
  kind: ownerKind,
});
export type Owner = z.infer<typeof owner>;

/** `phrase` as it was said; `date` (YYYY-MM-DD) is worked out from it, null when that is not possible. */
export const due = z.object({ phrase: z.string(), date: z.iso.date().nullable() });
export type Due = z.infer<typeof due>;

const evidence = z.array(lineRange);

export const claim = z.object({ id: z.string(), text: z.string(), evidence, support });
export type Claim = z.infer<typeof claim>;

export const topic = z.object({
  title: z.string(),
  from: z.int().min(1),
  to: z.int().min(1),
  points: z.array(claim),
});
export type Topic = z.infer<typeof topic>;

export const actionItem = claim.extend({ owner, due: due.nullable() });
export type ActionItem = z.infer<typeof actionItem>;

export const quote = z.object({ line: z.int().min(1), speaker: z.string().nullable(), text: z.string() });
export type Quote = z.infer<typeof quote>;

export const participantShare = z.object({
  name: z.string(),
  lines: z.int().min(0),
  /** Null when the file has no times. */
  talkMs: z.int().min(0).nullable(),
});

export const quality = z.object({
  status: z.enum(['complete', 'degraded']),
  /** Share of the transcript's lines that the model was given, 0 to 1. */
  coverage: z.number().min(0).max(1),
  /** Why the summary is degraded; empty when it is complete. */
  reasons: z.array(z.string()),
  claims: z.object({
    quoted: z.int().min(0),
    supported: z.int().min(0),
    inferred: z.int().min(0),
    unsupported: z.int().min(0),
  }),
});
export type Quality = z.infer<typeof quality>;

/** One version of the result. Every claim's evidence lies inside the transcript. */
export const summary = z.object({
  title: z.string(),
  /** BCP 47 tag of the language that the summary is written in. */
  language: z.string(),
  overview: z.string(),
  topics: z.array(topic),
  decisions: z.array(claim),
  actionItems: z.array(actionItem),
  openQuestions: z.array(claim),
  quotes: z.array(quote),
  participants: z.array(participantShare),
  quality,
  model: z.string(),
  template: z.string(),
});
export type Summary = z.infer<typeof summary>;
