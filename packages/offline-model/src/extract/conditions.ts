import type { LanguageCues } from '../cues/language-cues.ts';

/** Letters before a condition that still opens its sentence: "and what if". */
const OPENING_CHARACTERS = 10;

/** Whether what starts at `cueAt` is only supposed: a condition stands before it that is more than politeness. */
export function isConditional(spoken: string, cueAt: number, cues: LanguageCues): boolean {
  if (cues.hypothetical === null) return false;
  let before = spoken.slice(0, cueAt);
  if (cues.politeCondition !== null) before = before.replace(cues.politeCondition, ' ');
  return cues.hypothetical.test(before);
}

/** A sentence that starts with its condition. */
export function opensHypothesis(spoken: string, cues: LanguageCues): boolean {
  const match = cues.hypothetical?.exec(
    cues.politeCondition === null ? spoken : spoken.replace(cues.politeCondition, ' '),
  );
  return match !== null && match !== undefined && match.index < OPENING_CHARACTERS;
}
