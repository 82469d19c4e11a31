import type { LineRange, TokenUsage } from '@meeting-assistant/contracts';
import type { Rule } from './finding.ts';

/** What happens in a run, as it happens. `turn` counts from 0. No event holds text of the transcript or of a claim. */
export type AgentEvent =
  | { type: 'turn_started'; section: string; turn: number }
  | {
      type: 'turn_finished';
      section: string;
      turn: number;
      model: string;
      usage: TokenUsage;
      durationMs: number;
      toolCalls: { callId: string; name: string }[];
      /** Answered from a stored turn, without a model call. */
      replayed: boolean;
    }
  | { type: 'tool_called'; section: string; turn: number; name: string; lines?: LineRange }
  | { type: 'claim_rejected'; section: string; turn: number; claim: string; rule: Rule }
  | { type: 'submitted'; section: string; turn: number; accepted: boolean; rejected: number };
