import { matchStatements } from './match-statements.ts';
import type { Claim, Quality, Summary } from './summary.ts';
import type {
  SummaryChange,
  SummaryChangeKind,
  SummaryChangePart,
  SummaryChangeSide,
  SummaryDifference,
  SummaryVersion,
} from './summary-change.ts';

/** A difference is to be read; two versions with more than this in their difference are simply two. */
const MAX_CHANGES = 200;

const parts: readonly SummaryChangePart[] = ['text', 'evidence', 'support', 'owner', 'due'];

/**
 * How one version is otherwise than another. Claims are compared within their kind, and are the same claim by their words and
 * their lines, never by their ids (the rule: `matchStatements`). A claim that is in both with another text, evidence, support,
 * owner or due date is `changed`; points are compared across topics, so one that only moved to another topic is no change.
 * Quotes are the same when line and words are. Order and participants are not compared: the one says nothing, the others are
 * counted from the transcript.
 */
export function compareSummaries(before: Summary, after: Summary): SummaryDifference {
  const translated = before.language !== after.language;
  const claims = (kind: SummaryChangeKind, one: readonly Claim[], other: readonly Claim[]) =>
    compareSides(kind, one.map(claimSide), other.map(claimSide), translated);
  const all = [
    ...compareValue('title', before.title, after.title),
    ...compareValue('overview', before.overview, after.overview),
    ...compareValue('language', before.language, after.language),
    ...compareValue('model', before.model, after.model),
    ...compareValue('template', before.template, after.template),
    ...compareValue('quality', describeQuality(before.quality), describeQuality(after.quality)),
    ...claims('decision', before.decisions, after.decisions),
    ...claims('actionItem', before.actionItems, after.actionItems),
    ...claims('openQuestion', before.openQuestions, after.openQuestions),
    ...compareSides('topic', topicSides(before), topicSides(after), true),
    ...claims('point', pointsOf(before), pointsOf(after)),
    ...compareQuotes(before, after),
  ];
  const counts = { added: 0, removed: 0, changed: 0 };
  for (const { change } of all) counts[change] += 1;
  return { counts, changes: all.slice(0, MAX_CHANGES) };
}

/** A stored version without its text: what a list of versions shows of it. */
export function describeVersion(
  stored: Pick<SummaryVersion, 'meetingId' | 'jobId' | 'version' | 'createdAt'> & { summary: Summary },
): SummaryVersion {
  const { meetingId, jobId, version, createdAt, summary } = stored;
  const { title, language, model, template, quality } = summary;
  const counts = {
    topics: summary.topics.length,
    points: pointsOf(summary).length,
    decisions: summary.decisions.length,
    actionItems: summary.actionItems.length,
    openQuestions: summary.openQuestions.length,
    quotes: summary.quotes.length,
  };
  return { meetingId, jobId, version, createdAt, title, language, model, template, quality, counts };
}

const pointsOf = ({ topics }: Summary): Claim[] => topics.flatMap(({ points }) => points);

function claimSide({ id: _id, ...claim }: Claim): SummaryChangeSide {
  return claim;
}

const topicSides = ({ topics }: Summary): SummaryChangeSide[] =>
  topics.map(({ title, from, to }) => ({ text: title, evidence: [{ from, to }] }));

function describeQuality({ status, coverage, reasons }: Quality): string {
  const percent = Math.round(coverage * 1000) / 10;
  return [`${status}, ${percent} % of the lines read`, ...reasons].join('; ');
}

function compareValue(kind: SummaryChangeKind, before: string, after: string): SummaryChange[] {
  if (before === after) return [];
  return [{ kind, change: 'changed', differs: ['text'], before: { text: before }, after: { text: after } }];
}

/** What is new or changed in the order of `after`, then what is gone. */
function compareSides(
  kind: SummaryChangeKind,
  before: readonly SummaryChangeSide[],
  after: readonly SummaryChangeSide[],
  linesAlone: boolean,
): SummaryChange[] {
  const pairs = matchStatements(before, after, linesAlone);
  const origins = new Map(Array.from(pairs, ([from, to]) => [to, before[from]]));
  const present = after.flatMap((side, index): SummaryChange[] => {
    const origin = origins.get(index);
    if (!origin) return [added(kind, side)];
    const differs = parts.filter((part) => !isSame(origin[part], side[part]));
    return differs.length === 0 ? [] : [{ kind, change: 'changed', differs, before: origin, after: side }];
  });
  return [...present, ...before.filter((_, index) => !pairs.has(index)).map((side) => removed(kind, side))];
}

function compareQuotes(before: Summary, after: Summary): SummaryChange[] {
  const [old, fresh] = [quoteSides(before), quoteSides(after)];
  return [
    ...[...fresh].flatMap(([key, side]) => (old.has(key) ? [] : [added('quote', side)])),
    ...[...old].flatMap(([key, side]) => (fresh.has(key) ? [] : [removed('quote', side)])),
  ];
}

/** By what makes two quotes the same. */
function quoteSides({ quotes }: Summary): Map<string, SummaryChangeSide> {
  const sides = new Map<string, SummaryChangeSide>();
  for (const { line, text } of quotes)
    sides.set(`${line} ${text}`, { text, evidence: [{ from: line, to: line }] });
  return sides;
}

const added = (kind: SummaryChangeKind, after: SummaryChangeSide): SummaryChange => ({
  kind,
  change: 'added',
  differs: [],
  before: null,
  after,
});

const removed = (kind: SummaryChangeKind, before: SummaryChangeSide): SummaryChange => ({
  kind,
  change: 'removed',
  differs: [],
  before,
  after: null,
});

/** Of parts that are plain data. Stored JSON gives back keys in an order of its own. */
function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const [left, right] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
  return left.size === right.size && [...left].every(([key, value]) => isSame(value, right.get(key)));
}
