import { numeralJoints, numeralLanguages, numeralTable, type NumeralTable } from './numeral-words.ts';
import { fold } from './words.ts';

type Token = { value: number; source: 'digits' | 'word'; loose: boolean; parts: number[] };

/** A number on its way: what stands before "thousand" is in `total` already. */
type Spelling = { total: number; value: number; loose: boolean };

const grouped = String.raw`\d{1,3}(?:[.,'’ ]\d{3})+(?!\d)`;
const tokenPattern = new RegExp(
  String.raw`\p{L}+\d[\p{L}\d]*|(?:${grouped}(?:[.,]\d+)?|\d+(?:[.,]\d+)?)\p{L}*|\p{L}+|[.,:!?;\n]`,
  'gu',
);
const ordinalOrUnit = /^(?:st|nd|rd|th|e|er|re|eme|o|a|ª|º|го|и|я|е|am|pm|h|uhr|x|s)$/u;
const magnitude: Record<string, number> = { k: 1e3, m: 1e6, mn: 1e6, mio: 1e6, bn: 1e9 };

/**
 * The numbers that a text states, in digits or in words of the given languages.
 *
 * @param claimed true for a claim: words that are articles or adverbs as well ("one", "second") do not count. For lines
 *   they do, and so do the parts of what can be read in two ways.
 */
export function numbersIn(text: string, languages: readonly string[], claimed: boolean): Set<number> {
  const tables = languages.map(numeralTable).filter((table) => table !== undefined);
  const spelled =
    tables.length > 0 ? tables : numeralLanguages.map(numeralTable).filter((table) => table !== undefined);
  const german = languages.includes('de') || tables.length === 0;
  const found = new Set<number>();
  const run: Token[] = [];
  const flush = () => {
    for (const value of compose(run, claimed)) found.add(value);
    run.length = 0;
  };
  for (const [raw] of fold(text).matchAll(tokenPattern)) {
    const token = readDigits(raw) ?? readWord(raw, spelled, german);
    if (token !== null) {
      run.push(token);
      if (!claimed) for (const part of token.parts) found.add(part);
    } else if (!(numeralJoints.has(raw) && run.length > 0)) {
      if (!claimed) addAfternoon(raw, run, found);
      flush();
    }
  }
  flush();
  return found;
}

/** "3 pm" is also 15:00. */
function addAfternoon(raw: string, run: Token[], found: Set<number>): void {
  const hour = run.at(-1)?.value;
  if (hour !== undefined && hour < 12 && ['pm', 'p', 'nachmittags', 'abends'].includes(raw))
    found.add(hour + 12);
}

