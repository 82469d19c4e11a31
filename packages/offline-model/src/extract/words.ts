import type { LanguageCues } from '../cues/language-cues.ts';

const WORD = /[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|['’-](?=[\p{L}\p{N}]))*/gu;
/** Scripts that put no space between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const wordSegmenter = new Intl.Segmenter('und', { granularity: 'word' });

/** Words as they stand in the text. */
export function splitWords(text: string): string[] {
  if (!UNSPACED.test(text)) return text.match(WORD) ?? [];
  const words: string[] = [];
  for (const { segment, isWordLike } of wordSegmenter.segment(text)) if (isWordLike) words.push(segment);
  return words;
}

/** Apostrophes made straight, one character for one, so that offsets stay. */
export function straighten(text: string): string {
  return text.replace(/[’‘ʼ]/g, "'");
}

/** The stem of a word that carries content, null for function words, numbers and single letters. */
function contentStem(word: string, cues: LanguageCues): string | null {
  const lower = straighten(word.toLowerCase());
  if (/^[\d.,:'-]+$/.test(lower) || cues.stopwords.has(lower)) return null;
  if (lower.length < (UNSPACED.test(lower) ? 2 : 3)) return null;
  return cues.stem(lower);
}

export function contentStems(words: readonly string[], cues: LanguageCues): string[] {
  const stems: string[] = [];
  for (const word of words) {
    const stem = contentStem(word, cues);
    if (stem !== null) stems.push(stem);
  }
  return stems;
}
