import {
  summary as summarySchema,
  timeZone as timeZoneFormat,
  type Line,
  type Summary,
  type TokenUsage,
} from '@meeting-assistant/contracts';
import { silenceTracing } from '@meeting-assistant/llm-client';
import type { Model } from '@openai/agents';
import type { Logger } from 'pino';
import { z } from 'zod';
import { inAgentSpan } from '../agent-span.ts';
import type { AgentEvent } from './agent-event.ts';
import { CheckpointedModel } from './checkpointed-model.ts';
import { detectTranscriptLanguage } from './detect-language.ts';
import { InvalidSettingError, NoLinesError, NoSummaryError } from './errors.ts';
import { writeInstructions } from './instructions.ts';
import { readMeetingRecord } from './meeting-record.ts';
import { runAgent } from './run-agent.ts';
import { settleSummary } from './settle-summary.ts';
import type { TurnStore } from './stored-turn.ts';
import { Submission } from './submission.ts';
import { builtInTemplates, getTemplateOrThrow, type SummaryTemplate } from './template.ts';
import { addUsage } from './token-usage.ts';
import { writeTurnInput } from './turn-input.ts';

/** A transcript that goes in whole is one section. */
const SECTION = 'whole';
const DEFAULT_MAX_TURNS = 12;
const startedAtFormat = z.iso.datetime({ offset: true });

export type SummariseInput = {
  /** Numbered from 1 without a gap. */
  lines: readonly Line[];
  durationMs: number | null;
  settings: {
    title?: string | null | undefined;
    /** ISO 8601 with offset; due dates stay null without it. */
    startedAt?: string | null | undefined;
    /** IANA name. */
    timeZone?: string | null | undefined;
    /** Language to write in; the template's, then the transcript's when absent. */
    language?: string | null | undefined;
    template?: string | undefined;
    participants?: readonly string[] | undefined;
    glossary?: Readonly<Record<string, string>> | undefined;
  };
};

export type SummariseOptions = {
  model: Model;
  /** Stands in the summary and in each stored turn. */
  modelName: string;
  /** Its reason is what a stopped run throws. */
  signal?: AbortSignal;
  /** Model calls at most, replayed turns included; 12 when absent. */
  maxTurns?: number;
  turns?: TurnStore;
  /** Hears of tools that failed; never gets text of the transcript. */
  logger?: Logger;
  onEvent?: (event: AgentEvent) => void;
  /** Instead of the built-in ones. */
  templates?: readonly SummaryTemplate[];
};

export type SummariseResult = {
  summary: Summary;
  /** Model calls it took, those of earlier attempts included. */
  turns: number;
  usage: TokenUsage;
};

/**
 * Reads a transcript and writes its summary. Every claim of it points at lines of the transcript and says how well they
 * back it.
 *
 * Tracing of the Agents SDK is switched off for the whole process, so that no prompt leaves it except to the model.
 *
 * @example
 * const { summary } = await summarise(
 *   { lines, durationMs, settings: { title: 'Launch planning', startedAt: '2026-12-01T10:00:00+01:00' } },
 *   { model: new ResponsesModel({ client, model: 'gpt-5' }), modelName: 'gpt-5' },
 * );
 *
 * @throws {NoSummaryError} no draft was accepted within the turns
 * @throws {UnknownTemplateError} the settings name a template that is not there
 * @throws {NoLinesError} there is nothing to summarise
 * @throws {InvalidSettingError} `startedAt` or `timeZone` cannot be read; no model was asked
 * @throws the reason of `signal`, what `turns.store` throws, and the errors of the model
 */
export async function summarise(
  { lines, settings }: SummariseInput,
  options: SummariseOptions,
): Promise<SummariseResult> {
  silenceTracing();
  if (lines.length === 0) throw new NoLinesError();
  checkTimes(settings);
  const template = getTemplateOrThrow(
    settings.template ?? 'general',
    options.templates ?? builtInTemplates(),
  );
  const transcriptLanguage = detectTranscriptLanguage(lines);
  const outputLanguage = settings.language ?? template.language ?? transcriptLanguage;
  const { glossary = {}, participants = [], title = null, startedAt = null, timeZone = null } = settings;
  const record = readMeetingRecord({
    lines,
    glossary,
    participants,
    title,
    startedAt,
    transcriptLanguage,
    outputLanguage,
  });
  const header = {
    title,
    startedAt,
    timeZone,
    participants: record.people,
    language: transcriptLanguage,
    outputLanguage,
    template: template.name,
    glossary,
  };
  const { modelName, signal, turns, onEvent = () => {} } = options;
  const model = new CheckpointedModel(options.model, { section: SECTION, modelName, turns, onEvent });
  const accepted = await inAgentSpan({ agent: 'summary', model: modelName }, async () => {
    const draft = await runAgent({
      model,
      section: SECTION,
      instructions: writeInstructions(template),
      input: writeTurnInput(header, lines),
      record,
      submission: new Submission(record),
      maxTurns: options.maxTurns ?? DEFAULT_MAX_TURNS,
      signal,
      logger: options.logger,
      onEvent,
    });
    if (!draft) throw new NoSummaryError(model.seen.length);
    return draft;
  });
  const summary = settleSummary(accepted, {
    record,
    meetingTitle: title,
    startedAt,
    timeZone,
    modelName,
    template: template.name,
  });
  return {
    summary: summarySchema.parse(summary),
    turns: model.seen.length,
    usage: addUsage(model.seen.map(({ usage }) => usage)),
  };
}

/** Due dates are worked out after the last model call: what they need is looked at before the first. */
function checkTimes({ startedAt, timeZone }: SummariseInput['settings']): void {
  if (typeof startedAt === 'string' && !startedAtFormat.safeParse(startedAt).success)
    throw new InvalidSettingError(
      'startedAt',
      'an ISO 8601 time with its offset, such as 2026-12-01T10:00:00+01:00',
    );
  if (typeof timeZone === 'string' && !timeZoneFormat.safeParse(timeZone).success)
    throw new InvalidSettingError('timeZone', 'the IANA name of a time zone, such as Europe/Berlin');
}
