import type { LanguageCues } from '../cues/language-cues.ts';
import type { MeetingInput } from '../meeting-input.ts';
import { splitWords, straighten } from './words.ts';

export interface Mention {
  readonly name: string;
  readonly kind: 'participant' | 'absent';
  readonly start: number;
  readonly end: number;
}

export interface People {
  /** Participants and speakers named in a text, in order. */
  mentions(text: string): Mention[];
  /** A capitalised word that can only be the name of someone who is not here, just before `end`. */
  strangerBefore(text: string, end: number): Mention | null;
  /** Lower-case words of all names: no title of a topic. */
  readonly nameWords: ReadonlySet<string>;
  readonly speakers: readonly string[];
}

const GENERIC_NAME_WORD =
  /^(?:speaker|sprecher(?:in)?|user|unknown|participant|teilnehmer(?:in)?|person|guest|host|project|the|de|von|van|der|la|le|dr|mr|mrs|ms|prof|\d+|\p{L})\.?$/iu;
const BEFORE_SUBJECT =
  /(?:^|[,;:.!?–—-]\s*|(?<!\p{L})(?:and|that|but|so|then|und|dass|aber|denn|et|que|mais|y|e|mas|pero|и|что|а|но)\s+)$/iu;

export function findPeople(meeting: MeetingInput, cues: LanguageCues): People {
  const speakers = [...new Set(meeting.lines.flatMap(({ speaker }) => (speaker === null ? [] : [speaker])))];
  const names = [
    ...new Set([
      ...speakers,
      ...meeting.participants.map((name) => name.trim()).filter((name) => name !== ''),
    ]),
  ];
  const lowerWords = new Set<string>();
  let capitals = 0;
  for (const { text } of meeting.lines) {
    for (const word of splitWords(text)) {
      if (/^\p{Ll}/u.test(word)) lowerWords.add(word);
      else if (/^\p{Lu}/u.test(word)) capitals += 1;
    }
  }
  // Recognisers that write all in small letters write names so too.
  const hasCase = capitals > meeting.lines.length / 10;
  const forms = nameForms(names, hasCase, cues);
  const pattern =
    forms.size === 0
      ? null
      : new RegExp(
          `(?<![\\p{L}\\p{N}])(?:${[...forms.keys()]
            .toSorted((a, b) => b.length - a.length)
            .map(escapePattern)
            .join('|')})(?![\\p{L}\\p{N}])`,
          'gu',
        );
  return {
    speakers,
    nameWords: new Set(
      names.flatMap((name) => splitWords(name).map((word) => straighten(word.toLowerCase()))),
    ),
    mentions: (text) => {
      if (pattern === null) return [];
      const subject = hasCase ? text : text.toLowerCase();
      return [...subject.matchAll(pattern)].flatMap((match) => {
        const name = forms.get(match[0]);
        return name === undefined
          ? []
          : [{ name, kind: 'participant' as const, start: match.index, end: match.index + match[0].length }];
      });
    },
    strangerBefore: (text, end) => {
      const match = /(?<![\p{L}\p{N}])\p{Lu}\p{Ll}+(?:-\p{Lu}\p{Ll}+)?(?: \p{Lu}\p{Ll}+)?$/u.exec(
        text.slice(0, end),
      );
      if (match === null || !hasCase || !BEFORE_SUBJECT.test(text.slice(0, match.index))) return null;
      const words = match[0].toLowerCase().split(/[ -]/);
      if (words.some((word) => cues.noPerson.has(word) || cues.stopwords.has(word) || lowerWords.has(word)))
        return null;
      return { name: match[0], kind: 'absent', start: match.index, end };
    },
  };
}

/** Every way to say a name: whole, first name, last name, where it means one person only. */
function nameForms(names: readonly string[], hasCase: boolean, cues: LanguageCues): Map<string, string> {
  const forms = new Map<string, string>();
  const ambiguous = new Set<string>();
  const add = (form: string, name: string): void => {
    const key = straighten(hasCase ? form : form.toLowerCase());
    if (!hasCase && cues.stopwords.has(key)) return;
    if (forms.has(key) && forms.get(key) !== name) ambiguous.add(key);
    else forms.set(key, name);
  };
  for (const name of names) add(name, name);
  for (const name of names) {
    const words = name.split(/\s+/);
    if (words.length < 2) {
      add(name.charAt(0).toUpperCase() + name.slice(1), name);
      continue;
    }
    for (const word of [words[0], words.at(-1)]) {
      if (
        word !== undefined &&
        word.length > 1 &&
        !GENERIC_NAME_WORD.test(word) &&
        !words.some((other) => /^(?:speaker|user|guest)$/i.test(other))
      )
        add(word, name);
    }
  }
  for (const form of ambiguous) if (!names.includes(form)) forms.delete(form);
  return forms;
}

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
}
