import { z } from 'zod';

const environment = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
});

export interface StandaloneConfig {
  /** Undefined: an embedded Postgres in `dataDir`. */
  databaseUrl: string | undefined;
  dataDir: string;
  host: string;
  port: number;
  /** What api and worker read for themselves. */
  variables: NodeJS.ProcessEnv;
}

/** A variable is missing or wrong; the message names each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** @throws ConfigError */
export function readConfig(variables: NodeJS.ProcessEnv): StandaloneConfig {
  if (Number.parseInt(process.versions.node, 10) < 24) {
    throw new ConfigError(
      `Node 24 or newer is needed, this is ${process.version}. After pnpm install, node_modules/.bin has one.`,
    );
  }
  const present = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(present);
  if (!parsed.success) throw new ConfigError(`Wrong settings:\n${z.prettifyError(parsed.error)}`);
  const settings = parsed.data;
  return {
    databaseUrl: settings.DATABASE_URL,
    dataDir: settings.DATA_DIR,
    host: settings.HOST,
    port: settings.PORT,
    variables: present,
  };
}
