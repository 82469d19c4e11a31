import { recordExchanges, replayExchanges, type RecordingSettings } from '@meeting-assistant/llm-client';

/** What becomes of the HTTP exchanges with the model. */
export interface ModelExchanges {
  /** For the model's client. */
  fetch: typeof fetch;
  /** Aborts when they can no longer be recorded or played back: the run is then worth nothing. */
  failed?: AbortSignal;
  /** To be called when the run is over, however it ended. Returns a line for the person, if there is anything to say. */
  finish?: () => Promise<string>;
}

/**
 * @param folder where `fetch` is to be recorded; undefined: nowhere
 * @param settings what else shapes the requests
 */
export async function openExchanges(
  folder: string | undefined,
  fetch: typeof globalThis.fetch,
  settings: RecordingSettings,
): Promise<ModelExchanges> {
  if (folder === undefined) return { fetch };
  const recording = await recordExchanges(folder, { fetch, settings });
  return {
    fetch: recording.fetch,
    failed: recording.failed,
    finish: async () => {
      const count = await recording.finish();
      return `${count} ${count === 1 ? 'exchange' : 'exchanges'} with the model recorded in ${folder}`;
    },
  };
}

/** The exchanges of a recording, and what has to be known to send the same requests again. */
export async function openRecording(folder: string) {
  const { countPlayed, exchanges, fetch, failed, ...model } = await replayExchanges(folder);
  const finish = async () => `${countPlayed()} of ${exchanges} recorded exchanges played back from ${folder}`;
  return { ...model, exchanges: { fetch, failed, finish } };
}
