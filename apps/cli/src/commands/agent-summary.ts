import { createHash } from 'node:crypto';
import { basename } from 'node:path';
import { summarise, type AgentEvent } from '@meeting-assistant/agents';
import { renderSummaryMarkdown } from '@meeting-assistant/contracts';
import { silenceTracing, startTracing } from '@meeting-assistant/llm-client';
import { readTranscript } from '@meeting-assistant/transcripts';
import { chooseModel, type ModelWish } from '../choose-model.ts';
import type { CliConfig } from '../config.ts';
import { readMeetingOptions, type MeetingOptions } from '../meeting-options.ts';
import type { Output } from '../output.ts';
import { readInputFile } from '../read-input-file.ts';

export interface AgentSummaryOptions extends MeetingOptions, ModelWish {
  json?: boolean;
}

/** Runs the summary agent on a file, with neither queue nor database: turns on stderr, the summary alone on stdout. */
export async function agentSummary(
  file: string,
  options: AgentSummaryOptions,
  config: CliConfig,
  output: Output,
): Promise<void> {
  silenceTracing();
  const settings = await readMeetingOptions(options);
  const transcript = readTranscript(await readInputFile(file), {
    fileName: basename(file),
    participants: settings.participants,
  });
  const cacheKey = createHash('sha256').update(JSON.stringify(transcript.lines)).digest('hex').slice(0, 32);
  const { model, name, label, exchanges, maxTurns } = await chooseModel(config, options, cacheKey);
  const tracing = config.tracing ? await startTracing('meeting-assistant-cli') : undefined;
  output.progress(
    `${file}: ${transcript.lines.length} lines, ${transcript.speakers.length} speakers; model ${label}`,
  );

  try {
    const { summary } = await summarise(
      {
        lines: transcript.lines,
        durationMs: transcript.durationMs,
        settings: {
          ...settings,
          title: settings.title ?? basename(file).replace(/\.[^.]+$/, ''),
          startedAt: settings.startedAt ?? null,
          timeZone: settings.timeZone ?? null,
        },
      },
      {
        model,
        modelName: name,
        signal: exchanges.failed ? AbortSignal.any([output.signal, exchanges.failed]) : output.signal,
        maxTurns,
        onEvent: (event) => report(event, output),
      },
    );
    output.result(
      options.json
        ? `${JSON.stringify(summary, null, 2)}\n`
        : renderSummaryMarkdown(summary, transcript.lines),
    );
  } finally {
    const line = await exchanges.finish?.();
    if (line !== undefined) output.progress(line);
    const lost = await tracing?.stop();
    if (lost !== undefined) output.progress(`OpenTelemetry spans were lost: ${lost}`);
  }
}

function report(event: AgentEvent, output: Output): void {
  switch (event.type) {
    case 'turn_started':
      return output.progress(`turn ${event.turn + 1} …`);
    case 'turn_finished': {
      const { inputTokens, outputTokens } = event.usage;
      const calls = event.toolCalls.map((call) => call.name).join(', ') || 'no tool call';
      return output.progress(
        `turn ${event.turn + 1}: ${calls}; ${inputTokens ?? '?'} tokens in, ${outputTokens ?? '?'} out`,
      );
    }
    case 'claim_rejected':
      return output.progress(`  rejected ${event.claim}: ${event.rule}`);
    case 'submitted':
      return output.progress(
        event.accepted ? '  summary accepted' : `  summary sent back, ${event.rejected} claims rejected`,
      );
    default:
  }
}
