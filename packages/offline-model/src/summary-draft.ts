import { z } from 'zod';

/** The arguments of `submit_summary`, as this model writes them. */
const evidence = z.array(z.object({ from: z.number(), to: z.number() }));
const claim = z.object({ text: z.string(), evidence });

const ownerKind = z.enum(['participant', 'group', 'absent', 'unassigned']);
const owner = z.object({ name: z.string().nullable(), kind: ownerKind });
const actionItem = claim.extend({ owner, due: z.object({ phrase: z.string() }).nullable() });
const topic = z.object({ title: z.string(), from: z.number(), to: z.number(), points: z.array(claim) });
const quote = z.object({ line: z.number(), text: z.string() });

export const summaryDraft = z.object({
  title: z.string(),
  language: z.string(),
  overview: z.string(),
  topics: z.array(topic),
  decisions: z.array(claim),
  actionItems: z.array(actionItem),
  openQuestions: z.array(claim),
  quotes: z.array(quote),
});

export type Claim = z.infer<typeof claim>;
export type Owner = z.infer<typeof owner>;
export type ActionItem = z.infer<typeof actionItem>;
export type Topic = z.infer<typeof topic>;
export type Quote = z.infer<typeof quote>;
export type SummaryDraft = z.infer<typeof summaryDraft>;
