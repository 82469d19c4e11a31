import { basename } from 'node:path';
import { summarise, type AgentEvent } from '@meeting-assistant/agents';
import { renderSummaryMarkdown } from '@meeting-assistant/contracts';
import { createResponsesClient, ResponsesModel, silenceTracing } from '@meeting-assistant/llm-client';
import { createOfflineFetch, OFFLINE_LABEL, OFFLINE_MODEL } from '@meeting-assistant/offline-model';
import { readTranscript } from '@meeting-assistant/transcripts';
import { UsageError, type CliConfig } from '../config.ts';
import { readMeetingOptions, type MeetingOptions } from '../meeting-options.ts';
import type { Output } from '../output.ts';
import { readInputFile } from '../read-input-file.ts';

export interface AgentSummaryOptions extends MeetingOptions {
  json?: boolean;
  model?: string;
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
  const { model, name, label } = chooseModel(config, options.model);
  output.progress(
    `${file}: ${transcript.lines.length} lines, ${transcript.speakers.length} speakers; model ${label}`,
  );

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
      signal: output.signal,
      maxTurns: config.maxTurns,
      onEvent: (event) => report(event, output),
    },
  );
  output.result(
    options.json ? `${JSON.stringify(summary, null, 2)}\n` : renderSummaryMarkdown(summary, transcript.lines),
  );
}

/** The rule of the worker: a URL or a model configures an endpoint, a key alone does not. */
function chooseModel(config: CliConfig, wanted: string | undefined) {
  const { openaiBaseUrl, openaiApiKey, useStreaming } = config;
  const named = wanted === OFFLINE_MODEL ? undefined : (wanted ?? config.agentModel);
  if (wanted === OFFLINE_MODEL || (openaiBaseUrl === undefined && named === undefined)) {
    const client = createResponsesClient({
      baseURL: 'http://offline-model.invalid/v1',
      apiKey: 'none',
      fetch: createOfflineFetch(),
    });
    return {
      model: new ResponsesModel({ client, model: OFFLINE_MODEL, useStreaming }),
      name: OFFLINE_MODEL,
      label: `${OFFLINE_MODEL} (${OFFLINE_LABEL})`,
    };
  }
  if (named === undefined) {
    throw new UsageError('An endpoint is configured, but no model: set AGENT_MODEL or give --model.');
  }
  if (openaiBaseUrl === undefined && openaiApiKey === undefined) {
    throw new UsageError(
      `No endpoint is configured for the model ${named}: set OPENAI_BASE_URL, OPENAI_API_KEY or both.`,
    );
  }
  const baseURL = openaiBaseUrl ?? 'https://api.openai.com/v1';
  const client = createResponsesClient({ baseURL, apiKey: openaiApiKey ?? 'none' });
  return {
    model: new ResponsesModel({ client, model: named, useStreaming }),
    name: named,
    label: `${named} at ${new URL(baseURL).host}`,
  };
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
