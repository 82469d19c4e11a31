import {
  endpointVariables,
  EndpointSettingsError,
  readEndpointSettings,
  type EndpointSettings,
} from '@meeting-assistant/llm-client';
import { z } from 'zod';

const environment = z.object({
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  REDIS_URL: z.url({ protocol: /^rediss?$/ }).optional(),
  QUEUE_PREFIX: z
    .string()
    .regex(/^[\w-]{1,64}$/)
    .optional(),
  WORKER_NAME: z.string().min(1).max(200).optional(),
  WORKER_CONCURRENCY: z.coerce.number().int().min(1).max(256).default(4),
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(200).default(10),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  ...endpointVariables,
  AGENT_MAX_TURNS: z.coerce.number().int().min(1).max(100).default(12),
  JOB_MAX_ATTEMPTS: z.coerce.number().int().min(1).max(5).default(5),
  JOB_RETRY_BASE_MS: z.coerce.number().int().min(0).max(600_000).default(2_000),
});

export interface WorkerConfig {
  databaseUrl: string;
  redisUrl: string | undefined;
  /** Begins the names of the keys in Redis, where several installations share one. */
  queuePrefix: string | undefined;
  name: string | undefined;
  /** Jobs that this process runs at once. */
  concurrency: number;
  databasePoolSize: number;
  logLevel: string;
  model: EndpointSettings;
  maxTurns: number;
  /** Attempts in a row without a new checkpoint, after which a job fails. */
  maxAttempts: number;
  /** The first retry waits up to this long, each further one up to twice as long as the one before. */
  retryBaseMs: number;
}

/** A variable is missing or wrong; the message names each. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** @throws ConfigError */
export function readConfig(variables: NodeJS.ProcessEnv): WorkerConfig {
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
    name: settings.WORKER_NAME,
    concurrency: settings.WORKER_CONCURRENCY,
    databasePoolSize: settings.DATABASE_POOL_SIZE,
    logLevel: settings.LOG_LEVEL,
    model: readModel(settings),
    maxTurns: settings.AGENT_MAX_TURNS,
    maxAttempts: settings.JOB_MAX_ATTEMPTS,
    retryBaseMs: settings.JOB_RETRY_BASE_MS,
  };
}

function readModel(settings: z.infer<typeof environment>): EndpointSettings {
  try {
    return readEndpointSettings(settings);
  } catch (error) {
    if (error instanceof EndpointSettingsError) throw new ConfigError(error.message, { cause: error });
    throw error;
  }
}
