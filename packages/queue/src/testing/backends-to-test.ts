import { postgres, redis, type BackendKind } from './backends.ts';

/** Postgres always; Redis where there is one. */
export function backendsToTest(): BackendKind[] {
  const url = process.env['TEST_REDIS_URL'];
  if (url) return [postgres, redis(url)];
  // The gate of CI must not go green because its Redis was forgotten.
  if (process.env['CI_REQUIRE_REDIS'] === '1')
    throw new Error('CI_REQUIRE_REDIS is 1, and TEST_REDIS_URL is not set');
  process.stdout.write('Skipped: the queue on Redis, since TEST_REDIS_URL is not set\n');
  return [postgres];
}
