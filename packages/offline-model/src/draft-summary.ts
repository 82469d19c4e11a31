import { chooseCues } from './cues/choose-cues.ts';
import type { LanguageCues } from './cues/language-cues.ts';
import { evidenceOf, findActionItems, unclaimedQuestions } from './extract/action-items.ts';
import { decisionWeight, findDecisions } from './extract/decisions.ts';
import { findDuePhrase } from './extract/due-phrases.ts';
import { findOpenQuestions } from './extract/open-questions.ts';
import { opensHypothesis } from './extract/conditions.ts';
import { join, writeOverview, type DividedTopic } from './extract/overview.ts';
import { findPeople, type People } from './extract/people.ts';
import { nearlySame, pickDistinctItems } from './extract/pick-distinct.ts';
import { pickQuotes } from './extract/quotes.ts';
import { reactionsTo } from './extract/reactions.ts';
import { measureSalience, type Salience } from './extract/salience.ts';
import { splitSentences, type Sentence } from './extract/sentences.ts';
import { readTask } from './extract/tasks.ts';
import { findTopics, type Span } from './extract/topic-boundaries.ts';
import { keyphrases } from './extract/topic-titles.ts';
import { withdrawnSentences } from './extract/withdrawn.ts';
import type { MeetingInput } from './meeting-input.ts';
import type { Claim, SummaryDraft, Topic } from './summary-draft.ts';

const MOST_TITLE_PHRASES = 3;
/** Sentences of a topic for each of its points. */
const SENTENCES_PER_POINT = 14;
const MOST_POINTS = 4;
const REPEATED_WITHIN = 6;
const LONGEST_POINT = 60;
const LONGEST_TITLE = 80;
/** Sentences of a topic among which its announcement is looked for. */
const ANNOUNCED_WITHIN = 6;
/** Words of a subject that is a name and not half a sentence. */
const LONGEST_ANNOUNCED = 6;

/** Extracts a summary: no sentence of its claims is ours, all are the meeting's. */
export function draftSummary(meeting: MeetingInput): SummaryDraft {
  const { language, cues } = chooseCues(meeting);
  const sentences = splitSentences(meeting.lines, cues);
  const people = findPeople(meeting, cues);
  const salience = measureSalience(sentences, cues);
  const spans = findTopics(sentences, cues);
  const { decisions, actionItems, taken, unclaimed, misleading } = findOutcomes(
    sentences,
    spans,
    people,
    salience,
    cues,
  );
  const questions = findOpenQuestions(sentences, taken, unclaimed, salience, cues);
  for (const { index } of questions) taken.add(index);

  const subjects = keyphrases(sentences, salience, cues, people.nameWords, 4);
  const divided = nameTopics(sentences, spans, subjects, people, salience, cues);
  const title =
    meeting.title ??
    (capitalised(join(subjects.slice(0, MOST_TITLE_PHRASES), cues.overview?.and ?? '&')) ||
      shorten(meeting.lines[0]?.text ?? ''));
  const outcomes = sentences.filter(({ index }) => taken.has(index));
  const repeats = sentences.filter((sentence) => repeatsNearby(sentence, outcomes, salience));
  const hidden = new Set([...taken, ...misleading, ...repeats.map(({ index }) => index)]);
  const topics = coverMeeting(
    meeting,
    divided.map((topic) => writeTopic(topic, sentences, hidden, salience)),
    title,
  );
  const draft: SummaryDraft = {
    title,
    language,
    overview:
      writeOverview({ sentences, topics: divided, subjects, misleading, salience, cues }) ||
      shorten(meeting.lines.map(({ text }) => text).join(' ')),
    topics,
    decisions: decisions.map(claimOf),
    actionItems,
    openQuestions: questions.map(claimOf),
    quotes: pickQuotes(sentences, new Map(meeting.lines.map((line) => [line.number, line])), salience, cues),
  };
  return claimsNothing(draft) ? withLongestLine(draft, meeting) : draft;
}

