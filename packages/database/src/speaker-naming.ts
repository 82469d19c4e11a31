import type { Line, SpeakerNames } from '@meeting-assistant/contracts';
import { AmbiguousSpeakerError, ConflictingSpeakerNamesError, UnknownSpeakerError } from './errors.ts';

/** The name to show for what the file calls a speaker. */
const nameOf = (names: SpeakerNames, label: string): string =>
  Object.hasOwn(names, label) ? (names[label] ?? label) : label;

/** In the order given; two who have one name now are one. */
export const shownNames = (names: SpeakerNames, labels: readonly string[]): string[] => [
  ...new Set(labels.map((label) => nameOf(names, label))),
];

export function withShownNames(lines: Line[], names: SpeakerNames): Line[] {
  if (Object.keys(names).length === 0) return lines;
  const shown = new Map(Object.entries(names));
  return lines.map((line) => {
    const name = line.speaker === null ? undefined : shown.get(line.speaker);
    return name === undefined ? line : { ...line, speaker: name };
  });
}

/**
 * Each name that speakers had then → the name that they have now. One that stood for several speakers, who have different
 * names now, stays as it was: which of them was meant is not known.
 */
export function renamesSince(
  then: SpeakerNames,
  now: SpeakerNames,
  labels: readonly string[],
): Map<string, string> {
  const renames = new Map<string, string>();
  for (const label of labels) {
    const [old, name] = [nameOf(then, label), nameOf(now, label)];
    const known = renames.get(old);
    renames.set(old, known === undefined || known === name ? name : old);
  }
  return renames;
}

type SpeakerRenaming = {
  speakers: Readonly<Record<string, string>>;
  /** How the keys are meant; undefined: either, where only one of the two makes sense. */
  by: 'name' | 'label' | undefined;
};

/**
 * The names after a renaming. All keys are read by the names as they are before it.
 *
 * @throws UnknownSpeakerError, AmbiguousSpeakerError, ConflictingSpeakerNamesError
 */
export function renameLabels(
  names: SpeakerNames,
  labels: readonly string[],
  { speakers, by }: SpeakerRenaming,
): SpeakerNames {
  const wanted = Object.entries(speakers);
  const found = wanted.map(([key, name]) => ({ key, name, labels: findLabels(names, labels, key, by) }));
  const unknown = found.filter((one) => one.labels.length === 0).map(({ key }) => key);
  if (unknown.length > 0)
    throw new UnknownSpeakerError(unknown, by === 'label' ? labels : shownNames(names, labels));
  const chosen = new Map<string, string>();
  for (const { name, labels: meant } of found) {
    for (const label of meant) {
      if ((chosen.get(label) ?? name) !== name) throw new ConflictingSpeakerNamesError(label);
      chosen.set(label, name);
    }
  }
  const renamed = labels.map((label): [string, string] => [label, chosen.get(label) ?? nameOf(names, label)]);
  return Object.fromEntries(renamed.filter(([label, name]) => label !== name));
}

function findLabels(
  names: SpeakerNames,
  labels: readonly string[],
  key: string,
  by: SpeakerRenaming['by'],
): readonly string[] {
  const labelled = labels.filter((label) => label === key);
  const named = labels.filter((label) => nameOf(names, label) === key);
  if (by !== undefined) return by === 'label' ? labelled : named;
  if (labelled.length === 0 || named.length === 0) return [...labelled, ...named];
  if (named.length > 1 || named[0] !== key) throw new AmbiguousSpeakerError(key, named);
  return named;
}
