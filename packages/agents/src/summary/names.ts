import { isCalendarWord } from './calendar-words.ts';
import { isStopword } from './stopwords.ts';
import { fold, words } from './words.ts';

type Token = { raw: string; word: string; initial: boolean };

/** Verbs that people, not things, are the subject of: the capitalised word before one, at the start, is a name. */
const personVerbs = new Set(
  `will asked asks said says suggested suggests proposed proposes wants offered offers promised reported presented explained
   mentioned thinks sends takes owns prepares volunteered agreed wird fragte sagt sagte schlug will übernimmt schickt
   sollte va demande propose envoie prend dijo propone enviará va vai disse propõe envia сказал сказала предложил
   предложила отправит`
    .split(/\s+/u)
    .map(fold),
);

/** Nouns and pronouns that stand beside names, or in their place, and are none. */
const neverNames = new Set(
  words(`everyone everybody nobody someone somebody anyone anybody ende anfang mitte jeder niemand jemand`),
);

const titles = new Set([
  'herr',
  'herrn',
  'frau',
  'dr',
  'prof',
  'mr',
  'mrs',
  'ms',
  'mme',
  'monsieur',
  'madame',
  'senor',
  'senora',
]);

/**
 * The words of a claim that name someone or something, folded: they have to occur where the claim rests.
 * Languages that write every noun with a capital (German) are read more carefully, and scripts without capitals not at all.
 *
 * @param isCommon whether a folded word occurs in the transcript as an ordinary, lower-case word
 */
export function namesIn(claim: string, language: string, isCommon: (word: string) => boolean): string[] {
  const tokens = tokenise(claim);
  const everyNoun = language === 'de' || language === 'lb';
  const isName = (at: number): boolean => {
    const token = tokens[at];
    if (!token || !isCandidate(token)) return false;
    if (hasInnerCapital(token.raw) || (/\p{L}/u.test(token.raw) && /\p{N}/u.test(token.raw))) return true;
    const previous = tokens[at - 1];
    const next = tokens[at + 1];
    if (previous && titles.has(previous.word)) return true;
    if (isCommon(token.word)) return false;
    if (token.initial) return next !== undefined && !next.initial && personVerbs.has(next.word);
    if (!everyNoun) return true;
    // "Petra Krause", "Firma Globex": of two such words in a row, the second is a name.
    return previous !== undefined && isCandidate(previous);
  };
  return [...new Set(tokens.filter((_, at) => isName(at)).map(({ word }) => word))];
}

function tokenise(text: string): Token[] {
  let end = 0;
  return [...text.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].map((match) => {
    const between = text.slice(end, match.index);
    const initial = end === 0 || /[.!?:;…"“”„«»()\n]/u.test(between);
    end = match.index + match[0].length;
    return { raw: match[0], word: fold(match[0]), initial };
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
