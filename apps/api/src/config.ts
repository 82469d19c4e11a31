import { z } from 'zod';

const booleanText = z.stringbool();

const environment = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  QUEUE_PREFIX: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .optional(),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(200).default(10),
  RATE_LIMIT_PER_MINUTE: z.coerce.number().int().min(1).default(1_000),
  TRUST_PROXY: booleanText.default(false),
});

export interface ApiConfig {
  databaseUrl: string;
  redisUrl: string | undefined;
  /** Begins the names of the keys in Redis, where several installations share one. */
  queuePrefix: string | undefined;
  host: string;
  /** 0 lets the system choose a free one. */
  port: number;
  logLevel: string;
  databasePoolSize: number;
  /** Requests a minute that one key, session or address may make to one process. */
  rateLimitPerMinute: number;
  /** Whether `X-Forwarded-*` of the peer is believed: only behind a proxy of one's own. */
  trustProxy: boolean;
}

/** A variable is missing or wrong; the message names each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** @throws ConfigError */
export function readConfig(variables: NodeJS.ProcessEnv): ApiConfig {
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
    redisUrl: settings.REDIS_URL,
    queuePrefix: settings.QUEUE_PREFIX,
    host: settings.HOST,
    port: settings.PORT,
    logLevel: settings.LOG_LEVEL,
    databasePoolSize: settings.DATABASE_POOL_SIZE,
    rateLimitPerMinute: settings.RATE_LIMIT_PER_MINUTE,
    trustProxy: settings.TRUST_PROXY,
  };
}
