import {
  AgentRunError,
  InvalidSettingError,
  NoSummaryError,
  UnknownTemplateError,
} from '@meeting-assistant/agents';
import { DatabaseRefusedError, EmbeddedPostgresError } from '@meeting-assistant/database';
import { ResponsesError } from '@meeting-assistant/llm-client';
import { TranscriptError } from '@meeting-assistant/transcripts';
import { CommanderError } from 'commander';
import { CommandError, readConfig, UsageError } from './config.ts';
import { processOutput } from './output.ts';
import { buildProgram } from './program.ts';

const FAILED = 1;
const USAGE = 2;

/** Their message says all that a person can use; of any other error the stack is worth having. */
const explained = [
  UsageError,
  CommandError,
  UnknownTemplateError,
  NoSummaryError,
  AgentRunError,
  InvalidSettingError,
  TranscriptError,
  ResponsesError,
  DatabaseRefusedError,
  EmbeddedPostgresError,
];

const output = processOutput();
try {
  await buildProgram(() => readConfig(process.env), output).parseAsync();
} catch (error) {
  process.exitCode = report(error);
}

/** @returns the exit code */
function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE; // commander has said it
  const short = output.signal.aborted || explained.some((kind) => error instanceof kind);
  const cause: unknown = output.signal.aborted ? output.signal.reason : error;
  process.stderr.write(`${cause instanceof Error ? (short ? cause.message : cause.stack) : String(cause)}\n`);
  return error instanceof UsageError || error instanceof UnknownTemplateError ? USAGE : FAILED;
}