function claimsNothing({ topics, decisions, actionItems, openQuestions }: SummaryDraft): boolean {
  return (
    topics.every(({ points }) => points.length === 0) &&
    decisions.length + actionItems.length + openQuestions.length === 0
  );
}

/** A meeting of a few words still has a summary: the longest of its lines. */
function withLongestLine(draft: SummaryDraft, meeting: MeetingInput): SummaryDraft {
  const [longest] = meeting.lines.toSorted((a, b) => b.text.length - a.text.length);
  if (longest === undefined) return draft;
  const point = { text: longest.text.trim(), evidence: [{ from: longest.number, to: longest.number }] };
  return {
    ...draft,
    topics: draft.topics.map((topic) =>
      longest.number >= topic.from && longest.number <= topic.to ? { ...topic, points: [point] } : topic,
    ),
  };
}

/** "Yes, I will fix it by Friday" after "can you fix it by Friday?" is no point of its own. */
function repeatsNearby(sentence: Sentence, outcomes: readonly Sentence[], salience: Salience): boolean {
  return outcomes.some(
    (outcome) =>
      Math.abs(outcome.index - sentence.index) <= REPEATED_WITHIN && nearlySame(outcome, sentence, salience),
  );
}

/** Decisions and tasks together: a sentence is one or the other, and what was withdrawn is neither. */
function findOutcomes(
  sentences: readonly Sentence[],
  spans: readonly Span[],
  people: People,
  salience: Salience,
  cues: LanguageCues,
) {
  const tasks = sentences.flatMap((sentence) => {
    const wording = readTask(sentence, sentences[sentence.index - 1], people, cues);
    return wording === null ? [] : [{ sentence, wording, decision: decisionWeight(sentence, cues) }];
  });
  const isTask = new Set(tasks.map(({ sentence }) => sentence.index));
  const courses = sentences.filter(
    (sentence) => isTask.has(sentence.index) || decisionWeight(sentence, cues) > 0,
  );
  const withdrawn = withdrawnSentences(courses, sentences, cues);
  // "We'll use …" settles more than it asks for; "I'll …" and named tasks are tasks whatever else they say.
  // What all said yes to is a course, unless it names its deadline.
  const ours = tasks.filter(({ sentence, wording, decision }) => {
    if (wording.bearer !== 'group' && wording.bearer !== 'addressee') return true;
    const settled =
      decision > 0 &&
      findDuePhrase(sentence.text, cues) === null &&
      reactionsTo(sentence, sentences, cues).confirmed;
    return decision < wording.weight && !settled;
  });
  const found = findActionItems(ours, withdrawn, { sentences, people, salience, cues });
  const taken = new Set(found.map(({ sentence }) => sentence.index));
  const decisions = findDecisions(sentences, spans, withdrawn, taken, salience, cues);
  for (const { index } of decisions) taken.add(index);
  return {
    decisions,
    actionItems: found.map(({ item }) => item),
    taken,
    unclaimed: unclaimedQuestions(tasks, { sentences, cues }),
    misleading: misleadingSentences(sentences, courses, withdrawn, cues),
  };
}

function misleadingSentences(
  sentences: readonly Sentence[],
  courses: readonly Sentence[],
  withdrawn: ReadonlySet<number>,
  cues: LanguageCues,
): ReadonlySet<number> {
  const refused = courses.filter((sentence) => reactionsTo(sentence, sentences, cues).refused);
  const supposed = sentences.filter(
    ({ spoken }) =>
      opensHypothesis(spoken, cues) ||
      [cues.procedural, cues.agenda, cues.refusalStart].some((pattern) => pattern?.test(spoken)),
  );
  return new Set([...withdrawn, ...[...refused, ...supposed].map(({ index }) => index)]);
}

function claimOf(sentence: Sentence): Claim {
  return { text: sentence.text, evidence: evidenceOf([sentence]) };
}

