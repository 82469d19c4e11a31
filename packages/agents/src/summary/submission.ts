import type { SummaryDraft } from './draft.ts';
import { checkDraft } from './evidence-check.ts';
import type { CheckedDraft, Finding } from './finding.ts';
import type { MeetingRecord } from './meeting-record.ts';

export type SubmitAnswer = { accepted: true } | { accepted: false; rejected: Finding[] };

export type AcceptedDraft = { draft: SummaryDraft; checked: CheckedDraft };

/** How often a draft with failing claims goes back. The one after that is accepted without what has no line. */
const REJECTIONS = 1;

/**
 * The state of one run's submissions. A pure function of the drafts and the turns they came in, so that a replay of
 * stored turns arrives where the first run was.
 */
export class Submission {
  accepted: AcceptedDraft | null = null;
  private readonly record: MeetingRecord;
  private readonly rejectedTurns = new Set<number>();

  constructor(record: MeetingRecord) {
    this.record = record;
  }

  /** Two drafts of one turn are answered alike: the model has not seen an answer in between. */
  submit(draft: SummaryDraft, turn: number): SubmitAnswer {
    if (this.accepted) return { accepted: true };
    const checked = checkDraft(draft, this.record);
    const earlier = [...this.rejectedTurns].filter((rejected) => rejected < turn).length;
    if (checked.findings.length > 0 && earlier < REJECTIONS) {
      this.rejectedTurns.add(turn);
      return { accepted: false, rejected: checked.findings };
    }
    this.accepted = { draft, checked };
    return { accepted: true };
  }
}
