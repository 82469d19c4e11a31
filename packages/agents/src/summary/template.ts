import { languageTag, templateName } from '@meeting-assistant/contracts';
import { z } from 'zod';
import general from './templates/general.json' with { type: 'json' };
import oneToOne from './templates/one-to-one.json' with { type: 'json' };
import salesCall from './templates/sales-call.json' with { type: 'json' };
import standUp from './templates/stand-up.json' with { type: 'json' };
import { UnknownTemplateError } from './errors.ts';

const sectionName = z.enum(['topics', 'decisions', 'actionItems', 'openQuestions', 'quotes']);

/** How a kind of meeting is to be summarised. A data file: no code belongs to a template. */
const summaryTemplate = z.strictObject({
  name: templateName,
  label: z.string().min(1),
  description: z.string().min(1),
  /** What to look out for, most important first. */
  emphasis: z.array(z.string().min(1)),
  /** What belongs into a section of the summary; a section that is not named is filled as usual. */
  sections: z.partialRecord(sectionName, z.string().min(1)),
  length: z.strictObject({
    overviewSentences: z.int().min(1),
    pointsPerTopic: z.int().min(1),
    quotes: z.int().min(0),
  }),
  /** Written in this language unless the meeting asks for another. */
  language: languageTag.optional(),
});
export type SummaryTemplate = z.infer<typeof summaryTemplate>;

/** The templates that come with the project. */
export function builtInTemplates(): SummaryTemplate[] {
  return [general, standUp, oneToOne, salesCall].map((file) => summaryTemplate.parse(file));
}

/** @throws {UnknownTemplateError} naming the templates there are */
export function getTemplateOrThrow(name: string, templates: readonly SummaryTemplate[]): SummaryTemplate {
  const found = templates.find((template) => template.name === name);
  if (!found)
    throw new UnknownTemplateError(
      name,
      templates.map((template) => template.name),
    );
  return found;
}
