import { connectEndpoint, type ResponsesModel } from '@meeting-assistant/llm-client';
import { createOfflineFetch, OFFLINE_LABEL, OFFLINE_MODEL } from '@meeting-assistant/offline-model';
import { UsageError, type CliConfig } from './config.ts';
import { openExchanges, openRecording, type ModelExchanges } from './model-exchanges.ts';

export interface ChosenModel {
  model: ResponsesModel;
  name: string;
  /** For people. */
  label: string;
  exchanges: ModelExchanges;
  /** Model calls that the run may make. */
  maxTurns: number;
}

export interface ModelWish {
  model?: string;
  /** Folder that the exchanges with the model are written to. */
  record?: string;
  /** Folder of a recording that answers in place of the model. */
  replay?: string;
}

/**
 * The endpoint's model, the offline one where none is configured, or a recording.
 *
 * @param promptCacheKey the same for the same input, so that a recording has an answer to it
 */
export async function chooseModel(
  config: CliConfig,
  { model: wanted, record, replay }: ModelWish,
  promptCacheKey: string,
): Promise<ChosenModel> {
  if (record !== undefined && replay !== undefined)
    throw new UsageError('Give --record or --replay, not both: what is played back has been recorded.');
  if (replay !== undefined) return await replayModel(replay, wanted, promptCacheKey, config);
  const { endpoint, calls } = config.readModel(wanted === OFFLINE_MODEL ? undefined : wanted);
  const offline = endpoint === undefined || wanted === OFFLINE_MODEL;
  const { profile, switches, reasoning } = calls;
  // After all that can be wrong with the settings, so that nothing of a wrong call is left behind.
  const exchanges = await openExchanges(record, offline ? createOfflineFetch() : fetch, {
    switches,
    reasoning,
    maxTurns: config.maxTurns,
    ...(profile === undefined ? {} : { profile }),
  });
  if (offline) {
    // The offline model answers inside this process; the address is never connected to.
    const baseURL = 'http://offline-model.invalid/v1';
    const connected = connectEndpoint({ baseURL, apiKey: '', calls, fetch: exchanges.fetch });
    const label = `${OFFLINE_MODEL} (${OFFLINE_LABEL})`;
    return {
      model: connected.model(OFFLINE_MODEL, { promptCacheKey }),
      name: OFFLINE_MODEL,
      label,
      exchanges,
      maxTurns: config.maxTurns,
    };
  }
  const connected = connectEndpoint({ ...endpoint, calls, fetch: exchanges.fetch });
  return {
    model: connected.model(endpoint.model, { promptCacheKey }),
    name: endpoint.model,
    label: `${endpoint.model} at ${connected.host}`,
    exchanges,
    maxTurns: config.maxTurns,
  };
}

/** The recorded model, which no setting of an endpoint changes: only the same requests have an answer. */
async function replayModel(
  folder: string,
  wanted: string | undefined,
  promptCacheKey: string,
  config: CliConfig,
): Promise<ChosenModel> {
  const { model: name, baseURL, useStreaming, settings, exchanges } = await openRecording(folder);
  if (wanted !== undefined && wanted !== name) {
    throw new UsageError(
      `The recording in ${folder} is of the model ${name}, not of ${wanted}: leave --model out.`,
    );
  }
  const calls = {
    ...config.calls,
    timeouts: {},
    useStreaming,
    profile: settings.profile,
    switches: settings.switches ?? {},
    reasoning: settings.reasoning ?? {},
  };
  const connected = connectEndpoint({ baseURL, apiKey: '', calls, fetch: exchanges.fetch });
  const label = `${name}, replayed from ${folder}`;
  const maxTurns = settings.maxTurns ?? config.maxTurns;
  return { model: connected.model(name, { promptCacheKey }), name, label, exchanges, maxTurns };
}
