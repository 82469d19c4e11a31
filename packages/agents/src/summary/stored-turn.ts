import type { FailedCall, TokenUsage } from '@meeting-assistant/contracts';
import type { AgentOutputItem } from '@openai/agents';

/** One model call with what came out of it, as plain JSON. `turn` counts from 0 within its section. */
export type StoredTurn = {
  section: string;
  turn: number;
  output: AgentOutputItem[];
  responseId?: string;
  /** The endpoint's name for the request, to ask its operator about. */
  requestId?: string;
  /** Of all attempts of the call. */
  usage: TokenUsage;
  /** US dollars; null where nobody says what it cost. */
  costUsd: number | null;
  /** Requests that the call took, failed ones included. */
  attempts: number;
  model: string;
  durationMs: number;
};

/** Where the turns of a job are kept. */
export type TurnStore = {
  /** The turns of earlier attempts. Those of a section are replayed from 0 as long as there is no gap. */
  stored: readonly StoredTurn[];
  /** Awaited before the turn is used; what it throws ends the run. */
  store(turn: StoredTurn): Promise<void>;
  /** For the account of calls that gave no turn; awaited before their error is thrown on. */
  storeFailedCall?(call: FailedCall): Promise<void>;
};
