import { isCalendarWord } from './calendar-words.ts';
import { actsAsPerson } from './name-signs.ts';
import { isOrdinaryWord } from './ordinary-words.ts';
import { isStopword } from './stopwords.ts';
import { fold, words } from './words.ts';

type Token = { raw: string; word: string; initial: boolean; adjacent: boolean };

/** Both folded, without repeats. */
export type NamesInText = {
  /** Words that name someone or something: what does not hold them does not back the text. */
  certain: string[];
  /** Capitalised words at the start of a sentence, which may be names or any word. */
  possible: string[];
};

/** What is known of the words of the transcript. All take folded words. */
export type NameContext = {
  /** Occurs in the lines in lower case. */
  isCommon: (word: string) => boolean;
  /** It, or a form of it, occurs in the lines in lower case. */
  isCommonForm: (word: string) => boolean;
  /** Belongs to a speaker or participant. */
  isPerson: (word: string) => boolean;
  /** The text is in another language, so that the transcript's lower case tells nothing of its words. */
  translated: boolean;
};

/** Nouns and pronouns that stand beside names, or in their place, and are none. */
const neverNames = new Set(
  words(`everyone everybody nobody someone somebody anyone anybody ende anfang mitte jeder niemand jemand`),
);

const titles = new Set(words(`herr herrn frau dr prof mr mrs ms mme monsieur madame senor senora`));

/** Whether a folded word is a form of address, such as "Frau", and no part of a name. */
export const isTitle = (word: string): boolean => titles.has(word);

/**
 * The names of a text, by these rules, the first that fits:
 *
 * 1. Stopwords, weekdays, months, titles and single letters are no names.
 * 2. A capital inside a word, letters with digits ("Q3"), or a title before it: a name.
 * 3. Inside a sentence, a capitalised word is a name, unless the transcript has it in lower case. Languages that write every
 *    noun with a capital (German) need two such words in a row, and the second is the name.
 * 4. At the start of a sentence every word is capitalised. It is a name when neither it nor a form of it stands in the
 *    transcript in lower case, it is no ordinary word (`isOrdinaryWord`), and it does what people and firms do: "Zelda is to
 *    send", "Acme gets the", "Petra schickt", or "and" and one of the meeting's people follow. Any other word there is a possible name.
 *
 * Rule 4 errs towards possible, which costs a claim the label `supported`; a certain name costs it all support. Scripts
 * without capitals have no names by these rules.
 */
export function namesIn(text: string, language: string, context: NameContext): NamesInText {
  const tokens = tokenise(text);
  const everyNoun = language === 'de' || language === 'lb';
  const certain = new Set<string>();
  const possible = new Set<string>();
  tokens.forEach((token, at) => {
    if (!isCandidate(token)) return;
    const { raw, word, initial } = token;
    const previous = tokens[at - 1];
    const mixed = /\p{L}/u.test(raw) && /\p{N}/u.test(raw);
    if (hasInnerCapital(raw) || mixed || (previous && titles.has(previous.word))) certain.add(word);
    else if (initial) (isOpeningName(tokens, at, language, context) ? certain : possible).add(word);
    else if (context.isCommon(word)) return;
    else if (!everyNoun || (previous && token.adjacent && isCandidate(previous))) certain.add(word);
  });
  return { certain: [...certain], possible: [...possible].filter((word) => !certain.has(word)) };
}

function isOpeningName(tokens: Token[], at: number, language: string, context: NameContext): boolean {
  const word = tokens[at]?.word ?? '';
  if (context.isCommonForm(word) || isOrdinaryWord(word)) return false;
  const [next, second] = tokens.slice(at + 1);
  if (next?.initial !== false) return false;
  const joined = ['and', 'und', 'et', 'y', 'e', 'и'].includes(next.word);
  if (joined) return second !== undefined && isCandidate(second) && context.isPerson(second.word);
  const following = tokens.slice(at + 1, at + 6);
  const end = following.findIndex(({ initial }) => initial);
  return actsAsPerson(
    word,
    (end < 0 ? following : following.slice(0, end)).map((token) => token.word),
    language,
    context,
  );
}

/**
 * Whether the words of a title are capitalised as headlines are, so that capitals tell nothing: "Launch Planning". "Launch with
 * Globex" may be either, and its one capital counts.
 */
export function isHeadline(title: string): boolean {
  const [first, ...rest] = tokenise(title).filter(({ raw }) => /^\p{L}/u.test(raw));
  const content = rest.filter(({ word }) => !isStopword(word));
  const capitalised = [first, ...content].every((token) => token && /^\p{Lu}/u.test(token.raw));
  return capitalised && (content.length > 1 || (content.length === 1 && rest.length === 1));
}

function tokenise(text: string): Token[] {
  let end = 0;
  return [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map((match) => {
    const between = text.slice(end, match.index);
    const initial = end === 0 || /[.!?:;…"“”„«»()\n]/u.test(between);
    end = match.index + match[0].length;
    return { raw: match[0], word: fold(match[0]), initial, adjacent: /^[\s-]*$/u.test(between) };
  });
}

/** A capital in front, or letters and digits mixed as in "Q3", and no word that every text has. */
function isCandidate({ raw, word }: Token): boolean {
  if (/^\p{N}/u.test(raw)) return false;
  if (!/^\p{Lu}/u.test(raw) && !/^\p{L}+\p{N}/u.test(raw) && !hasInnerCapital(raw)) return false;
  return (
    raw.length > 1 && !isStopword(word) && !isCalendarWord(word) && !titles.has(word) && !neverNames.has(word)
  );
}

const hasInnerCapital = (raw: string): boolean => /^.+\p{Lu}/u.test(raw);
