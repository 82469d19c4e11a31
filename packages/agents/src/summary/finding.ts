import type { Support } from '@meeting-assistant/contracts';

/** Why a claim is sent back. Stable: they are counted and shown. */
export type Rule =
  | 'empty_text'
  | 'evidence_missing'
  | 'line_missing'
  | 'range_reversed'
  | 'range_too_wide'
  | 'duplicate_claim'
  | 'quote_not_in_line'
  | 'name_not_in_lines'
  | 'number_not_in_lines'
  | 'date_not_in_lines'
  | 'owner_missing'
  | 'owner_not_in_meeting'
  | 'owner_not_in_lines'
  | 'due_not_in_lines'
  | 'nothing_claimed'
  | 'overview_not_in_transcript'
  | 'wrong_language';

/** `claim` is a path into the draft, such as `decisions[0]` or `topics[1].points[2]`. The message never holds text of a line. */
export type Finding = { claim: string; rule: Rule; message: string };

export type CheckedDraft = {
  findings: Finding[];
  /** By claim path; `unsupported` for each claim with a finding. */
  supports: Map<string, Support>;
};
