import type { LanguageCues } from '../cues/language-cues.ts';
import type { Salience } from './salience.ts';
import type { Sentence } from './sentences.ts';
import { splitWords, straighten } from './words.ts';

const SIMILAR = 0.5;
/** Of the one with fewer details: so many allow one that the other does not have. */
const ENOUGH = 5;

/**
 * What a decision, task or question is about, without the frame that it shares with all of its kind: stems of words that are no
 * function words and no common verbs, numbers in figures and in words, and the letter of "plan B".
 */
export function detailsOf(sentence: Sentence, cues: LanguageCues): ReadonlySet<string> {
  const details = new Set<string>();
  for (const [at, word] of splitWords(sentence.text).entries()) {
    const lower = straighten(word.toLowerCase());
    if (/\d/.test(lower) || cues.numberWords?.test(lower)) details.add(lower);
    else if (/^\p{Lu}$/u.test(word)) {
      if (at > 0 && word !== 'I') details.add(word);
    } else if (!cues.stopwords.has(lower)) {
      const stem = cues.stem(lower);
      if (!cues.noTitle.has(stem)) details.add(stem);
    }
  }
  return details;
}

/** Whether two sentences say the same: neither may have details of its own, but for a longer one that is told again in short. */
export function saysSame(a: Sentence, b: Sentence, salience: Salience, cues: LanguageCues): boolean {
  if (a.text.toLowerCase() === b.text.toLowerCase()) return true;
  if (salience.similarity(a, b) < SIMILAR) return false;
  const [fewer, more] = [detailsOf(a, cues), detailsOf(b, cues)].toSorted((x, y) => x.size - y.size);
  if (fewer === undefined || more === undefined) return true;
  const own = [...fewer].filter((detail) => !more.has(detail));
  if (own.length === 0) return true;
  const isNumber = own.some((detail) => /\d/.test(detail) || cues.numberWords?.test(detail));
  return !isNumber && own.length === 1 && fewer.size >= ENOUGH && more.size >= fewer.size + 2;
}
