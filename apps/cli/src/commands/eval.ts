import { createHash } from 'node:crypto';
import { OFFLINE_MODEL } from '@meeting-assistant/offline-model';
import { silenceTracing } from '@meeting-assistant/llm-client';
import { chooseModel } from '../choose-model.ts';
import { CommandError, UsageError, type CliConfig } from '../config.ts';
import { evaluateMeeting } from '../eval/evaluate-meeting.ts';
import type { GoldMeeting } from '../eval/gold-meeting.ts';
import { listGoldFiles } from '../eval/list-gold-files.ts';
import { readGoldFile } from '../eval/read-gold-file.ts';
import { renderReport } from '../eval/render-report.ts';
import { runAtMost } from '../eval/run-at-most.ts';
import type { MeetingRow } from '../eval/score-summary.ts';
import { sumUp } from '../eval/sum-up.ts';
import type { Output } from '../output.ts';

/** An endpoint answers several at once; the offline model works in this process, where more than one would only wait for each other. */
const AT_ONCE = { endpoint: 4, offline: 1 };

export interface EvalOptions {
  baseline?: boolean;
  json?: boolean;
  model?: string;
  queries?: boolean;
  limit?: string;
}

/**
 * Summarises meetings with gold data and scores the summaries: a table or JSON on stdout, progress on stderr.
 *
 * @throws UsageError for a file that is no meeting with gold data, before any model is asked
 * @throws CommandError when a meeting could not be summarised, after the figures of the others
 */
export async function evaluate(
  places: readonly string[],
  options: EvalOptions,
  config: CliConfig,
  output: Output,
): Promise<void> {
  silenceTracing();
  const limit = readLimit(options.limit);
  const files = await listGoldFiles(places);
  const meetings = await readAll(files.slice(0, limit), output);
  const wish = options.model === undefined ? {} : { model: options.model };
  const runs = await Promise.all(
    meetings.map(async (gold) => ({ gold, chosen: await chooseModel(config, wish, cacheKeyOf(gold)) })),
  );
  const [first] = runs;
  if (first === undefined) throw new UsageError('There is no meeting to score.');
  const { name: model, label } = first.chosen;
  output.progress(`${meetings.length} ${meetings.length === 1 ? 'meeting' : 'meetings'}; model ${label}`);

  const atOnce = model === OFFLINE_MODEL ? AT_ONCE.offline : AT_ONCE.endpoint;
  const rows = await runAtMost(runs, atOnce, async ({ gold, chosen }) => {
    const row = await evaluateMeeting(gold, {
      chosen,
      maxTurns: config.maxTurns,
      signal: output.signal,
      progress: output.progress,
      withQueries: options.queries ?? false,
      withBaselines: options.baseline ?? false,
    });
    output.progress(describe(row));
    return row;
  });
  const overall = sumUp(rows);
  output.result(
    options.json
      ? `${JSON.stringify({ model, meetings: rows, overall }, null, 2)}\n`
      : renderReport(rows, overall, label),
  );
  if (overall.failed > 0)
    throw new CommandError(`${overall.failed} of ${overall.meetings} meetings could not be scored.`);
}

/** All of them are read before the first is summarised: a wrong file is cheaper to hear of now than after an hour. */
async function readAll(files: readonly string[], output: Output): Promise<GoldMeeting[]> {
  const meetings: GoldMeeting[] = [];
  const wrong: string[] = [];
  for (const file of files) {
    try {
      meetings.push(await readGoldFile(file));
    } catch (error) {
      if (!(error instanceof UsageError)) throw error;
      wrong.push(error.message);
    }
  }
  if (wrong.length > 0) throw new UsageError(wrong.join('\n'));
  for (const { file, notes } of meetings) for (const note of notes) output.progress(`${file}: ${note}`);
  return meetings;
}

function readLimit(limit: string | undefined): number | undefined {
  if (limit === undefined) return undefined;
  if (!/^[1-9]\d{0,5}$/.test(limit)) throw new UsageError('--limit has to be a number from 1 on.');
  return Number(limit);
}

function cacheKeyOf({ lines }: GoldMeeting): string {
  return createHash('sha256').update(JSON.stringify(lines)).digest('hex').slice(0, 32);
}

function describe(row: MeetingRow): string {
  if ('error' in row) return `${row.name}: ${row.error}`;
  const { rouge } = row;
  const figures =
    rouge === null
      ? 'no gold summary'
      : `ROUGE-1/2/Lsum ${[rouge.rouge1, rouge.rouge2, rouge.rougeLsum].map((f) => (f * 100).toFixed(1)).join(' / ')}`;
  return `${row.name}: ${figures}, ${row.seconds.toFixed(1)} s`;
}
