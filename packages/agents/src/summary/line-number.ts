import { z } from 'zod';

/** Far beyond any transcript: without bounds of its own, the schema would be sent with those of a 64-bit float. */
const HIGHEST = 10_000_000;

/** A line number as a model may write it; whether that line exists is checked, and explained, later. */
export const lineNumber = z.number().int().min(0).max(HIGHEST);