/** Each topic's own phrases; those of the whole meeting and of earlier topics say nothing of it. */
function nameTopics(
  sentences: readonly Sentence[],
  spans: readonly Span[],
  subjects: readonly string[],
  people: People,
  salience: Salience,
  cues: LanguageCues,
): DividedTopic[] {
  const used = new Set(spans.length > 1 ? subjects.map((subject) => subject.toLowerCase()) : []);
  return spans.map((span) => {
    const own = keyphrases(sentences.slice(span[0], span[1] + 1), salience, cues, people.nameWords, 8);
    const fresh = own.filter((phrase) => !used.has(phrase.toLowerCase())).slice(0, MOST_TITLE_PHRASES);
    const phrases = fresh.length > 0 ? fresh : own.slice(0, MOST_TITLE_PHRASES);
    for (const phrase of phrases) used.add(phrase.toLowerCase());
    return {
      span,
      phrases,
      announced: announcedTitle(
        sentences.slice(span[0], Math.min(span[0] + ANNOUNCED_WITHIN, span[1] + 1)),
        cues,
      ),
    };
  });
}

function writeTopic(
  topic: DividedTopic,
  sentences: readonly Sentence[],
  taken: ReadonlySet<number>,
  salience: Salience,
): Topic {
  const own = sentences.slice(topic.span[0], topic.span[1] + 1);
  const candidates = own
    .filter(
      ({ index, substantial, isQuestion, wordCount }) =>
        substantial && !isQuestion && wordCount <= LONGEST_POINT && !taken.has(index),
    )
    .map((sentence) => ({ sentence, score: salience.scores[sentence.index] ?? 0 }));
  const limit = Math.max(1, Math.min(MOST_POINTS, Math.round(own.length / SENTENCES_PER_POINT)));
  const title = capitalised(topic.announced ?? topic.phrases.join(', '));
  return {
    title: title || shorten(own.find(({ substantial }) => substantial)?.text ?? own[0]?.text ?? ''),
    from: own[0]?.from ?? 0,
    to: own.at(-1)?.to ?? 0,
    points: pickDistinctItems(candidates, limit, (a, b) => nearlySame(a, b, salience)).map(({ sentence }) =>
      claimOf(sentence),
    ),
  };
}

/** "Let's move on to the release date" names its topic. */
function announcedTitle(opening: readonly Sentence[], cues: LanguageCues): string | null {
  for (const { spoken } of opening) {
    const title = cues.agenda?.exec(spoken)?.groups?.['title']?.trim().replace(cues.determiners, '');
    if (title !== undefined && /\p{L}{4}/u.test(title) && title.split(/\s+/).length <= LONGEST_ANNOUNCED)
      return title;
  }
  return null;
}

/** Topics follow each other without a gap, from the first line to the last. */
function coverMeeting(meeting: MeetingInput, topics: readonly Topic[], title: string): Topic[] {
  const first = meeting.lines[0]?.number ?? 1;
  const last = meeting.lines.at(-1)?.number ?? first;
  if (topics.length === 0) return [{ title, from: first, to: last, points: [] }];
  const starts: number[] = [];
  const kept: Topic[] = [];
  for (const topic of topics) {
    const start = kept.length === 0 ? first : topic.from;
    const previous = starts.at(-1);
    if (previous !== undefined && start <= previous) kept.at(-1)?.points.push(...topic.points);
    else {
      starts.push(start);
      kept.push(topic);
    }
  }
  return kept.map((topic, at) => ({
    ...topic,
    from: starts[at] ?? first,
    to: (starts[at + 1] ?? last + 1) - 1,
  }));
}

function capitalised(text: string): string {
  return text.charAt(0).toLocaleUpperCase('und') + text.slice(1);
}

function shorten(text: string): string {
  return text.length <= LONGEST_TITLE ? text : `${text.slice(0, LONGEST_TITLE).replace(/\s+\S*$/, '')}…`;
}