function readDigits(raw: string): Token | null {
  const match = /^([\d.,'’ ]+)(\p{L}*)$/u.exec(raw);
  if (!match || !/^\d/u.test(raw)) {
    const inside = /^\p{L}+(\d+)/u.exec(raw)?.[1];
    return inside === undefined
      ? null
      : { value: Number.NaN, source: 'digits', loose: true, parts: [Number(inside)] };
  }
  const [, digits = '', suffix = ''] = match;
  const thousands = new RegExp(`^${grouped}`, 'u').exec(digits)?.[0] ?? '';
  const value = Number(thousands.replaceAll(/\D/gu, '') + digits.slice(thousands.length).replace(',', '.'));
  const parts = (digits.match(/\d+/gu) ?? []).map(Number);
  const times = magnitude[suffix];
  if (times !== undefined) return { value: value * times, source: 'digits', loose: false, parts };
  if (suffix === 'pm' && value < 12) parts.push(value + 12);
  const known = suffix === '' || ordinalOrUnit.test(suffix);
  return {
    value: known ? value : Number.NaN,
    source: 'digits',
    loose: !known,
    parts: known ? [value, ...parts] : parts,
  };
}

function readWord(raw: string, tables: NumeralTable[], german: boolean): Token | null {
  for (const table of tables) {
    const value = table.values.get(raw);
    if (value === undefined) continue;
    const loose = table.loose.has(raw);
    return { value, source: 'word', loose, parts: loose ? [value] : [] };
  }
  const value = german ? readGermanCompound(raw) : null;
  return value === null ? null : { value, source: 'word', loose: false, parts: [] };
}

/** "fünfundzwanzig", "zweihundertzehn", "vierzehnter": German writes a number as one word. `raw` folded. */
function readGermanCompound(raw: string): number | null {
  const values = numeralTable('de')?.values;
  if (!values) return null;
  const simple = (word: string): number | null => {
    const direct = values.get(word);
    if (direct !== undefined) return direct;
    const teen = word.endsWith('zehn') ? values.get(word.slice(0, -4)) : undefined;
    if (teen !== undefined && teen < 10) return teen + 10;
    const joint = /^(ein|zwei|drei|vier|funf|sechs|sieben|acht|neun)und(\p{L}+zig|dreissig)$/u.exec(word);
    const [unit, ten] = [values.get(joint?.[1] ?? ''), values.get(joint?.[2] ?? '')];
    return unit === undefined || ten === undefined ? null : unit + ten;
  };
  const read = (word: string): number | null => {
    for (const [name, scale] of [
      ['tausend', 1000],
      ['hundert', 100],
    ] as const) {
      const at = word.indexOf(name);
      if (at < 0) continue;
      const times = at === 0 ? 1 : read(word.slice(0, at));
      const rest = word.slice(at + name.length).replace(/^und/u, '');
      const added = rest === '' ? 0 : read(rest);
      return times === null || added === null ? null : times * scale + added;
    }
    return simple(word);
  };
  const ending = /^(\p{L}+?)(?:s?te[nrsm]?)$/u.exec(raw)?.[1];
  return read(raw) ?? (ending === undefined ? null : read(ending));
}

/** Joins neighbours into the numbers they spell: "two hundred and five", "10 thousand", "twenty twenty-six". */
function compose(run: Token[], claimed: boolean): number[] {
  const spelled: { value: number; loose: boolean }[] = [];
  let current: Spelling | null = null;
  const close = () => {
    if (current) spelled.push({ value: current.total + current.value, loose: current.loose });
    current = null;
  };
  for (const token of run) {
    if (Number.isNaN(token.value)) {
      close();
      continue;
    }
    const joined: Spelling | null = current === null ? null : join(current, token);
    if (joined === null) {
      close();
      current = { total: 0, value: token.value, loose: token.loose };
    } else {
      current = joined;
    }
  }
  close();
  const values = spelled.filter(({ loose }) => !(claimed && loose)).map(({ value }) => value);
  if (claimed) return values;
  const years = spelled.flatMap(({ value }, at) => {
    const next = spelled[at + 1]?.value ?? 0;
    return value >= 13 && value <= 20 && next >= 1 && next < 100 ? [value * 100 + next] : [];
  });
  return [...values, ...years];
}

function join(current: Spelling, { value, source }: Token): Spelling | null {
  if (source === 'digits') return null;
  if (value >= 1000) return { total: current.total + (current.value || 1) * value, value: 0, loose: false };
  if (value === 100 && current.value < 10)
    return { ...current, value: (current.value || 1) * 100, loose: false };
  const tail = current.value % 100;
  if (value < 100 && tail === 0 && (current.value > 0 || current.total > 0))
    return { ...current, value: current.value + value, loose: false };
  if (value < 10 && value > 0 && tail >= 20 && tail % 10 === 0)
    return { ...current, value: current.value + value, loose: false };
  // French: soixante-dix, quatre-vingt, quatre-vingt-dix.
  if (value >= 10 && value < 20 && (tail === 60 || tail === 80))
    return { ...current, value: current.value + value, loose: false };
  if (value === 20 && tail === 4) return { ...current, value: current.value + 76, loose: false };
  if (value < 1000 && value % 100 === 0 && current.value === 0) return { ...current, value, loose: false };
  return null;
}
