import { z } from 'zod';
import { draftSummary } from './draft-summary.ts';
import { findMeeting, type MeetingInput } from './meeting-input.ts';
import { OFFLINE_MODEL } from './model-name.ts';
import { repairDraft, type Rejection } from './repair-draft.ts';
import { readMessages, readToolResults, type RequestBody } from './request-body.ts';
import { summaryDraft, type SummaryDraft } from './summary-draft.ts';

const SUBMIT = 'submit_summary';

export type Turn =
  | { readonly kind: 'call'; readonly name: string; readonly arguments: string }
  | { readonly kind: 'text'; readonly text: string };

const submitResult = z.looseObject({
  accepted: z.boolean(),
  rejected: z.array(z.looseObject({ claim: z.string(), rule: z.string().catch('') })).catch([]),
});

const ABOUT =
  `This is ${OFFLINE_MODEL}, the extractive model that works offline: plain code, no language model. It can do one thing: pick the topics, ` +
  `decisions, action items, open questions and quotes out of a numbered transcript, and hand them in with the tool ${SUBMIT}. `;

/** What the model does next with the conversation of the request. */
export function nextTurn(body: RequestBody): Turn {
  const offered = body.tools?.some(({ type, name }) => type === 'function' && name === SUBMIT) ?? false;
  if (!offered || !mayCall(body.tool_choice))
    return { kind: 'text', text: `${ABOUT}The request does not let it call that tool.` };
  const meeting = readMeeting(body);
  if (meeting === null) return { kind: 'text', text: `${ABOUT}The request holds no transcript.` };

  const last = readToolResults(body).findLast(({ call }) => call === null || call.name === SUBMIT);
  const result = last === undefined ? null : parseJson(last.output, submitResult);
  if (result?.accepted === true) return { kind: 'text', text: 'The summary was accepted.' };
  const submitted = last?.call ? parseJson(last.call.arguments, summaryDraft) : null;
  const draft =
    result !== null && submitted !== null
      ? repairDraft(submitted, result.rejected satisfies Rejection[], meeting)
      : draftSummary(meeting);
  return { kind: 'call', name: SUBMIT, arguments: JSON.stringify(draft satisfies SummaryDraft) };
}

/** The transcript is the user's; instructions may show the format of one. */
function readMeeting(body: RequestBody): MeetingInput | null {
  const messages = readMessages(body);
  const users = messages.filter(({ role }) => role === 'user').map(({ text }) => text);
  const others = messages
    .filter(({ role }) => role !== 'user' && role !== 'assistant')
    .map(({ text }) => text);
  return findMeeting(users) ?? findMeeting(others);
}

function mayCall(choice: RequestBody['tool_choice']): boolean {
  if (choice === 'none') return false;
  return (
    typeof choice !== 'object' || choice === null || choice.type !== 'function' || choice['name'] === SUBMIT
  );
}

function parseJson<Schema extends z.ZodType>(text: string, schema: Schema): z.infer<Schema> | null {
  try {
    return schema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    // A result that is no JSON, or arguments that never were: the draft is written anew.
    return null;
  }
}
