import { CommanderError } from 'commander';
import { ResponsesError } from '@meeting-assistant/llm-client';
import { TranscriptError } from '@meeting-assistant/transcripts';
import { CommandError, readConfig, UsageError } from './config.ts';
import { processOutput } from './output.ts';
import { buildProgram } from './program.ts';

const FAILED = 1;
const USAGE = 2;

try {
  await buildProgram(() => readConfig(process.env), processOutput()).parseAsync();
} catch (error) {
  process.exitCode = report(error);
}

/** Says what went wrong, in one line where that is enough. @returns the exit code */
function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE; // commander has said it
  if (error instanceof UsageError) {
    process.stderr.write(`${error.message}\n`);
    return USAGE;
  }
  const known =
    error instanceof CommandError || error instanceof TranscriptError || error instanceof ResponsesError;
  process.stderr.write(
    `${known || !(error instanceof Error) ? String(error instanceof Error ? error.message : error) : (error.stack ?? error.message)}\n`,
  );
  return FAILED;
}
