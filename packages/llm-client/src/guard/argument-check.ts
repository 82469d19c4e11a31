import { z } from 'zod';
import { isJsonObject, shorten, type JsonObject } from '../json-value.ts';
import { DEEPEST_ARGUMENTS, readArguments } from '../model/raw-arguments.ts';

/** One text for each cause, in words for the model. None of them quotes the arguments or a parser. */
export const WRONG_ARGUMENTS = {
  not_json: 'The arguments are not valid JSON. Send one JSON object and nothing else.',
  not_an_object: 'The arguments are JSON, but not an object. Send one JSON object.',
  too_deep: `The arguments are nested more than ${DEEPEST_ARGUMENTS} levels deep.`,
  no_fit: "The arguments do not fit the tool's schema.",
} as const;

const MOST_PATHS = 5;
const PATH_LIMIT = 120;

/** Why arguments may not run, in words for the model; undefined when they may. */
export type ArgumentCheck = {
  ofText: (text: string) => string | undefined;
  ofObject: (object: JsonObject) => string | undefined;
};

/**
 * Arguments must be one JSON object, and fit the schema of the tool as far as it is understood. Keys that the schema does not know are
 * let through: the tool's own parser drops or ignores them.
 */
export function checkAgainst(parameters: unknown): ArgumentCheck {
  const schema = readSchema(parameters);
  const known = propertyNames(parameters);
  const ofObject = (object: JsonObject): string | undefined => {
    const paths = schema === undefined ? [] : findMisfits(schema, object).map((path) => pathOf(path, known));
    if (paths.length === 0) return undefined;
    const places = [...new Set(paths)].slice(0, MOST_PATHS).join(', ');
    return `The arguments do not fit the tool's schema at ${places}.`;
  };
  const ofText = (text: string): string | undefined => {
    const read = readArguments(text);
    return 'wrong' in read ? WRONG_ARGUMENTS[read.wrong] : ofObject(read.object);
  };
  return { ofText, ofObject };
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

function findMisfits(schema: z.ZodType, object: JsonObject): (readonly PropertyKey[])[] {
  try {
    const issues = schema.safeParse(object).error?.issues ?? [];
    return issues.filter((issue) => issue.code !== 'unrecognized_keys').map((issue) => issue.path);
  } catch {
    // A pattern that is no regular expression, a reference without an end: again the tool's own parser is left.
    return [];
  }
}

/** Every name that the schema gives to a property, at any depth. */
function propertyNames(schema: unknown): Set<string> {
  const names = new Set<string>();
  const seen = new Set<unknown>();
  const left: unknown[] = [schema];
  while (left.length > 0) {
    const node = left.pop();
    if (typeof node !== 'object' || node === null || seen.has(node)) continue;
    seen.add(node);
    const properties = isJsonObject(node) ? node['properties'] : undefined;
    if (isJsonObject(properties)) for (const name of Object.keys(properties)) names.add(name);
    left.push(...Object.values(node));
  }
  return names;
}

/** Keys that the model made up stand as `*`: they are arguments, and may be of any length. */
function pathOf(path: readonly PropertyKey[], known: ReadonlySet<string>): string {
  if (path.length === 0) return 'the top';
  const parts = path.map((part, at) => {
    if (typeof part === 'number') return `[${part}]`;
    const name = typeof part === 'string' && known.has(part) ? part : '*';
    return at === 0 ? name : `.${name}`;
  });
  return shorten(parts.join(''), PATH_LIMIT);
}
