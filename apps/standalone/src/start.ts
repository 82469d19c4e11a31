import { createSignInLink } from '@meeting-assistant/database';
import type { StandaloneConfig } from './config.ts';
import { rejectedOnAbort } from './rejected-on-abort.ts';
import { startSystem } from './system.ts';

const LINK_LIFETIME_MS = 24 * 60 * 60 * 1000;

const say = (line: string) => void process.stderr.write(`${line}\n`);

/** `pnpm start`: runs until it is told to stop. */
export async function start(config: StandaloneConfig, signal: AbortSignal): Promise<void> {
  say('Starting …');
  const system = await startSystem({ config, log: say, signal });
  try {
    const { token } = await createSignInLink(system.db, {
      workspaceId: system.workspaceId,
      scopes: ['admin', 'instance'],
      ttlMs: LINK_LIFETIME_MS,
    });
    process.stdout.write(
      [
        '',
        `Meeting Assistant runs at ${system.url}`,
        `Sign in (works once):     ${system.url}/sign-in?token=${token}`,
        `Make a key for uploads:   pnpm cli key create --workspace default --scope upload,read,operate`,
        '',
      ].join('\n'),
    );
    await Promise.race([rejectedOnAbort(signal), system.failed]);
  } finally {
    say('Stopping …');
    await system.stop();
  }
}
