import * as chrono from 'chrono-node';
import { calendarWords } from './calendar-words.ts';
import { baseLanguage } from './detect-language.ts';
import { addDays, fillers, isBefore, leadIns, notDue, ownRules, weekdayOf, type Day } from './due-phrases.ts';
import { fold, words } from './words.ts';

const parsers = { en: chrono.en, de: chrono.de, fr: chrono.fr, es: chrono.es, pt: chrono.pt, ru: chrono.ru };
type Parser = keyof typeof parsers;
const isParser = (language: string): language is Parser => Object.hasOwn(parsers, language);

export type DueContext = {
  /** ISO 8601 with offset; without it no phrase has a date. */
  startedAt: string | null;
  /** IANA name; the offset of `startedAt` counts when it is null. */
  timeZone: string | null;
  /** Languages that the phrase may be in, likeliest first. `und` stands for any. */
  languages: readonly string[];
};

/**
 * The day (YYYY-MM-DD) that a due phrase means, seen from the meeting. Null when any word of the phrase was not
 * understood: a wrong date does more harm than none.
 *
 * A weekday is the next one after the meeting's day, "end of the week" is its Friday, and a period such as "next week" is no day.
 */
export function resolveDue(phrase: string, { startedAt, timeZone, languages }: DueContext): string | null {
  if (startedAt === null) return null;
  const instant = new Date(startedAt);
  const offset = timeZone === null ? writtenOffset(startedAt) : zoneOffset(instant, timeZone);
  const shifted = new Date(instant.getTime() + offset * 60_000);
  const today = {
    year: shifted.getUTCFullYear(),
    month: shifted.getUTCMonth() + 1,
    day: shifted.getUTCDate(),
  };
  const bases = languages.map(baseLanguage);
  const candidates = bases.includes('und') ? Object.keys(parsers) : bases;
  for (const language of new Set(candidates)) {
    if (!isParser(language)) continue;
    const day = resolveIn(language, phrase, today, { instant, timezone: offset });
    if (day) return format(day);
  }
  return null;
}

function resolveIn(
  language: Parser,
  phrase: string,
  today: Day,
  reference: chrono.ParsingReference,
): Day | null {
  const trimmed = phrase.trim().replace(/[.!?,;]+$/u, '');
  const bare = fold(trimmed).replace(leadIns[language] ?? /^$/u, '');
  for (const { pattern, resolve } of ownRules[language] ?? []) {
    const match = pattern.exec(bare);
    if (match) return resolve(today, match);
  }
  if (notDue.test(fold(trimmed)) || isAmbiguousSlashDate(language, trimmed)) return null;
  const results = parsers[language].casual.parse(trimmed, reference, { forwardDate: true });
  const [result] = results;
  if (!result) return nextWeekday(bare, today);
  if (results.length > 1 || !isWholePhrase(language, trimmed, result)) return null;
  const { start } = result;
  const [year, month, day] = [start.get('year'), start.get('month'), start.get('day')];
  const isDay =
    start.isCertain('day') ||
    start.isCertain('weekday') ||
    start.isCertain('hour') ||
    hasTag(start, /^casualReference/u);
  if (year === null || month === null || day === null || !isDay) return null;
  const found = { year, month, day };
  if (isBefore(found, today) && !start.isCertain('year')) return null;
  const sameWeekday =
    start.isCertain('weekday') && !start.isCertain('day') && format(found) === format(today);
  // "By Wednesday", said on a Wednesday: today would have been called today.
  return sameWeekday ? addDays(found, 7) : found;
}

/** For the inflected forms that the parser does not know, such as "к пятнице". */
function nextWeekday(bare: string, today: Day): Day | null {
  const [word, ...others] = words(bare).filter((each) => !fillers.has(each));
  const code = word === undefined || others.length > 0 ? undefined : calendarWords(word).get(word);
  const weekday = Number(/^weekday-(\d)$/u.exec(code ?? '')?.[1] ?? 0);
  return weekday === 0 ? null : addDays(today, ((weekday - weekdayOf(today) + 6) % 7) + 1);
}

/** Every word that the parser left out is a lead-in or a filler. */
function isWholePhrase(language: Parser, phrase: string, result: chrono.ParsedResult): boolean {
  const before = fold(phrase.slice(0, result.index)).replace(leadIns[language] ?? /^$/u, '');
  const after = phrase.slice(result.index + result.text.length);
  const cutsWord = /\p{L}$/u.test(phrase.slice(0, result.index)) || /^\p{L}/u.test(after);
  return !cutsWord && words(`${before} ${after}`).every((word) => fillers.has(word));
}

/** 10/12 is October or December, depending on who says it in English. */
function isAmbiguousSlashDate(language: Parser, phrase: string): boolean {
  const match = /(?<!\d)(\d{1,2})\/(\d{1,2})(?!\d)/u.exec(phrase);
  return (
    language === 'en' &&
    match !== null &&
    Number(match[1]) <= 12 &&
    Number(match[2]) <= 12 &&
    match[1] !== match[2]
  );
}

const hasTag = (components: chrono.ParsedComponents, pattern: RegExp): boolean =>
  [...components.tags()].some((tag) => pattern.test(tag));

const format = ({ year, month, day }: Day): string =>
  [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-');

/** Minutes east of UTC. */
function writtenOffset(iso: string): number {
  const match = /([+-])(\d{2}):?(\d{2})$/u.exec(iso);
  if (!match) return 0;
  return (match[1] === '-' ? -1 : 1) * (Number(match[2]) * 60 + Number(match[3]));
}

/** Minutes east of UTC that `timeZone` is at `instant`. */
function zoneOffset(instant: Date, timeZone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(
    instant,
  );
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  return writtenOffset(name);
}
