import { z } from 'zod';

/** Text that can be stored: without NUL, which Postgres has no place for, and without halves of surrogate pairs. */
export const plainText = z
  .string()
  .refine((text) => !text.includes('\0') && text.isWellFormed(), 'Holds a character that cannot be stored');
