import { type Line, meetingSettings, type Summary, type Transcript } from '@meeting-assistant/contracts';
import type { TranscriptUpload } from '../queries/accept-transcript.ts';

const SPEAKERS = ['Ana Ruiz', 'Bo Diaz'];

export function sampleTranscript(lineCount = 3): Transcript {
  const lines = Array.from({ length: lineCount }, (_, index): Line => ({
    line: index + 1,
    speaker: SPEAKERS[index % SPEAKERS.length] ?? null,
    startMs: index * 1_000,
    endMs: index * 1_000 + 900,
    text: `Sentence ${index + 1}, with "quotes", a \\ and an ü.`,
  }));
  return {
    format: 'webvtt',
    encoding: 'utf-8',
    confidence: 1,
    lines,
    speakers: SPEAKERS,
    durationMs: lineCount * 1_000,
    report: { counts: {}, notes: [] },
  };
}

/** The text stands for the file's bytes: another text is another upload. */
export function sampleUpload(
  workspaceId: string,
  text = 'WEBVTT',
  changes: Partial<TranscriptUpload> = {},
): TranscriptUpload {
  return {
    workspaceId,
    bytes: new TextEncoder().encode(text),
    fileName: 'launch planning.vtt',
    mediaType: 'text/vtt',
    transcript: sampleTranscript(),
    settings: meetingSettings.parse({}),
    ...changes,
  };
}

export function sampleSummary(title = 'Launch planning'): Summary {
  return {
    title,
    language: 'en',
    overview: 'They planned.',
    topics: [],
    decisions: [{ id: 'd1', text: 'Ship on 3 March.', evidence: [{ from: 1, to: 2 }], support: 'quoted' }],
    actionItems: [],
    openQuestions: [],
    quotes: [],
    participants: [],
    quality: {
      status: 'complete',
      coverage: 1,
      reasons: [],
      claims: { quoted: 1, supported: 0, inferred: 0, unsupported: 0 },
    },
    model: 'test-model',
    template: 'general',
  };
}

export function samplePayload(text: string) {
  return {
    model: 'test-model',
    responseId: 'resp_1',
    durationMs: 12.4,
    usage: { inputTokens: 10, cachedInputTokens: null, outputTokens: 2, reasoningTokens: null },
    output: [
      { type: 'message', text },
      { type: 'function_call', callId: 'call_1', name: 'read_lines', arguments: '{"from":1,"to":2}' },
    ],
  };
}
