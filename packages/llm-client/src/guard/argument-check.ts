import { z } from 'zod';
import { isRunnable } from '../raw-arguments.ts';

export const NOT_AN_OBJECT = 'The arguments must be one JSON object.';
const MOST_PATHS = 5;

/** Why arguments may not run, in words for the model; undefined when they may. Never quotes the arguments or a parser. */
export type ArgumentCheck = (text: string) => string | undefined;

/**
 * Arguments must be one JSON object, and fit the schema of the tool as far as it is understood. Keys that the schema does not know are
 * let through: the tool's own parser drops or ignores them.
 */
export function checkAgainst(parameters: unknown): ArgumentCheck {
  const schema = readSchema(parameters);
  return (text) => {
    if (!isRunnable(text)) return NOT_AN_OBJECT;
    const result = schema?.safeParse(JSON.parse(text));
    if (result === undefined || result.success) return undefined;
    const issues = result.error.issues.filter((issue) => issue.code !== 'unrecognized_keys');
    if (issues.length === 0) return undefined;
    const paths = [...new Set(issues.map((issue) => pathOf(issue.path)))].slice(0, MOST_PATHS);
    return `The arguments do not fit the tool's schema at ${paths.join(', ')}.`;
  };
}

/** A schema that zod cannot read is not checked here: the tool's own parser still is there. */
function readSchema(parameters: unknown): z.ZodType | undefined {
  try {
    // zod reads any value and throws on what is no schema.
    return z.fromJSONSchema(parameters as Parameters<typeof z.fromJSONSchema>[0]);
  } catch {
    return undefined;
  }
}

function pathOf(path: readonly PropertyKey[]): string {
  if (path.length === 0) return 'the top';
  return path
    .map((part, at) => (typeof part === 'number' ? `[${part}]` : `${at === 0 ? '' : '.'}${String(part)}`))
    .join('');
}
