import { decimals, NONE, percent, renderColumns, shorten, UNKNOWN, whole } from './render-columns.ts';
import type { RougeScores } from './rouge.ts';
import type { MeetingRow, ScoredMeeting } from './score-summary.ts';
import { meanQueries, type MeanBaseline, type MeanQueries, type MeanRouge, type Overall } from './sum-up.ts';

const NAME_WIDTH = 14;
const ERROR_WIDTH = 95;

/** The report for people, at most 120 characters wide. */
export function renderReport(rows: readonly MeetingRow[], overall: Overall, model: string): string {
  const scored = rows.filter((row): row is ScoredMeeting => !('error' in row));
  const failed = rows.filter((row) => 'error' in row);
  return [
    `model ${shorten(model, 60)}; ROUGE, shares and coverage in percent\n`,
    scored.length === 0 ? '' : renderSummaries(scored, overall),
    renderItems(scored, overall),
    renderQueries(scored, overall),
    renderBaselines(overall),
    failed.map(({ name, error }) => `${label(name)}: ${shorten(error, ERROR_WIDTH)}\n`).join(''),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function renderSummaries(scored: readonly ScoredMeeting[], overall: Overall): string {
  const head = 'meeting|lines|words|R1|R2|RL|RLsum|lift|unsup|cover|quality|tok in|out|cost $|sec'.split('|');
  const rows = scored.map((row) => [
    label(row.name),
    whole(row.lines),
    whole(row.overviewWords),
    ...rougeCells(row.rouge),
    decimals(row.evidence.lift, 2),
    percent(row.unsupportedRate),
    percent(row.quality.coverage, 0),
    row.quality.status,
    tokens(row.tokens.inputTokens),
    tokens(row.tokens.outputTokens),
    cost(row.costUsd),
    decimals(row.seconds, 1),
  ]);
  const means = [
    'mean',
    whole(overall.lines),
    whole(overall.overviewWords),
    ...rougeCells(overall.rouge),
    decimals(overall.lift, 2),
    percent(overall.unsupportedRate),
    percent(overall.coverage, 0),
    `${overall.complete} of ${scored.length}`,
    tokens(overall.inputTokens),
    tokens(overall.outputTokens),
    cost(overall.costUsd),
    decimals(overall.seconds, 1),
  ];
  return renderColumns(head, [...rows, means]);
}

function renderItems(scored: readonly ScoredMeeting[], overall: Overall): string {
  if (overall.decisions === null && overall.actionItems === null) return '';
  const head = 'meeting|decisions found|missed|extra|P|R|actions found|missed|extra|P|R'.split('|');
  const rows = [
    ...scored
      .filter(({ decisions, actionItems }) => decisions !== null || actionItems !== null)
      .map((row) => [label(row.name), ...itemCells(row.decisions), ...itemCells(row.actionItems)]),
    ['all', ...itemCells(overall.decisions), ...itemCells(overall.actionItems)],
  ];
  return renderColumns(head, rows);
}

function itemCells(scores: Overall['decisions']): string[] {
  if (scores === null) return Array.from({ length: 5 }, () => NONE);
  const { found, missed, extra, precision, recall } = scores;
  return [whole(found), whole(missed), whole(extra), percent(precision), percent(recall)];
}

function renderQueries(scored: readonly ScoredMeeting[], overall: Overall): string {
  if (overall.queries === null) return '';
  const head = 'meeting|queries|gold lines|chance P|look-up lines|P|R|claims lines|P|R'.split('|');
  const rows = scored.flatMap(({ name, queries }) =>
    queries === undefined ? [] : [[label(name), ...queryCells(meanQueries(queries))]],
  );
  return renderColumns(head, [...rows, ['mean', ...queryCells(overall.queries)]]);
}

function queryCells({ queries, goldLines, chance, search, claims }: MeanQueries): string[] {
  return [
    whole(queries),
    whole(goldLines),
    percent(chance),
    ...[search, claims].flatMap(({ lines, precision, recall }) => [
      decimals(lines, 1),
      percent(precision),
      percent(recall),
    ]),
  ];
}

/** A star stands at each figure that is the best of its system. */
function renderBaselines(overall: Overall): string {
  const { baselines } = overall;
  if (baselines === null) return '';
  const rows = baselines.map((row) => [
    `${row.system}, ${row.length} words`,
    whole(row.meetings),
    whole(row.words),
    ...figures.map((figure) => percent(row[figure]) + (isBest(row, figure, baselines) ? '*' : ' ')),
  ]);
  const own = rougeCells(overall.rouge).map((cell) => `${cell} `);
  return renderColumns('means|meetings|words|R1 |R2 |RL |RLsum '.split('|'), [
    ...rows,
    ['this summary', whole(overall.meetings - overall.failed), whole(overall.overviewWords), ...own],
  ]);
}

const figures = ['rouge1', 'rouge2', 'rougeL', 'rougeLsum'] as const satisfies (keyof RougeScores)[];

function isBest(row: MeanBaseline, figure: keyof RougeScores, all: readonly MeanBaseline[]): boolean {
  const value = row[figure];
  return value !== null && all.every((other) => other.system !== row.system || (other[figure] ?? 0) <= value);
}

function rougeCells(scores: RougeScores | MeanRouge | null): string[] {
  return figures.map((figure) => percent(scores?.[figure] ?? null));
}

const label = (name: string): string => shorten(name, NAME_WIDTH);
const tokens = (count: number | null): string =>
  count === null || count < 10_000 ? whole(count, UNKNOWN) : `${whole(count / 1000)}k`;
const cost = (usd: number | null): string => (usd === null ? UNKNOWN : usd.toFixed(usd < 1 ? 4 : 2));
