import type { LanguageCues } from '../cues/language-cues.ts';

/** Deadline as the text says it, the longest when it says several; null without one. */
export function findDuePhrase(text: string, cues: LanguageCues): string | null {
  if (cues.due === null) return null;
  const every = new RegExp(cues.due.source, 'giu');
  let best: string | null = null;
  for (const [phrase] of text.matchAll(every))
    if (best === null || phrase.length > best.length) best = phrase;
  return best;
}
