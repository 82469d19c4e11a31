import { z } from 'zod';
import { plainText } from './plain-text.ts';
import { speakerNames } from './speaker-names.ts';
import { importSummary } from './transcript.ts';

/** A time zone that this runtime knows, by its IANA name. */
export const timeZone = z
  .string()
  .refine(
    (name) => succeeds(() => new Intl.DateTimeFormat('en', { timeZone: name })),
    'Not an IANA time zone name, such as Europe/Berlin',
  );

/** A BCP 47 language tag, canonical form not required. */
export const languageTag = z
  .string()
  .min(2)
  .refine((tag) => succeeds(() => Intl.getCanonicalLocales(tag)), 'Not a language tag, such as en or pt-BR');

function succeeds(check: () => unknown): boolean {
  try {
    check();
    return true;
  } catch {
    return false;
  }
}

/** The shapes of a summary. */
export const templateName = z.enum(['general', 'stand-up', 'one-to-one', 'sales-call']);
export type TemplateName = z.infer<typeof templateName>;

/** A name and what it stands for: fixes the spelling of names in the summary. */
export const glossary = z.record(plainText.min(1).max(200), plainText.max(2_000));

/** What an uploader may say about a meeting besides its file. */
export const meetingSettings = z.object({
  title: plainText.trim().min(1).max(500).optional(),
  startedAt: z.iso.datetime({ offset: true }).optional(),
  timeZone: timeZone.optional(),
  /** Language to write the summary in; the transcript's own when absent. */
  language: languageTag.optional(),
  template: templateName.default('general'),
  participants: z.array(plainText.trim().min(1).max(200)).max(500).default([]),
  glossary: glossary.default({}),
});
export type MeetingSettings = z.infer<typeof meetingSettings>;

export const meeting = z.object({
  id: z.uuid(),
  title: z.string(),
  startedAt: z.iso.datetime({ offset: true }).nullable(),
  timeZone: z.string().nullable(),
  language: z.string().nullable(),
  participants: z.array(z.string()),
  /** As they are shown, in the order of their first line. */
  speakers: z.array(z.string()),
  /** What the file calls those who were renamed → their names. */
  speakerNames,
  lineCount: z.int().min(1),
  durationMs: z.int().min(0).nullable(),
  fileName: z.string().nullable(),
  import: importSummary,
  createdAt: z.iso.datetime(),
  /** The newest stored version; null until the first job has succeeded. */
  summaryVersion: z.int().min(1).nullable(),
});
export type Meeting = z.infer<typeof meeting>;
