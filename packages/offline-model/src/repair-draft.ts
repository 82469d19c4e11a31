import type { MeetingInput } from './meeting-input.ts';
import type { ActionItem, Claim, SummaryDraft, Topic } from './summary-draft.ts';

export interface Rejection {
  /** Place in the draft: `decisions[0]`, `topics[1].points[0]`, `overview`. */
  readonly claim: string;
  readonly rule: string;
}

/** Characters of a claim that is its lines word for word. */
const LONGEST_VERBATIM = 400;

/**
 * The draft with what was rejected put right: an owner or a deadline is taken out, a text is replaced by its lines word for word, and
 * what is word for word already, a duplicate, or without a line is dropped.
 */
export function repairDraft(
  draft: SummaryDraft,
  rejected: readonly Rejection[],
  meeting: MeetingInput,
): SummaryDraft {
  const rules = new Map<string, string[]>();
  for (const { claim, rule } of rejected) {
    const place = placeOf(claim);
    rules.set(place, [...(rules.get(place) ?? []), rule]);
  }
  const keep = <Kept extends Claim>(
    claims: readonly Kept[],
    place: string,
    repair: (claim: Kept, rules: readonly string[]) => Kept | null,
  ): Kept[] =>
    claims.flatMap((claim, at) => {
      const against = rules.get(`${place}[${at}]`);
      const repaired = against === undefined ? claim : repair(claim, against);
      return repaired === null ? [] : [repaired];
    });
  const repairText = <Kept extends Claim>(claim: Kept, against: readonly string[]): Kept | null =>
    verbatim(claim, against, meeting);

  const topics = draft.topics.map((topic, at): Topic => ({
    ...topic,
    points: keep(topic.points, `topics[${at}].points`, repairText),
  }));
  const droppedTopics = new Set([...topics.keys()].filter((at) => rules.has(`topics[${at}]`)));
  return {
    ...draft,
    topics: mergeTopics(topics, droppedTopics),
    decisions: keep(draft.decisions, 'decisions', repairText),
    actionItems: keep(draft.actionItems, 'actionItems', (item, against) =>
      repairActionItem(item, against, meeting),
    ),
    openQuestions: keep(draft.openQuestions, 'openQuestions', repairText),
    quotes: draft.quotes.filter((_quote, at) => !rules.has(`quotes[${at}]`)),
    overview: rules.has('overview') ? plainOverview(topics, draft.overview) : draft.overview,
  };
}

/** `actionItems[2].owner` is about the item, `topics[0].points[1].text` about the point. */
function placeOf(claim: string): string {
  const match = /^(?:topics\[\d+\]\.points\[\d+\]|\p{L}+\[\d+\]|\p{L}+)/u.exec(
    claim.trim().replaceAll(/\.(\d+)(?=\.|$)/g, '[$1]'),
  );
  return match?.[0] ?? claim;
}

function repairActionItem(
  item: ActionItem,
  against: readonly string[],
  meeting: MeetingInput,
): ActionItem | null {
  const owner = against.some((rule) => /owner/i.test(rule));
  const due = against.some((rule) => /due/i.test(rule));
  const rest = against.filter((rule) => !/owner|due/i.test(rule));
  const repaired: ActionItem = {
    ...item,
    owner: owner ? { name: null, kind: 'unassigned' } : item.owner,
    due: due ? null : item.due,
  };
  return rest.length === 0 ? repaired : verbatim(repaired, rest, meeting);
}

function verbatim<Kept extends Claim>(
  claim: Kept,
  against: readonly string[],
  meeting: MeetingInput,
): Kept | null {
  if (against.some((rule) => /duplicate|line_missing|language|range|empty|evidence/i.test(rule))) return null;
  const range = claim.evidence[0];
  if (range === undefined) return null;
  const said = meeting.lines
    .filter(({ number }) => number >= range.from && number <= range.to)
    .map(({ text }) => text.trim())
    .join(' ');
  if (said === '' || said.length > LONGEST_VERBATIM || said === claim.text) return null;
  return { ...claim, text: said };
}

/** A dropped topic's lines go to the one before it, so that the topics still cover the meeting. */
function mergeTopics(topics: readonly Topic[], dropped: ReadonlySet<number>): Topic[] {
  const kept: Topic[] = [];
  let from: number | null = null;
  for (const [at, topic] of topics.entries()) {
    const previous = kept.at(-1);
    if (!dropped.has(at)) {
      kept.push(from === null ? topic : { ...topic, from });
      from = null;
    } else if (previous === undefined) from ??= topic.from;
    else kept[kept.length - 1] = { ...previous, to: topic.to };
  }
  return kept;
}

/** Only the meeting's own sentences, without ours around them. */
function plainOverview(topics: readonly Topic[], fallback: string): string {
  const sentences = topics.flatMap(({ points }) => points.slice(0, 1).map(({ text }) => text));
  return sentences.length === 0 ? fallback : sentences.slice(0, 5).join('\n');
}
