import type { Claim, Summary } from './summary.ts';

/** Each name that the summary was written with → the name to show; a name that stays stands for itself. */
export type Renames = ReadonlyMap<string, string>;

type Replace = (text: string) => string;

/**
 * The summary with other names for its speakers: participants (two that become one are added up), owners of the kind
 * `participant`, and speakers of quotes.
 *
 * In sentences only a label such as "Speaker 1" is replaced, as whole words in that very spelling: it can mean nothing but
 * the speaker. A name is left alone there. "Ana" may be another Ana, "Will" a verb, "Project Manager" a role, and a wrong
 * name in a sentence is worse than an old one. Quotes, due phrases and `quoted` claims are words of the transcript, and
 * stay as they were said.
 */
export function renameSpeakers(summary: Summary, renames: Renames): Summary {
  if ([...renames].every(([from, to]) => from === to)) return summary;
  const rename = (name: string) => renames.get(name) ?? name;
  const replace = labelReplacer(renames);
  const inClaim = <C extends Claim>(claim: C): C =>
    claim.support === 'quoted' ? claim : { ...claim, text: replace(claim.text) };
  return {
    ...summary,
    title: replace(summary.title),
    overview: replace(summary.overview),
    topics: summary.topics.map((topic) => ({
      ...topic,
      title: replace(topic.title),
      points: topic.points.map(inClaim),
    })),
    decisions: summary.decisions.map(inClaim),
    actionItems: summary.actionItems.map((item) => {
      const { name, kind } = item.owner;
      const owner = name !== null && kind === 'participant' ? { kind, name: rename(name) } : item.owner;
      return { ...inClaim(item), owner };
    }),
    openQuestions: summary.openQuestions.map(inClaim),
    quotes: summary.quotes.map((quote) => ({
      ...quote,
      speaker: quote.speaker === null ? null : rename(quote.speaker),
    })),
    participants: mergeShares(summary.participants.map((share) => ({ ...share, name: rename(share.name) }))),
  };
}

/** What recognisers write for somebody whom they cannot name, in the languages that are supported: a word, and a number or letter. */
const label =
  /^(?:speaker|spk|participant|attendee|person|guest|user|caller|voice|unknown(?: speaker)?|sprecher(?:in)?|teilnehmer(?:in)?|stimme|locuteur|locutrice|intervenante?|participante?|personne|hablante|orador|oradora|interlocutora?|falante|palestrante|спикер|говорящий|участник|голос)(?:[ _#-]*\p{N}+|[ _#-]+\p{L})$/iu;

function labelReplacer(renames: Renames): Replace {
  const changed = [...renames].flatMap(([from, to]) => (from !== to && label.test(from) ? [from] : []));
  if (changed.length === 0) return (text) => text;
  // All at once, the longest first: of "Speaker 1 (left)", another speaker, nothing is replaced; nor is what was put in.
  const names = [...renames.keys()]
    .filter((name) => changed.some((one) => name.includes(one)))
    .toSorted((a, b) => b.length - a.length);
  const anyName = new RegExp(
    `(?<![\\p{L}\\p{N}_])(?:${names.map(escapeForRegExp).join('|')})(?![\\p{L}\\p{N}_])`,
    'gu',
  );
  return (text) => text.replace(anyName, (name) => (label.test(name) ? (renames.get(name) ?? name) : name));
}

const escapeForRegExp = (text: string) => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

function mergeShares(shares: Summary['participants']): Summary['participants'] {
  const merged = new Map<string, Summary['participants'][number]>();
  for (const share of shares) {
    const { name, lines, talkMs } = share;
    const known = merged.get(name);
    if (!known) merged.set(name, share);
    else merged.set(name, { name, lines: known.lines + lines, talkMs: addTimes(known.talkMs, talkMs) });
  }
  return [...merged.values()];
}

const addTimes = (a: number | null, b: number | null) => (a === null || b === null ? (a ?? b) : a + b);
