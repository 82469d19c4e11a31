import { z } from 'zod';
import { plainText } from './plain-text.ts';

/** What would break a transcript into other lines, or make a reader see another name than is stored. */
const hidden = /[\p{Cc}\p{Zl}\p{Zp}]|(?![\u200c\u200d])\p{Cf}/u;
const visible = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** A person's name as it is shown: one line, composed (NFC), as long as the import lets a name be. */
export const speakerName = plainText
  .trim()
  .normalize('NFC')
  .min(1)
  .max(200)
  .refine((name) => !hidden.test(name), 'Holds a control character or an invisible one')
  .refine((name) => visible.test(name), 'Holds nothing that can be seen');

/** What the file calls a speaker → the name that is shown instead. Speakers who were not renamed are not in it. */
export const speakerNames = z.record(z.string(), z.string());
export type SpeakerNames = z.infer<typeof speakerNames>;

/**
 * What may be changed of a meeting. Whatever is absent stays as it is, so `{}` changes nothing.
 *
 * A key of `speakers` is a name as it is shown now, or a label of the file. All keys are read before any name changes, so
 * two names can be swapped; a name that another speaker has makes one speaker of both, and the labels part them again.
 */
export const meetingChanges = z.strictObject({
  title: plainText.trim().min(1).max(500).optional(),
  speakers: z.record(plainText.trim().normalize('NFC').min(1).max(200), speakerName).optional(),
  /** How the keys of `speakers` are meant: needed only where a key is the label of one speaker and the name of another. */
  speakersBy: z.enum(['name', 'label']).optional(),
});
export type MeetingChanges = z.infer<typeof meetingChanges>;
