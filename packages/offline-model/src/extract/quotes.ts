import type { LanguageCues } from '../cues/language-cues.ts';
import type { TranscriptLine } from '../meeting-input.ts';
import type { Quote } from '../summary-draft.ts';
import { splitWords } from './words.ts';
import type { Salience } from './salience.ts';
import type { Sentence } from './sentences.ts';

const SHORTEST = 7;
const LONGEST = 32;

/** Salient sentences word for word: each an exact part of one line, spread over the topics. */
export function pickQuotes(
  sentences: readonly Sentence[],
  lines: ReadonlyMap<number, TranscriptLine>,
  salience: Salience,
  cues: LanguageCues,
): Quote[] {
  const limit = Math.max(1, Math.min(4, Math.round(sentences.length / 40)));
  const segmenter = new Intl.Segmenter(cues.language === 'und' ? 'en' : cues.language, {
    granularity: 'sentence',
  });
  const ranked = sentences
    .filter(
      ({ from, to, isQuestion, wordCount }) =>
        from === to && !isQuestion && wordCount >= SHORTEST && wordCount <= LONGEST,
    )
    .toSorted((a, b) => (salience.scores[b.index] ?? 0) - (salience.scores[a.index] ?? 0));
  const apart = sentences.length / (limit * 2);
  const chosen: { index: number; quote: Quote }[] = [];
  for (const sentence of ranked) {
    if (chosen.length >= limit) break;
    if (chosen.some(({ index }) => Math.abs(index - sentence.index) < apart)) continue;
    const raw = rawSentence(lines.get(sentence.from)?.text ?? '', sentence, segmenter);
    if (raw !== null) chosen.push({ index: sentence.index, quote: { line: sentence.from, text: raw } });
  }
  return chosen.toSorted((a, b) => a.index - b.index).map(({ quote }) => quote);
}

/** The part of the line that the cleaned sentence came from, if it reads well as it stands. */
function rawSentence(line: string, sentence: Sentence, segmenter: Intl.Segmenter): string | null {
  const wanted = sentence.text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  for (const { segment } of segmenter.segment(line)) {
    const plain = segment
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim();
    if (plain.endsWith(wanted) && splitWords(plain).length <= sentence.wordCount + 3) return segment.trim();
  }
  return null;
}
