import { tool } from '@openai/agents';
import { summaryDraft, type SummaryDraft } from './draft.ts';
import type { SubmitAnswer } from './submission.ts';

export const SUBMIT_SUMMARY = 'submit_summary';

/** Hands the draft to the check. It stores nothing: an accepted draft ends the run. */
export function submitSummaryTool(submit: (draft: SummaryDraft) => SubmitAnswer) {
  return tool({
    name: SUBMIT_SUMMARY,
    description:
      'Hands in the whole summary. It is checked against the transcript; when claims are rejected, correct or leave out those and hand in the whole summary again.',
    parameters: summaryDraft,
    strict: true,
    // The guard answers for errors.
    errorFunction: null,
    execute: (draft) => submit(draft),
  });
}
