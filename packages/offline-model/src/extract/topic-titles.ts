import type { LanguageCues } from '../cues/language-cues.ts';
import type { Salience } from './salience.ts';
import type { Sentence } from './sentences.ts';
import { splitWords, straighten } from './words.ts';

interface Candidate {
  readonly stems: readonly string[];
  count: number;
  readonly forms: Map<string, number>;
}

const LONGEST_PHRASE = 3;
/** Phrases kept in memory; beyond it those said once are forgotten. */
const MOST_CANDIDATES = 60_000;

/** What a stretch of the meeting speaks of most, against the rest of it: words and phrases of up to three words. */
export function keyphrases(
  sentences: readonly Sentence[],
  salience: Salience,
  cues: LanguageCues,
  excluded: ReadonlySet<string>,
  limit: number,
): string[] {
  const candidates = new Map<string, Candidate>();
  for (const sentence of sentences) {
    collectPhrases(sentence, cues, excluded, candidates);
    if (candidates.size > MOST_CANDIDATES) forgetRare(candidates);
  }
  const ranked = [...candidates.values()]
    .map((candidate) => ({ candidate, score: phraseScore(candidate, salience) }))
    .toSorted((a, b) => b.score - a.score);
  // What is said once names a stretch only where nothing recurs.
  const recurs = ranked.some(({ candidate }) => candidate.count > 1);
  const used = new Set<string>();
  const chosen: string[] = [];
  for (const { candidate } of ranked) {
    if (chosen.length >= limit) break;
    if (candidate.stems.some((stem) => used.has(stem))) continue;
    if (recurs && candidate.count < 2 && chosen.length > 0) continue;
    const form = commonestForm(candidate.forms);
    if (candidate.stems.length === 1 && cues.participle?.test(form)) continue;
    for (const stem of candidate.stems) used.add(stem);
    chosen.push(form);
  }
  return chosen;
}

function forgetRare(candidates: Map<string, Candidate>): void {
  for (const [key, { count }] of candidates) if (count < 2) candidates.delete(key);
}

function collectPhrases(
  sentence: Sentence,
  cues: LanguageCues,
  excluded: ReadonlySet<string>,
  candidates: Map<string, Candidate>,
): void {
  // A phrase does not reach over punctuation.
  for (const [clauseAt, clause] of sentence.text.split(/[.,;:!?()"“”–—]+/).entries()) {
    const words = splitWords(clause);
    // The capital of a sentence's first word makes no noun of it.
    const opens = (at: number): boolean => cues.nounsAreCapitalised && clauseAt === 0 && at === 0;
    const stems = words.map((word, at) => (opens(at) ? null : titleStem(word, cues, excluded)));
    for (let start = 0; start < words.length; start += 1) {
      for (let length = 1; length <= LONGEST_PHRASE && start + length <= words.length; length += 1) {
        const last = stems[start + length - 1];
        if (last === null || last === undefined) break;
        const key = stems.slice(start, start + length).filter((stem) => stem !== null);
        const candidate = candidates.get(key.join(' ')) ?? {
          stems: key,
          count: 0,
          forms: new Map<string, number>(),
        };
        const form = words.slice(start, start + length).join(' ');
        candidate.count += 1;
        candidate.forms.set(form, (candidate.forms.get(form) ?? 0) + 1);
        candidates.set(key.join(' '), candidate);
      }
    }
  }
}

function titleStem(word: string, cues: LanguageCues, excluded: ReadonlySet<string>): string | null {
  const lower = straighten(word.toLowerCase());
  if (lower.length < 3 && !/[^\p{Script=Latin}\p{Script=Cyrillic}]/u.test(lower)) return null;
  if (/\d/.test(lower) || cues.stopwords.has(lower) || excluded.has(lower) || cues.numberWords?.test(lower))
    return null;
  if (cues.nounsAreCapitalised && !/^\p{Lu}/u.test(word)) return null;
  const stem = cues.stem(lower);
  return cues.noTitle.has(stem) ? null : stem;
}

function phraseScore({ stems, count }: Candidate, salience: Salience): number {
  const rarity = stems.reduce((sum, stem) => sum + salience.rarity(stem), 0) / stems.length;
  return (
    (stems.length > 1 && count < 2 ? 0.35 : 1) *
    Math.log(1 + count) *
    (0.4 + rarity) *
    (1 + 0.45 * (stems.length - 1))
  );
}

/** A capital at the start of a sentence says nothing, so the small form wins unless it is rare. */
function commonestForm(forms: ReadonlyMap<string, number>): string {
  let best = '';
  let most = 0;
  for (const [form, count] of forms) {
    const weight = count + (/^\p{Lu}/u.test(form) ? 0 : 0.5);
    if (weight > most) {
      best = form;
      most = weight;
    }
  }
  return best;
}
