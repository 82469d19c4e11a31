import type { LanguageCues } from '../cues/language-cues.ts';

/** Whether what starts at `cueAt` is only supposed: a condition stands before it that is more than politeness. */
export function isConditional(spoken: string, cueAt: number, cues: LanguageCues): boolean {
  if (cues.hypothetical === null) return false;
  let before = spoken.slice(0, cueAt);
  if (cues.politeCondition !== null) before = before.replace(cues.politeCondition, ' ');
  return cues.hypothetical.test(before);
}
