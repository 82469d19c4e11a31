import { createHash, randomBytes } from 'node:crypto';

/** 32 random bytes, base64url: nothing to guess, so a plain hash of it is enough to store. */
export const randomToken = (): string => randomBytes(32).toString('base64url');

export const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex');
