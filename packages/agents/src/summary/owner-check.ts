import type { LineRange, Owner } from '@meeting-assistant/contracts';
import type { Rule } from './finding.ts';
import { linesOf, type MeetingRecord } from './meeting-record.ts';
import { isStopword } from './stopwords.ts';
import { words } from './words.ts';

/** A task is often taken on a line or two beside where it is stated. */
const OWNER_MARGIN_LINES = 3;

/** Groups without a name of their own. */
const everybody = new Set(
  words(`all everyone everybody team group both we us alle team gruppe wir beide tous équipe groupe nous todos equipo grupo
    nosotros equipe nós все команда группа мы attendees participants teilnehmer`),
);

/** What is wrong with an owner, or null. */
export function checkOwner(
  owner: Owner,
  evidence: readonly LineRange[],
  record: MeetingRecord,
): { rule: Rule; message: string } | null {
  if (owner.kind === 'unassigned') return null;
  const name = words(owner.name ?? '');
  if (name.length === 0) {
    return {
      rule: 'owner_missing',
      message: `An owner of kind ${owner.kind} needs a name; without one the kind is unassigned.`,
    };
  }
  const distinctive = name.filter((word) => !isStopword(word) && !everybody.has(word));
  if (owner.kind === 'group') {
    const known = distinctive.length === 0 || distinctive.some((word) => record.isKnown(word));
    return known ? null : notInMeeting;
  }
  if (!distinctive.some((word) => record.isKnown(word))) return notInMeeting;
  if (owner.kind === 'participant' && !isThere(name, evidence, record)) {
    return {
      rule: 'owner_not_in_lines',
      message:
        'The owner neither speaks in its lines nor is named there: cite the lines that show who took it.',
    };
  }
  return null;
}

const notInMeeting: { rule: Rule; message: string } = {
  rule: 'owner_not_in_meeting',
  message:
    'The owner is not named anywhere in the meeting: take a name from the transcript, or the kind unassigned.',
};

/** The participant that a name, or a part of one, can only mean; the name as it is when there is none or more. */
export function canonicalOwner(name: string, people: readonly string[]): string {
  const wanted = words(name);
  const matches = people.filter((person) => {
    const whole = words(person);
    return wanted.length > 0 && wanted.every((word) => whole.includes(word));
  });
  const [only] = matches;
  return only !== undefined && matches.length === 1 ? only : name;
}

function isThere(name: string[], evidence: readonly LineRange[], record: MeetingRecord): boolean {
  return linesOf(record, evidence, OWNER_MARGIN_LINES).some(({ speaker, text }) => {
    const present = new Set(words(`${speaker ?? ''} ${text}`));
    return name.some((word) => word.length > 1 && present.has(word));
  });
}
