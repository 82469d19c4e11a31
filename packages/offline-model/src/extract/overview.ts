import type { LanguageCues, TopicPlace } from '../cues/language-cues.ts';
import type { Salience } from './salience.ts';
import type { Sentence } from './sentences.ts';
import type { Span } from './topic-boundaries.ts';
import { splitWords } from './words.ts';

const LIMIT = 150;
const LONGEST_EXTRACT = 45;
/** Share of a topic's words that makes its main speaker the one who talked about it. */
const LEADS = 0.55;
const SAME = 0.3;
/** Sentences of the meeting for each one that is extracted, so that a short meeting is not told whole. */
const SHARE = 6;

export interface DividedTopic {
  readonly span: Span;
  /** As someone announced it; null when nobody did. */
  readonly announced: string | null;
  readonly phrases: readonly string[];
}

export interface OverviewParts {
  readonly sentences: readonly Sentence[];
  readonly topics: readonly DividedTopic[];
  /** What the meeting as a whole was about. */
  readonly subjects: readonly string[];
  /** Sentences that would mislead out of their place: hypotheses, what was refused or taken back. */
  readonly misleading: ReadonlySet<number>;
  readonly salience: Salience;
  readonly cues: LanguageCues;
}

/**
 * A paragraph with a sentence for the meeting and one for each topic, where the language has them, and the most salient sentences, each
 * a paragraph in quotation marks: 150 words at most. Blank lines part them, as Markdown runs single ones together.
 */
export function writeOverview(parts: OverviewParts): string {
  const framing = frame(parts);
  const room = LIMIT - splitWords(framing.join(' ')).length;
  return [...framing, ...extracts(parts, room)].join('\n\n');
}

function frame({ sentences, topics, subjects, cues }: OverviewParts): string[] {
  const phrases = cues.overview;
  if (phrases === null) return [];
  const named = topics.filter((topic) => topic.announced !== null || topic.phrases.length > 0);
  const about = subjects.length > 0 ? [phrases.about(join(subjects, phrases.and))] : [];
  if (named.length < 2) return about;
  const discussed = named.map((topic, at) => {
    const place: TopicPlace = at === 0 ? 'first' : at === named.length - 1 ? 'last' : 'middle';
    return phrases.discussed(
      place,
      subjectsOf(topic, phrases.and),
      leaderOf(sentences.slice(topic.span[0], topic.span[1] + 1)),
    );
  });
  return [[...about, ...discussed].join(' ')];
}

function extracts({ sentences, misleading, salience, cues }: OverviewParts, room: number): string[] {
  const ranked = sentences
    .filter(
      ({ index, substantial, wordCount, isQuestion }) =>
        !misleading.has(index) && substantial && wordCount <= LONGEST_EXTRACT && !isQuestion,
    )
    .toSorted((a, b) => (salience.scores[b.index] ?? 0) - (salience.scores[a.index] ?? 0));
  const chosen: Sentence[] = [];
  let left = room;
  const most = Math.max(2, Math.ceil(sentences.length / SHARE));
  for (const sentence of ranked) {
    if (chosen.length >= most) break;
    const cost = sentence.wordCount + (sentence.speaker === null ? 0 : splitWords(sentence.speaker).length);
    if (cost > left) continue;
    if (chosen.some((other) => salience.similarity(other, sentence) >= SAME)) continue;
    chosen.push(sentence);
    left -= cost;
    if (left < 8) break;
  }
  return chosen
    .toSorted((a, b) => a.index - b.index)
    .map(({ speaker, text }) => {
      const [opening, closing] = cues.overview?.quote ?? ['', ''];
      const quoted = `${opening}${text}${closing}`;
      return speaker === null ? quoted : `${speaker}: ${quoted}`;
    });
}

function subjectsOf({ announced, phrases }: DividedTopic, and: string): string {
  return announced ?? join(phrases, and);
}

/** Who spoke most of it, if most of it was one person's. */
function leaderOf(sentences: readonly Sentence[]): string | null {
  const words = new Map<string, number>();
  let total = 0;
  for (const { speaker, wordCount } of sentences) {
    total += wordCount;
    if (speaker !== null) words.set(speaker, (words.get(speaker) ?? 0) + wordCount);
  }
  const [name, most] = [...words].toSorted((a, b) => b[1] - a[1])[0] ?? [null, 0];
  return words.size > 1 && most > total * LEADS ? name : null;
}

export function join(items: readonly string[], and: string): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${and} ${items.at(-1) ?? ''}`;
}
