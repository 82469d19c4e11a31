import { z } from 'zod';

/** `instance` is a key of the whole installation; the others are of one workspace. `admin` implies the three before it. */
export const apiKeyScope = z.enum(['upload', 'read', 'operate', 'admin', 'instance']);
export type ApiKeyScope = z.infer<typeof apiKeyScope>;
