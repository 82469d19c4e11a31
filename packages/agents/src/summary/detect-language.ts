import type { Line } from '@meeting-assistant/contracts';
import { detectAll, supportedLanguages, toISO2 } from 'tinyld';

/** tinyld reads the start of a text only: it is asked about passages from all over the transcript, which then vote. */
const PASSAGES = 24;
const PASSAGE_CHARACTERS = 400;
/** Fewer letters than this say nothing. */
const MIN_LETTERS = 12;
const MIN_CONFIDENCE = 0.1;

/** Dead and made-up languages, which tinyld guesses for hesitations and filler text. */
const unspoken = new Set(['la', 'vo', 'tlh', 'eo']);
const spoken = supportedLanguages
  .map((language) => toISO2(language))
  .filter((language) => !unspoken.has(language));

/** The language most of the lines are in, as a base tag such as `en`; `und` when it cannot be told. */
export function detectTranscriptLanguage(lines: readonly Line[]): string {
  return vote(passagesOf(lines));
}

/** The same for one text. */
export function detectTextLanguage(text: string): string {
  const size = Math.max(PASSAGE_CHARACTERS, Math.ceil(text.length / PASSAGES));
  const passages: string[] = [];
  for (let from = 0; from < text.length; from += size)
    passages.push(text.slice(from, from + PASSAGE_CHARACTERS));
  return vote(passages);
}

/** `pt` of `pt-BR`. The written forms of Norwegian count as one. */
export function baseLanguage(tag: string): string {
  const base = tag.split('-')[0]?.toLowerCase() ?? tag;
  return base === 'nb' || base === 'nn' ? 'no' : base;
}

function passagesOf(lines: readonly Line[]): string[] {
  const characters = lines.reduce((sum, { text }) => sum + text.length, 0);
  const count = Math.min(PASSAGES, Math.ceil(characters / PASSAGE_CHARACTERS));
  return Array.from({ length: count }, (_, at) => {
    const start = Math.floor((at * lines.length) / count);
    const end = Math.floor(((at + 1) * lines.length) / count);
    let passage = '';
    for (let line = start; line < end && passage.length < PASSAGE_CHARACTERS; line++) {
      passage += ` ${lines[line]?.text ?? ''}`;
    }
    return passage.slice(0, PASSAGE_CHARACTERS);
  });
}

function vote(passages: readonly string[]): string {
  const votes = new Map<string, number>();
  let letters = 0;
  for (const passage of passages) {
    const weight = passage.match(/\p{L}/gu)?.length ?? 0;
    letters += weight;
    const [best, second] = detectAll(passage, { only: spoken });
    if (!best || weight === 0 || best.accuracy < MIN_CONFIDENCE) continue;
    const margin = best.accuracy - (second?.accuracy ?? 0);
    votes.set(best.lang, (votes.get(best.lang) ?? 0) + margin * weight);
  }
  const [winner, ...others] = [...votes].toSorted(([, a], [, b]) => b - a);
  const rest = others.reduce((sum, [, weight]) => sum + weight, 0);
  return winner && letters >= MIN_LETTERS && winner[1] > rest ? winner[0] : 'und';
}
