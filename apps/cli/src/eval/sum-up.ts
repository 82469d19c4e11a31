import { BASELINE_LENGTHS, type BaselineScores } from './baselines.ts';
import { countItems, type ItemScores } from './match-items.ts';
import { mean, meanOfKnown } from './mean.ts';
import { meanRetrieval, type QueryScores } from './query-scores.ts';
import type { RougeScores } from './rouge.ts';
import type { MeetingRow, ScoredMeeting } from './score-summary.ts';

/** Means over the meetings that have the figure. */
export type MeanRouge = Record<keyof RougeScores, number | null>;

export interface MeanBaseline extends MeanRouge {
  system: BaselineScores['system'];
  length: number;
  /** How many meetings it is the mean of. */
  meetings: number;
  words: number | null;
}

export type Overall = ReturnType<typeof sumUp>;

/** Every meeting counts the same, however long it is; one that failed counts for nothing but the number of failures. */
export function sumUp(rows: readonly MeetingRow[]) {
  const scored = rows.filter((row): row is ScoredMeeting => !('error' in row));
  const queried = scored.flatMap(({ queries }) => (queries === undefined ? [] : [meanQueries(queries)]));
  const baselines = scored.flatMap((row) => row.baselines ?? []);
  return {
    meetings: rows.length,
    failed: rows.length - scored.length,
    lines: mean(scored.map(({ lines }) => lines)),
    overviewWords: mean(scored.map(({ overviewWords }) => overviewWords)),
    rouge: meanRouge(scored.map(({ rouge }) => rouge)),
    lift: mean(scored.map(({ evidence }) => evidence.lift)),
    share: mean(scored.map(({ evidence }) => evidence.share)),
    chance: mean(scored.map(({ evidence }) => evidence.chance)),
    decisions: poolItems(scored.map(({ decisions }) => decisions)),
    actionItems: poolItems(scored.map(({ actionItems }) => actionItems)),
    unsupportedRate: mean(scored.map(({ unsupportedRate }) => unsupportedRate)),
    coverage: mean(scored.map(({ quality }) => quality.coverage)),
    complete: scored.filter(({ quality }) => quality.status === 'complete').length,
    inputTokens: meanOfKnown(scored.map(({ tokens }) => tokens.inputTokens)),
    outputTokens: meanOfKnown(scored.map(({ tokens }) => tokens.outputTokens)),
    costUsd: meanOfKnown(scored.map(({ costUsd }) => costUsd)),
    seconds: mean(scored.map(({ seconds }) => seconds)),
    queries: queried.length === 0 ? null : meanOfMeetings(queried),
    baselines: baselines.length === 0 ? null : meanBaselines(baselines),
  };
}

export type MeanQueries = ReturnType<typeof meanQueries>;

/** Every query counts the same, however many lines answer it. */
export function meanQueries(queries: readonly QueryScores[]) {
  return {
    queries: queries.length,
    goldLines: mean(queries.map(({ goldLines }) => goldLines)),
    chance: mean(queries.map(({ chance }) => chance)),
    search: meanRetrieval(queries.map(({ search }) => search)),
    claims: meanRetrieval(queries.map(({ claims }) => claims)),
  };
}

function meanOfMeetings(meetings: readonly MeanQueries[]): MeanQueries {
  const retrieval = (way: 'search' | 'claims') => ({
    lines: mean(meetings.map((meeting) => meeting[way].lines)),
    precision: mean(meetings.map((meeting) => meeting[way].precision)),
    recall: mean(meetings.map((meeting) => meeting[way].recall)),
  });
  return {
    queries: meetings.reduce((sum, { queries }) => sum + queries, 0),
    goldLines: mean(meetings.map(({ goldLines }) => goldLines)),
    chance: mean(meetings.map(({ chance }) => chance)),
    search: retrieval('search'),
    claims: retrieval('claims'),
  };
}

function meanRouge(scores: readonly (RougeScores | null)[]): MeanRouge {
  return {
    rouge1: mean(scores.map((score) => score?.rouge1)),
    rouge2: mean(scores.map((score) => score?.rouge2)),
    rougeL: mean(scores.map((score) => score?.rougeL)),
    rougeLsum: mean(scores.map((score) => score?.rougeLsum)),
  };
}

/** All meetings together: most have so few that a share of one meeting says little. */
function poolItems(scores: readonly (ItemScores | null)[]) {
  const known = scores.filter((score) => score !== null);
  if (known.length === 0) return null;
  const sum = (figure: 'found' | 'missed' | 'extra') =>
    known.reduce((total, score) => total + score[figure], 0);
  return countItems(sum('found'), sum('missed'), sum('extra'));
}

function meanBaselines(scores: readonly BaselineScores[]): MeanBaseline[] {
  const systems = [...new Set(scores.map(({ system }) => system))];
  return systems.flatMap((system) =>
    BASELINE_LENGTHS.map((length) => {
      const own = scores.filter((score) => score.system === system && score.length === length);
      return {
        system,
        length,
        meetings: own.length,
        words: mean(own.map(({ words }) => words)),
        ...meanRouge(own.map(({ rouge }) => rouge)),
      };
    }),
  );
}
