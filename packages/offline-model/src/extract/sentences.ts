import type { LanguageCues } from '../cues/language-cues.ts';
import type { TranscriptLine } from '../meeting-input.ts';
import { cleanText, withoutLeadIn } from './clean-text.ts';
import { contentStems, splitWords, straighten } from './words.ts';

export interface Sentence {
  /** Place among all sentences of the meeting. */
  readonly index: number;
  readonly from: number;
  readonly to: number;
  readonly speaker: string | null;
  /** As it would be quoted: cleaned, without lead-in. */
  readonly text: string;
  /** Cleaned, lead-in kept, apostrophes straight: what the cues are matched against. */
  readonly spoken: string;
  readonly wordCount: number;
  readonly stems: readonly string[];
  readonly isQuestion: boolean;
  /** Long enough to say something by itself. */
  readonly substantial: boolean;
}

/** Words after which one speaker's run-on text is cut at the next line. */
const LONGEST_JOIN = 60;
/** The same where nobody punctuates, and every line may be a sentence. */
const LONGEST_UNPUNCTUATED_JOIN = 20;
/** Lines that one sentence may be spread over: evidence that is wider points at nothing. */
const MOST_LINES = 12;
/** Characters of a sentence; what goes on longer is cut, so that no pattern meets a text without end. */
const LONGEST_SENTENCE = 1_000;
const SHORTEST_SUBSTANTIAL = 4;
const TERMINAL = /[.?!…。！？।؟]["'”’»)\]]*$/u;
const ABBREVIATION =
  /(?:^|[\s(])(?:mr|mrs|ms|dr|prof|st|vs|e\.g|i\.e|approx|inc|ltd|no|z\.\s?b|bzw|ca|nr|d\.\s?h|u\.\s?a|sr|sra|m|mme|\p{L})\.$/iu;

interface Piece {
  readonly line: number;
  readonly text: string;
  readonly words: number;
}

/**
 * One speaker's consecutive lines are joined before sentences are looked for, since recorders cut lines in mid-sentence;
 * each sentence knows the lines it came from.
 */
export function splitSentences(lines: readonly TranscriptLine[], cues: LanguageCues): Sentence[] {
  const segmenter = new Intl.Segmenter(cues.language === 'und' ? 'en' : cues.language, {
    granularity: 'sentence',
  });
  const sentences: Sentence[] = [];
  for (const { speaker, pieces } of joinLines(lines, cues)) {
    let text = '';
    const starts: number[] = [];
    for (const piece of pieces) {
      if (text !== '') text += ' ';
      starts.push(text.length);
      text += piece.text;
    }
    const lineAt = (offset: number): number => {
      let at = 0;
      while (at + 1 < starts.length && (starts[at + 1] ?? 0) <= offset) at += 1;
      return pieces[at]?.line ?? 0;
    };
    for (const [start, end] of sentenceRanges(text, segmenter, cues)) {
      const sentence = buildSentence(
        text.slice(start, end),
        sentences.length,
        speaker,
        lineAt(start),
        lineAt(end - 1),
        cues,
      );
      if (sentence !== null) sentences.push(sentence);
    }
  }
  return sentences;
}

function buildSentence(
  spoken: string,
  index: number,
  speaker: string | null,
  from: number,
  to: number,
  cues: LanguageCues,
) {
  const text = withoutLeadIn(spoken, cues);
  const words = splitWords(text);
  if (words.length === 0) return null;
  return {
    index,
    from,
    to,
    speaker,
    text,
    spoken: straighten(spoken),
    wordCount: words.length,
    stems: contentStems(words, cues),
    isQuestion: /[?？؟]["'”’»)\]]*$/u.test(text),
    substantial: words.length >= SHORTEST_SUBSTANTIAL,
  };
}

function joinLines(lines: readonly TranscriptLine[], cues: LanguageCues) {
  const groups: { speaker: string | null; pieces: Piece[] }[] = [];
  const cleaned = lines
    .map((line) => ({ line, text: cleanText(line.text, cues) }))
    .filter(({ text }) => text !== '');
  const punctuated = cleaned.filter(({ text }) => TERMINAL.test(text)).length > cleaned.length / 5;
  let words = 0;
  for (const { line, text } of cleaned) {
    const piece: Piece = { line: line.number, text, words: text.split(' ').length };
    const group = groups.at(-1);
    const previous = group?.pieces.at(-1);
    const joins =
      group !== undefined &&
      previous !== undefined &&
      group.speaker === line.speaker &&
      !TERMINAL.test(previous.text) &&
      group.pieces.length < MOST_LINES &&
      // Lines without a name may be different people's: only a small letter says that a sentence goes on.
      (line.speaker !== null || (punctuated && /^[\p{Ll}\d]/u.test(text))) &&
      words + piece.words <= (punctuated ? LONGEST_JOIN : LONGEST_UNPUNCTUATED_JOIN);
    if (joins) {
      group.pieces.push(piece);
      words += piece.words;
    } else {
      groups.push({ speaker: line.speaker, pieces: [piece] });
      words = piece.words;
    }
  }
  return groups;
}

/** Pieces of a range that are no longer than a sentence may be, cut between words where there are any. */
function* bounded(text: string, start: number, end: number): Generator<[number, number]> {
  let at = start;
  while (end - at > LONGEST_SENTENCE) {
    const space = text.lastIndexOf(' ', at + LONGEST_SENTENCE);
    const cut = space > at ? space : at + LONGEST_SENTENCE;
    yield [at, cut];
    at = text.charAt(cut) === ' ' ? cut + 1 : cut;
  }
  yield [at, end];
}

/** Offsets of the sentences in `text`; a full stop after an abbreviation or, in German, an ordinal ends none. */
function sentenceRanges(text: string, segmenter: Intl.Segmenter, cues: LanguageCues): [number, number][] {
  const ranges: [number, number][] = [];
  for (const { index, segment } of segmenter.segment(text)) {
    const end = index + segment.trimEnd().length;
    const last = ranges.at(-1);
    const before = last === undefined ? '' : text.slice(last[0], last[1]);
    if (
      last !== undefined &&
      (ABBREVIATION.test(before) || (cues.nounsAreCapitalised && /(?:^|\s)\d{1,2}\.$/.test(before)))
    )
      last[1] = end;
    else if (end > index) ranges.push([index, end]);
  }
  return ranges.flatMap(([start, end]) => [...bounded(text, start, end)]);
}
