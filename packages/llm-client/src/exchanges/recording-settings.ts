import { z } from 'zod';
import { ENDPOINT_PROFILES } from '../endpoint-profile.ts';

/** What shapes the requests of a recorded model besides the model itself, its address and its input. */
export const recordingSettings = z.object({
  profile: z.enum(ENDPOINT_PROFILES).exactOptional(),
  switches: z
    .object({
      store: z.boolean().optional(),
      encryptedReasoning: z.boolean().exactOptional(),
      replayInvalidArguments: z.enum(['raw', 'emptyObject']).exactOptional(),
      initiatorHeader: z.boolean().exactOptional(),
      promptCacheKey: z.boolean().exactOptional(),
    })
    .exactOptional(),
  reasoning: z
    .object({
      effort: z.enum(['none', 'minimal', 'low', 'medium', 'high', 'xhigh']).exactOptional(),
      summary: z.enum(['auto', 'concise', 'detailed']).exactOptional(),
    })
    .exactOptional(),
});

/** As `ResponsesModel` takes them. */
export type RecordingSettings = z.infer<typeof recordingSettings>;
