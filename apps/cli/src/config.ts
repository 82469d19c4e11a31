import {
  endpointVariables,
  EndpointSettingsError,
  readCallSettings,
  readEndpointSettings,
  wantsTracing,
  type CallSettings,
  type EndpointSettings,
} from '@meeting-assistant/llm-client';
import { z } from 'zod';

const environment = z.object({
  MEETING_ASSISTANT_URL: z.url({ protocol: /^https?$/ }).default('http://127.0.0.1:3000'),
  MEETING_ASSISTANT_API_KEY: z.string().min(1).optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  ...endpointVariables,
  AGENT_MAX_TURNS: z.coerce.number().int().min(1).max(100).default(12),
});

export interface CliConfig {
  apiUrl: string;
  apiKey: string | undefined;
  /** Undefined: the database that `pnpm start` keeps in `dataDir`. */
  databaseUrl: string | undefined;
  dataDir: string;
  calls: CallSettings;
  /** Whether spans are to be sent anywhere. */
  tracing: boolean;
  /** @throws UsageError where the settings of the endpoint, or the wanted model, do not go together */
  readModel: (wanted: string | undefined) => EndpointSettings;
  maxTurns: number;
}

/** @throws UsageError that names each wrong variable */
export function readConfig(variables: NodeJS.ProcessEnv): CliConfig {
  if (Number.parseInt(process.versions.node, 10) < 24) {
    throw new UsageError(
      `Node 24 or newer is needed, this is ${process.version}. After pnpm install, node_modules/.bin has one.`,
    );
  }
  const present = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== ''));
  const parsed = environment.safeParse(present);
  if (!parsed.success) throw new UsageError(`Wrong settings:\n${z.prettifyError(parsed.error)}`);
  const settings = parsed.data;
  return {
    apiUrl: settings.MEETING_ASSISTANT_URL,
    apiKey: settings.MEETING_ASSISTANT_API_KEY,
    databaseUrl: settings.DATABASE_URL,
    dataDir: settings.DATA_DIR,
    calls: readCallSettings(settings),
    tracing: wantsTracing(settings),
    readModel: (wanted) => readModel(settings, wanted),
    maxTurns: settings.AGENT_MAX_TURNS,
  };
}

function readModel(settings: z.infer<typeof environment>, wanted: string | undefined): EndpointSettings {
  try {
    return readEndpointSettings(settings, wanted);
  } catch (error) {
    if (error instanceof EndpointSettingsError) throw new UsageError(error.message, { cause: error });
    throw error;
  }
}

/** The command line or the environment is wrong: exit code 2. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The command was right and could not be carried out: exit code 1. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
}
