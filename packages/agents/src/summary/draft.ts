import { ownerKind } from '@meeting-assistant/contracts';
import { z } from 'zod';
import { lineNumber } from './line-number.ts';

const range = z.object({
  from: lineNumber.describe('First line of the range, as numbered in the transcript.'),
  to: lineNumber.describe('Last line of the range, itself included.'),
});

const evidence = z
  .array(range)
  .describe('The lines the statement rests on: the fewest that show it, in one or more short ranges.');

const draftClaim = z.object({
  text: z
    .string()
    .describe('One statement, understandable on its own, with names, numbers and dates as they were said.'),
  evidence,
});

const draftActionItem = draftClaim.extend({
  owner: z
    .object({
      name: z
        .string()
        .nullable()
        .describe('Who took the task on, as the transcript names them. Null when unassigned.'),
      kind: ownerKind.describe(
        'participant: a person in the meeting; group: several people or a team; absent: a person who is not there; unassigned: nobody.',
      ),
    })
    .describe('Who is to do it.'),
  due: z
    .object({
      phrase: z.string().describe('The words said about when, copied from the lines, such as "by Friday".'),
    })
    .nullable()
    .describe('Null when no time was said.'),
});

/** What the model hands in with `submit_summary`. Support, ids and dates are ours to add. */
export const summaryDraft = z.object({
  title: z.string().describe('What the meeting was about, in a few words.'),
  language: z.string().describe('Tag of the language the summary is written in, such as en.'),
  overview: z.string().describe('The meeting in a few sentences, for someone who was not there.'),
  topics: z
    .array(
      z.object({
        title: z.string().describe('Name of the topic, in a few words.'),
        from: lineNumber.describe('First line of the topic.'),
        to: lineNumber.describe('Last line of the topic.'),
        points: z.array(draftClaim).describe('What was said about it that matters afterwards.'),
      }),
    )
    .describe('The topics in the order of the meeting.'),
  decisions: z.array(draftClaim).describe('What was settled, not what was merely proposed.'),
  actionItems: z.array(draftActionItem).describe('What somebody is to do after the meeting.'),
  openQuestions: z.array(draftClaim).describe('Questions that were asked and not settled.'),
  quotes: z
    .array(
      z.object({
        line: lineNumber.describe('The line the words stand in.'),
        text: z.string().describe('Words copied from that line, unchanged.'),
      }),
    )
    .describe('A few sentences worth keeping word for word.'),
});
export type SummaryDraft = z.infer<typeof summaryDraft>;
export type DraftClaim = z.infer<typeof draftClaim>;
export type DraftActionItem = z.infer<typeof draftActionItem>;
