import { performance } from 'node:perf_hooks';
import type { FailedCall } from '@meeting-assistant/contracts';
import { findCallReport, findResponsesError } from '@meeting-assistant/llm-client';
import type { Model, ModelRequest, ModelResponse, StreamEvent } from '@openai/agents';
import type { AgentEvent } from './agent-event.ts';
import type { StoredTurn, TurnStore } from './stored-turn.ts';
import { readUsage, toSdkUsage, toTokenUsage } from './token-usage.ts';

export type CheckpointOptions = {
  section: string;
  modelName: string;
  turns: TurnStore | undefined;
  onEvent: (event: AgentEvent) => void;
};

/**
 * A model that stores each turn before it is used, and answers the turns that are stored already without a call. Tools run again on a
 * replay: they are functions of their arguments and of the run's own state, so the run arrives where it was.
 */
export class CheckpointedModel implements Model {
  /** Turns that this run has seen, replayed ones included. */
  readonly seen: StoredTurn[] = [];
  private readonly inner: Model;
  private readonly options: CheckpointOptions;
  /** From turn 0 on, up to the first that is missing. */
  private readonly stored: readonly StoredTurn[];

  constructor(inner: Model, options: CheckpointOptions) {
    this.inner = inner;
    this.options = options;
    const own = (options.turns?.stored ?? []).filter(({ section }) => section === options.section);
    const inOrder = own.toSorted((a, b) => a.turn - b.turn);
    this.stored = inOrder.filter(({ turn }, at) => turn === at);
  }

  /** The turn whose tools are running, or that is being asked for. */
  get turn(): number {
    return Math.max(0, this.seen.length - 1);
  }

  async getResponse(request: ModelRequest): Promise<ModelResponse> {
    const { section, onEvent } = this.options;
    const turn = this.seen.length;
    onEvent({ type: 'turn_started', section, turn });
    const known = this.stored[turn];
    if (known) {
      request.signal?.throwIfAborted();
      this.finish(known, true);
      return this.answer(known);
    }
    const started = performance.now();
    const response = await this.inner.getResponse(request).catch(async (error: unknown) => {
      await this.account(error, turn, started);
      throw error;
    });
    const report = findCallReport(response);
    const fresh: StoredTurn = {
      section,
      turn,
      output: response.output,
      ...(response.responseId === undefined ? {} : { responseId: response.responseId }),
      ...(response.requestId === undefined ? {} : { requestId: response.requestId }),
      usage: readUsage(response),
      costUsd: report?.cost?.usd ?? null,
      attempts: report?.attempts.length ?? 1,
      model: this.options.modelName,
      durationMs: Math.round(performance.now() - started),
    };
    await this.options.turns?.store(fresh);
    this.finish(fresh, false);
    return response;
  }

  /** What a failed call used is paid for too. That it cannot be written down is no reason to lose sight of why it failed. */
  private async account(error: unknown, turn: number, started: number): Promise<void> {
    const { section, modelName, turns } = this.options;
    const failed = findResponsesError(error);
    if (failed?.report === undefined) return;
    const { attempts, tokens, cost } = failed.report;
    const call: FailedCall = {
      section,
      turn,
      code: failed.code,
      model: modelName,
      requestId: failed.requestId ?? null,
      responseId: failed.responseId ?? null,
      durationMs: Math.round(performance.now() - started),
      attempts: attempts.length,
      usage: toTokenUsage(tokens),
      costUsd: cost?.usd ?? null,
    };
    try {
      await turns?.storeFailedCall?.(call);
    } catch {
      // The error of the call goes on; the attempt's next write meets whatever is wrong with the store.
    }
  }

  /** Part of the interface only: a turn is used whole or not at all, so the run is not streamed. */
  getStreamedResponse(): AsyncIterable<StreamEvent> {
    throw new Error('A checkpointed model answers whole responses only');
  }

  private finish(turn: StoredTurn, replayed: boolean): void {
    this.seen.push(turn);
    const { section, model, usage, durationMs, output } = turn;
    const toolCalls = output.flatMap((item) =>
      item.type === 'function_call' ? [{ callId: item.callId, name: item.name }] : [],
    );
    this.options.onEvent({
      type: 'turn_finished',
      section,
      turn: turn.turn,
      model,
      usage,
      durationMs,
      toolCalls,
      replayed,
    });
  }

  private answer({ output, responseId, usage }: StoredTurn): ModelResponse {
    // The Runner works on the items; what is stored stays as it is.
    return {
      output: structuredClone(output),
      usage: toSdkUsage(usage),
      ...(responseId === undefined ? {} : { responseId }),
    };
  }
}
