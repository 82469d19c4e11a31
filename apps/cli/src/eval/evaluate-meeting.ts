import { summarise, type StoredTurn } from '@meeting-assistant/agents';
import type { ChosenModel } from '../choose-model.ts';
import { scoreBaselines } from './baselines.ts';
import type { GoldMeeting } from './gold-meeting.ts';
import { claimsOf } from './line-sets.ts';
import { scoreQueries } from './query-scores.ts';
import { LexrankError, rankSentences } from './rank-sentences.ts';
import { scoreSummary, type MeetingRow } from './score-summary.ts';
import { searchTranscript } from './search-transcript.ts';

/** A ranking that takes longer than this is given up. */
const LEXRANK_TIMEOUT_MS = 120_000;

export interface MeetingEvaluation {
  chosen: ChosenModel;
  maxTurns: number;
  signal: AbortSignal;
  /** For people. */
  progress: (line: string) => void;
  withQueries: boolean;
  withBaselines: boolean;
}

/**
 * Summarises a meeting and scores the summary. What goes wrong with this meeting is in its row.
 *
 * @throws the reason of `signal`
 */
export async function evaluateMeeting(gold: GoldMeeting, evaluation: MeetingEvaluation): Promise<MeetingRow> {
  const { signal } = evaluation;
  const { file, name, lines } = gold;
  try {
    const run = await summariseMeeting(gold, evaluation);
    return {
      file,
      name,
      lines: lines.length,
      ...scoreSummary(run.summary, gold),
      ...run.took,
      ...(evaluation.withQueries
        ? { queries: await scoreQueries(gold, claimsOf(run.summary), searchTranscript) }
        : {}),
      ...(evaluation.withBaselines
        ? { baselines: scoreBaselines(gold, await rankOrExplain(gold, evaluation)) }
        : {}),
    };
  } catch (error) {
    signal.throwIfAborted();
    return { file, name, lines: lines.length, error: error instanceof Error ? error.message : String(error) };
  }
}

async function summariseMeeting(gold: GoldMeeting, { chosen, maxTurns, signal }: MeetingEvaluation) {
  const { title, startedAt, timeZone, lines } = gold;
  const costs: (number | null)[] = [];
  const store = async ({ costUsd }: StoredTurn) => void costs.push(costUsd);
  const started = performance.now();
  const { summary, turns, usage } = await summarise(
    { lines, durationMs: null, settings: { title, startedAt, timeZone } },
    { model: chosen.model, modelName: chosen.name, signal, maxTurns, turns: { stored: [], store } },
  );
  const seconds = (performance.now() - started) / 1000;
  return { summary, took: { turns, tokens: usage, costUsd: sumOfKnown(costs), seconds } };
}

/** Undefined where there is no ranking: the other figures are worth having without it. */
async function rankOrExplain({ name, lines }: GoldMeeting, { signal, progress }: MeetingEvaluation) {
  try {
    const texts = lines.map(({ text }) => text);
    return await rankSentences(texts, { signal, timeoutMs: LEXRANK_TIMEOUT_MS });
  } catch (error) {
    if (!(error instanceof LexrankError)) throw error;
    progress(`${name}: ${error.message}`);
    return undefined;
  }
}

/** Null as soon as one is unknown. */
function sumOfKnown(values: readonly (number | null)[]): number | null {
  return values.reduce((sum, value) => (sum === null || value === null ? null : sum + value), 0);
}
