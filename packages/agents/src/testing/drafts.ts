import type { SummaryDraft } from '../summary/draft.ts';

/** A draft that the English meeting bears out, with some of it replaced. */
export function draftOf(changes: Partial<SummaryDraft> = {}): SummaryDraft {
  return {
    title: 'Launch of the booking page',
    language: 'en',
    overview:
      'The team moved the launch of the booking page because the payment form fails on phones, and left the split of the advertising budget open.',
    topics: [
      {
        title: 'Payment form',
        from: 1,
        to: 11,
        points: [{ text: 'The payment form still fails on small phones.', evidence: [{ from: 2, to: 3 }] }],
      },
    ],
    decisions: [{ text: 'The launch is on 3 March.', evidence: [{ from: 7, to: 8 }] }],
    actionItems: [
      {
        text: 'Fix the payment form.',
        owner: { name: 'Chidi', kind: 'participant' },
        due: { phrase: 'by Friday' },
        evidence: [{ from: 9, to: 10 }],
      },
    ],
    openQuestions: [{ text: 'Who decides how the budget is split?', evidence: [{ from: 14, to: 15 }] }],
    quotes: [{ line: 5, text: 'forty percent of our customers pay on a phone' }],
    ...changes,
  };
}
