import type { LanguageCues } from '../cues/language-cues.ts';

/** Markers of transcribers: {vocalsound}, [laughter], (inaudible), <unk>. Longer brackets are speech. */
const MARKERS =
  /\{[\p{L}_ -]{1,30}\}|\[[\p{L}_ -]{1,30}\]|<[\p{L}/_-]{1,20}>|\((?:inaudible|laughter|laughs|unintelligible|crosstalk|pause|music|applause)\)/giu;
/** Letters spelt out as A_S_R_. */
const SPELT = /(?<![\p{L}\p{N}])((?:\p{Lu}_){1,12})(\p{Ll})?/gu;
const REPEATED = /(?<![\p{L}\p{N}'’-])([\p{L}'’]+(?: [\p{L}'’]+){0,2}),? \1(?![\p{L}\p{N}'’-])/giu;

/** What was said without the noise of saying it. Words that stay keep their order and spelling. */
export function cleanText(text: string, cues: LanguageCues): string {
  // Runs of spaces go first: the patterns after it would try each of them again and again.
  let clean = text
    .replace(/\s+/g, ' ')
    .replace(MARKERS, ' ')
    .replace(
      SPELT,
      (_match, letters: string, ending: string | undefined) => letters.replaceAll('_', '') + (ending ?? ''),
    )
    .replace(/\s+([.,?!…'’])/g, '$1')
    .replace(/(\p{L}) - (?=\p{L})/gu, '$1-');
  if (cues.fillers !== null) clean = clean.replace(cues.fillers, ' ');
  clean = tidyPunctuation(clean);
  return tidyPunctuation(clean.replace(REPEATED, '$1').replace(REPEATED, '$1'));
}

function tidyPunctuation(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/\s+([.,?!…])/g, '$1')
    .replace(/([,.])(?:\s*[,.])+/g, (marks, first: string) => (/\.{3}/.test(marks) ? '…' : first))
    .replace(/^[\s,.;:–—-]+/, '')
    .trim();
}

/** The sentence without the words that only lead into it, its first letter a capital. */
export function withoutLeadIn(text: string, cues: LanguageCues): string {
  const rest = cues.leadIns === null ? text : text.replace(cues.leadIns, '');
  const trimmed = (rest === '' ? text : rest).replace(/^[\s,;:–—-]+/, '').trim();
  const first = String.fromCodePoint(trimmed.codePointAt(0) ?? 0x20);
  return trimmed === '' ? '' : first.toLocaleUpperCase('und') + trimmed.slice(first.length);
}
