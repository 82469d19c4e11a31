import type { Line } from '@meeting-assistant/contracts';
import type { GoldQuery } from './gold-meeting.ts';
import type { CitedClaim } from './line-sets.ts';
import { mean } from './mean.ts';
import { rougeWords } from './rouge.ts';

/** At most so many claims answer a query. */
const CLAIMS = 3;

export interface RetrievalScores {
  /** How many lines were retrieved. */
  lines: number;
  /** Share of them that the answer rests on; 0 where none was retrieved. */
  precision: number;
  /** Share of the lines that the answer rests on which was retrieved. */
  recall: number;
}

export interface QueryScores {
  query: string;
  goldLines: number;
  /** Precision of lines drawn at random. */
  chance: number;
  search: RetrievalScores;
  claims: RetrievalScores;
}

/** Finds lines by words, as the agent's tool does. */
export type LineSearch = (lines: readonly Line[], query: string) => Promise<ReadonlySet<number>>;

/**
 * Two ways to the lines that answer a question: the agent's own look-up, asked the question word for word, and the claims of the summary
 * that share the rarest words with it. A question without gold lines is left out.
 */
export async function scoreQueries(
  { lines, queries }: { lines: readonly Line[]; queries: readonly GoldQuery[] },
  claims: readonly CitedClaim[],
  search: LineSearch,
): Promise<QueryScores[]> {
  const rarity = measureRarity(lines);
  const scores: QueryScores[] = [];
  for (const { query, lines: gold } of queries) {
    if (gold.size === 0) continue;
    scores.push({
      query,
      goldLines: gold.size,
      chance: gold.size / lines.length,
      search: scoreRetrieval(await search(lines, query), gold),
      claims: scoreRetrieval(linesOfBestClaims(claims, query, rarity), gold),
    });
  }
  return scores;
}

export function meanRetrieval(scores: readonly RetrievalScores[]) {
  return {
    lines: mean(scores.map(({ lines }) => lines)),
    precision: mean(scores.map(({ precision }) => precision)),
    recall: mean(scores.map(({ recall }) => recall)),
  };
}

function scoreRetrieval(retrieved: ReadonlySet<number>, gold: ReadonlySet<number>): RetrievalScores {
  const hits = retrieved.intersection(gold).size;
  return {
    lines: retrieved.size,
    precision: retrieved.size === 0 ? 0 : hits / retrieved.size,
    recall: hits / gold.size,
  };
}

function linesOfBestClaims(
  claims: readonly CitedClaim[],
  query: string,
  rarity: (word: string) => number,
): ReadonlySet<number> {
  const asked = new Set(rougeWords(query));
  const ranked = claims
    .map(({ text, lines }) => {
      const shared = asked.intersection(new Set(rougeWords(text)));
      return { lines, score: [...shared].reduce((sum, word) => sum + rarity(word), 0) };
    })
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, CLAIMS);
  return new Set(ranked.flatMap(({ lines }) => [...lines]));
}

/** The logarithm of how many lines there are to one with the word: 0 for a word that is in all of them. */
function measureRarity(lines: readonly Line[]): (word: string) => number {
  const counts = new Map<string, number>();
  for (const { text } of lines)
    for (const word of new Set(rougeWords(text))) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (word) => Math.log((lines.length + 1) / ((counts.get(word) ?? 0) + 1));
}
