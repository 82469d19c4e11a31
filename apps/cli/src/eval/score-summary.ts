import type { Summary, TokenUsage } from '@meeting-assistant/contracts';
import { countWords } from './count-words.ts';
import { measureLift, type EvidenceLift } from './evidence-lift.ts';
import type { GoldItem, GoldMeeting } from './gold-meeting.ts';
import { backedClaims, claimsOf } from './line-sets.ts';
import { matchItems, type ItemScores } from './match-items.ts';
import type { QueryScores } from './query-scores.ts';
import { scoreAgainstAny, type RougeScores } from './rouge.ts';
import type { BaselineScores } from './baselines.ts';

/** What the summary itself is worth. */
export interface SummaryScores {
  overviewWords: number;
  /** Of the overview; null where the meeting has no gold summary. */
  rouge: RougeScores | null;
  evidence: EvidenceLift;
  decisions: ItemScores | null;
  actionItems: ItemScores | null;
  /** Share of all claims that their lines do not back; null without a claim. */
  unsupportedRate: number | null;
  quality: Summary['quality'];
}

/** A meeting that was summarised, with what it took. */
export interface ScoredMeeting extends SummaryScores {
  file: string;
  name: string;
  lines: number;
  /** Model calls. */
  turns: number;
  tokens: TokenUsage;
  /** US dollars; null where nobody says. */
  costUsd: number | null;
  /** From the start of the agent to its summary, waits included. */
  seconds: number;
  queries?: QueryScores[];
  baselines?: BaselineScores[];
}

/** A meeting that was not. */
interface FailedMeeting {
  file: string;
  name: string;
  lines: number;
  error: string;
}

export type MeetingRow = ScoredMeeting | FailedMeeting;

export function scoreSummary(summary: Summary, gold: GoldMeeting): SummaryScores {
  const { decisions, actionItems, overview, quality } = summary;
  const cited = claimsOf(summary).flatMap(({ lines }) => [...lines]);
  const { quoted, supported, inferred, unsupported } = quality.claims;
  const claims = quoted + supported + inferred + unsupported;
  return {
    overviewWords: countWords(overview),
    rouge: scoreAgainstAny(overview, gold.summaries),
    evidence: measureLift(new Set(cited), goldLinesOf(gold), gold.lines.length),
    decisions: scoreItems(decisions, gold.decisions),
    actionItems: scoreItems(actionItems, gold.actionItems),
    unsupportedRate: claims === 0 ? null : unsupported / claims,
    quality,
  };
}

function scoreItems(
  claims: readonly Summary['decisions'][number][],
  gold: readonly GoldItem[] | null,
): ItemScores | null {
  return gold === null ? null : matchItems(backedClaims(claims), gold);
}

/** Every line that the gold data points at. */
function goldLinesOf({ decisions, actionItems, queries }: GoldMeeting): Set<number> {
  const items = [...(decisions ?? []), ...(actionItems ?? []), ...queries];
  return new Set(items.flatMap(({ lines }) => [...lines]));
}
