import { z } from 'zod';
import { ENDPOINT_PROFILES, endpointSwitches, reasoning } from '../endpoint/endpoint-profile.ts';

const { store, ...always } = endpointSwitches.shape;
const exactPartial = z.object({
  store,
  encryptedReasoning: always.encryptedReasoning.exactOptional(),
  replayInvalidArguments: always.replayInvalidArguments.exactOptional(),
  initiatorHeader: always.initiatorHeader.exactOptional(),
  promptCacheKey: always.promptCacheKey.exactOptional(),
});

/** What shapes the requests of a recorded model besides the model itself, its address and its input. */
export const recordingSettings = z.object({
  profile: z.enum(ENDPOINT_PROFILES).exactOptional(),
  switches: exactPartial.exactOptional(),
  reasoning: reasoning.exactOptional(),
  /** Model calls that the run was allowed. */
  maxTurns: z.int().min(1).exactOptional(),
});

/** As `ResponsesModel` takes them. */
export type RecordingSettings = z.infer<typeof recordingSettings>;
