import type { LanguageCues, TaskBearer } from '../cues/language-cues.ts';
import { isConditional } from './conditions.ts';
import type { Mention, People } from './people.ts';
import type { Sentence } from './sentences.ts';

/** What the wording of a sentence says of a task, before anyone's reaction is looked at. */
export interface TaskWording {
  readonly weight: number;
  readonly bearer: TaskBearer | 'named' | 'team';
  readonly person: Mention | null;
  readonly team: string | null;
  /** Asked of someone, who may refuse. */
  readonly asked: boolean;
}

const LONGEST = 60;
const UNKNOWN_VERB = 0.6;
const CONDITION_AFTER = 0.8;
/** "Maybe we should …" */
const TENTATIVE = 0.6;

export function readTask(
  sentence: Sentence,
  previous: Sentence | undefined,
  people: People,
  cues: LanguageCues,
): TaskWording | null {
  if (sentence.wordCount > LONGEST || sentence.stems.length === 0) return null;
  const wordings = [
    ...namedTasks(sentence, people, cues),
    teamTask(sentence, cues),
    ...tableTasks(sentence, people, cues),
    pronounTask(sentence, previous, people, cues),
    markedTask(sentence, people, cues),
  ].filter((wording) => wording !== null);
  let best: TaskWording | null = null;
  for (const wording of wordings) if (best === null || wording.weight > best.weight) best = wording;
  return best;
}

/** Takes the wording apart at `end`, where the verb starts; 0 when what follows is no task. */
function verbWeight(sentence: Sentence, start: number, end: number, cues: LanguageCues): number {
  const { spoken } = sentence;
  const rest = spoken.slice(end).replace(/^[\s,]+/, '');
  if (rest === '' || cues.noTask?.test(rest) || isConditional(spoken, start, cues)) return -9;
  if (cues.reportedSpeech?.test(spoken.slice(0, start))) return -9;
  const conditional =
    cues.hypothetical !== null &&
    cues.hypothetical.test(cues.politeCondition === null ? rest : rest.replace(cues.politeCondition, ''));
  return (cues.taskVerbs?.test(rest) ? 0 : -UNKNOWN_VERB) - (conditional ? CONDITION_AFTER : 0);
}

function namedTasks(sentence: Sentence, people: People, cues: LanguageCues): (TaskWording | null)[] {
  if (cues.afterName === null) return [];
  const { spoken } = sentence;
  const wordings: (TaskWording | null)[] = [];
  for (const mention of people.mentions(spoken)) {
    const rest = spoken.slice(mention.end);
    const match =
      cues.afterName.exec(rest) ??
      (/^\W*$/.test(spoken.slice(0, mention.start)) ? (cues.minutesAfterName?.exec(rest) ?? null) : null);
    if (match !== null)
      wordings.push(
        named(sentence, mention, mention.end + match[0].length, /[,?]|you/.test(match[0]), 2, cues),
      );
  }
  for (const match of spoken.matchAll(new RegExp(cues.afterName.source.replace(/^\^/, ''), 'giu'))) {
    const stranger = people.strangerBefore(spoken, match.index);
    if (stranger !== null && people.mentions(stranger.name).length === 0)
      wordings.push(named(sentence, stranger, match.index + match[0].length, false, 1.7, cues));
  }
  return wordings;
}

function named(
  sentence: Sentence,
  person: Mention,
  verbAt: number,
  asked: boolean,
  weight: number,
  cues: LanguageCues,
): TaskWording | null {
  if (sentence.isQuestion && !asked) return null;
  const adjusted = weight + verbWeight(sentence, person.start, verbAt, cues);
  return adjusted > 0 ? { weight: adjusted, bearer: 'named', person, team: null, asked } : null;
}

function teamTask(sentence: Sentence, cues: LanguageCues): TaskWording | null {
  const match = cues.teamTask?.exec(sentence.spoken);
  if (match === null || match === undefined || sentence.isQuestion) return null;
  const weight = 1.6 + verbWeight(sentence, match.index, match.index + match[0].length, cues);
  return weight > 0
    ? { weight, bearer: 'team', person: null, team: match.groups?.['team'] ?? null, asked: false }
    : null;
}

function tableTasks(sentence: Sentence, people: People, cues: LanguageCues): (TaskWording | null)[] {
  return cues.tasks.map(({ pattern, bearer, weight: base }) => {
    const match = pattern.exec(sentence.spoken);
    if (match === null || (sentence.isQuestion && bearer !== 'addressee' && bearer !== 'nobody')) return null;
    if (bearer === 'group' && cues.procedural?.test(sentence.spoken)) return null;
    const musing =
      bearer !== 'speaker' && !sentence.isQuestion && cues.tentative?.test(sentence.spoken) ? TENTATIVE : 0;
    const weight = base - musing + verbWeight(sentence, match.index, match.index + match[0].length, cues);
    if (weight <= 0) return null;
    const person = bearer === 'addressee' ? vocative(sentence, people) : null;
    return {
      weight,
      bearer: person === null ? bearer : 'named',
      person,
      team: null,
      asked: bearer === 'addressee',
    };
  });
}

/** A name that is called out: before a comma, or after one at the end. */
function vocative(sentence: Sentence, people: People): Mention | null {
  const { spoken } = sentence;
  return (
    people.mentions(spoken).find(({ start, end }) => {
      const opens = start === 0 || /[,.!?–—-]\s*$|^\p{L}+,?\s$/u.test(spoken.slice(0, start));
      return (
        (opens && /^\s*[,:–—-]/.test(spoken.slice(end))) ||
        (/,\s*$/.test(spoken.slice(0, start)) && /^[\s.!?]*$|^,/.test(spoken.slice(end)))
      );
    }) ?? null
  );
}

function pronounTask(
  sentence: Sentence,
  previous: Sentence | undefined,
  people: People,
  cues: LanguageCues,
): TaskWording | null {
  const match = cues.pronounTask?.exec(sentence.spoken);
  if (match === null || match === undefined || sentence.isQuestion) return null;
  const before = sentence.spoken.slice(0, match.index);
  const named = people.mentions(before);
  const known = named.length > 0 ? named : absentIn(before, people, cues);
  const mentions =
    known.length > 0 || previous === undefined
      ? known
      : [...people.mentions(previous.spoken), ...absentIn(previous.spoken, people, cues)];
  const person = new Set(mentions.map(({ name }) => name)).size === 1 ? mentions[0] : undefined;
  const weight = 1.6 + verbWeight(sentence, match.index, match.index + match[0].length, cues);
  return weight > 0 && person !== undefined
    ? { weight, bearer: 'named', person, team: null, asked: false }
    : null;
}

/** Someone who is named as not here: "Priya is out today". */
function absentIn(text: string, people: People, cues: LanguageCues): Mention[] {
  const match = cues.away?.exec(text);
  const stranger = match === null || match === undefined ? null : people.strangerBefore(text, match.index);
  return stranger === null ? [] : [stranger];
}

function markedTask(sentence: Sentence, people: People, cues: LanguageCues): TaskWording | null {
  const match = cues.taskMarker?.exec(sentence.spoken);
  if (match === null || match === undefined || sentence.stems.length < 2) return null;
  const person = people.mentions(sentence.spoken)[0] ?? null;
  return { weight: 2.6, bearer: person === null ? 'nobody' : 'named', person, team: null, asked: false };
}
