import type { Line, LineRange, Owner } from '@meeting-assistant/contracts';
import { isCalendarWord } from './calendar-words.ts';
import type { Rule } from './finding.ts';
import { linesOf, type MeetingRecord } from './meeting-record.ts';
import { isTitle } from './names.ts';
import { isOrdinaryWord } from './ordinary-words.ts';
import { isStopword } from './stopwords.ts';
import { fold, occursIn, words } from './words.ts';

/** A task is often taken on a line or two beside where it is stated. */
const OWNER_MARGIN_LINES = 3;

/** Groups without a name of their own. */
const everybody = new Set(
  words(`all everyone everybody team group both we us alle team gruppe wir beide tous équipe groupe nous todos equipo grupo
    nosotros equipe nós все команда группа мы attendees participants teilnehmer`),
);

type Problem = { rule: Rule; message: string };

/**
 * What is wrong with an owner, or null.
 *
 * - A participant is one of the meeting's people, all words of the name in ONE of their names, and speaks or is named within
 *   three lines of the evidence; or the name is said there whole, and said as a name (`isSaidAsName`).
 * - Somebody absent is said whole in one line of the meeting, or is an entry of its people or glossary.
 * - A group has one word that occurs in the meeting, or is "everyone".
 */
export function checkOwner(
  owner: Owner,
  evidence: readonly LineRange[],
  record: MeetingRecord,
): Problem | null {
  if (owner.kind === 'unassigned') return null;
  const name = words(owner.name ?? '');
  if (name.length === 0) {
    return {
      rule: 'owner_missing',
      message: `An owner of kind ${owner.kind} needs a name; without one the kind is unassigned.`,
    };
  }
  const distinctive = name.filter(
    (word) => !isStopword(word) && !everybody.has(word) && !isTitle(word) && !isCalendarWord(word),
  );
  if (owner.kind === 'group') {
    const known =
      name.every((word) => everybody.has(word) || isStopword(word)) ||
      distinctive.some((word) => record.isKnown(word));
    return known ? null : notInMeeting;
  }
  if (distinctive.length === 0) return notInMeeting;
  if (owner.kind === 'absent') {
    const entries = [...record.people, ...Object.entries(record.glossary).map((entry) => entry.join(' '))];
    const said = record.lines.some(({ text }) => occursIn(distinctive.join(' '), text));
    return said || entries.some((entry) => isNameOf(distinctive, entry)) ? null : notInMeeting;
  }
  const near = linesOf(record, evidence, OWNER_MARGIN_LINES);
  if (record.people.some((person) => isNameOf(distinctive, person))) {
    return isThere(distinctive, near) ? null : notInLines;
  }
  return isSaidAsName(distinctive, near, record) ? null : notInMeeting;
}

const notInMeeting: Problem = {
  rule: 'owner_not_in_meeting',
  message:
    'The owner is none of the people of the meeting, and not named as a person there: take a name from the transcript as it stands, or the kind unassigned.',
};

const notInLines: Problem = {
  rule: 'owner_not_in_lines',
  message: 'The owner neither speaks in its lines nor is named there: cite the lines that show who took it.',
};

/** The participant that a name, or a part of one, can only mean; the name as it is when there is none or more. */
export function canonicalOwner(name: string, people: readonly string[]): string {
  const wanted = words(name);
  const matches = people.filter((person) => wanted.length > 0 && isNameOf(wanted, person));
  const [only] = matches;
  return only !== undefined && matches.length === 1 ? only : name;
}

/** Whether each word is one of the person's name; a single letter may stand for a word beside another that does not. */
function isNameOf(name: readonly string[], person: string): boolean {
  const whole = words(person);
  const abbreviated = name.some((word) => word.length > 1);
  return name.every(
    (word) =>
      whole.includes(word) ||
      (abbreviated && word.length === 1 && whole.some((other) => other.startsWith(word))),
  );
}

function isThere(name: readonly string[], near: readonly Line[]): boolean {
  return near.some(({ speaker, text }) => {
    const present = new Set(words(`${speaker ?? ''} ${text}`));
    return name.some((word) => word.length > 1 && present.has(word));
  });
}

/**
 * Whether the lines say the name whole, with capitals where the transcript has any, and no word of it is an ordinary one:
 * written in lower case elsewhere, or behind a determiner that never stands before a person. "Friday" and "draft contract"
 * are said, and own nothing.
 */
function isSaidAsName(name: readonly string[], near: readonly Line[], record: MeetingRecord): boolean {
  const ordinary = record.hasCapitals()
    ? (word: string) => record.isCommon(word) || isCalledAThing(word, record)
    : isOrdinaryWord;
  if (name.some((word) => word.length < 2 || ordinary(word))) return false;
  return near.some(({ text }) => occursIn(name.join(' '), text));
}

const beforeThings =
  /(?<!\p{L})(?:das|dem|ein|eine|einen|einem|einer|kein|keine|keinen|im|ins|zum|zur|beim|vom)\s+$/u;

/** German writes all nouns with a capital: there, words tell by what stands before them. */
function isCalledAThing(word: string, { lines, transcriptLanguage }: MeetingRecord): boolean {
  if (transcriptLanguage !== 'de') return false;
  return lines.some(({ text }) => {
    const folded = fold(text);
    for (const match of folded.matchAll(/[\p{L}\p{N}]+/gu)) {
      if (match[0] === word && beforeThings.test(folded.slice(Math.max(0, match.index - 12), match.index)))
        return true;
    }
    return false;
  });
}
