import { fold } from './words.ts';

/** Monday first; several forms of one day are parted by a bar, a trailing star stands for any ending. */
const weekdays = [
  'monday|montag|montags|lundi|lunes|segunda-feira|понедельник*',
  'tuesday|dienstag|dienstags|mardi|martes|terça-feira|вторник*',
  'wednesday|mittwoch|mittwochs|mercredi|miércoles|quarta-feira|среда|среду|среды|среде',
  'thursday|donnerstag|donnerstags|jeudi|jueves|quinta-feira|четверг*',
  'friday|freitag|freitags|vendredi|viernes|sexta-feira|пятниц*',
  'saturday|samstag|sonnabend|samedi|sábado|суббот*',
  'sunday|sonntag|sonntags|dimanche|domingo|воскресень*',
];

const months = [
  'january|januar|jänner|janvier|enero|janeiro|январ*',
  'february|februar|feber|février|febrero|fevereiro|феврал*',
  'march|märz|mars|marzo|março|март|марта|марте',
  'april|avril|abril|апрел*',
  'may|mai|mayo|maio|май|мая|мае',
  'june|juni|juin|junio|junho|июн*',
  'july|juli|juillet|julio|julho|июл*',
  'august|août|agosto|август*',
  'september|septembre|septiembre|setembro|сентябр*',
  'october|oktober|octobre|octubre|outubro|октябр*',
  'november|novembre|noviembre|novembro|ноябр*',
  'december|dezember|décembre|diciembre|dezembro|декабр*',
];

/** Forms that are also other words, or short: they count in the lines, never in a claim. */
const looseWeekdays = [
  'mon|mo|seg|segunda',
  'tue|tues|di|ter|terça',
  'wed|mi|qua|quarta',
  'thu|thurs|do|qui|quinta',
].concat(['fri|fr|sex|sexta', 'sat|sa|sab', 'sun|so|dom']);
const looseMonths = 'jan|feb|mar|apr||jun|jul|aug|sep|oct,okt|nov|dec,dez'
  .split('|')
  .map((forms) => forms.replace(',', '|'));

type Form = { form: string; open: boolean; code: string };

const forms = (table: string[], prefix: string): Form[] =>
  table.flatMap((row, at) =>
    row
      .split('|')
      .filter((form) => form !== '')
      .map((form) => ({
        form: fold(form).replace('*', ''),
        open: form.endsWith('*'),
        code: `${prefix}${at + 1}`,
      })),
  );

const exact = [...forms(weekdays, 'weekday-'), ...forms(months, 'month-')];
const loose = [...forms(looseWeekdays, 'weekday-'), ...forms(looseMonths, 'month-')];

const find = (table: Form[], word: string): string | undefined =>
  table.find(({ form, open }) => (open ? word.startsWith(form) : word === form))?.code;

/** Verbs and names in disguise: they are months only next to a number or a preposition. */
const ambiguous = new Set(['may', 'march', 'mars', 'mai', 'mae']);
const before = new Set([
  'in',
  'by',
  'until',
  'till',
  'since',
  'of',
  'for',
  'en',
  'de',
  'im',
  'bis',
  'ab',
  'fin',
  'last',
  'next',
]);

/** Weekdays and months of a claim, as codes that are the same in every language. */
export function calendarWords(text: string): Map<string, string> {
  const tokens = calendarTokens(text);
  const found = new Map<string, string>();
  tokens.forEach((word, at) => {
    const code = find(exact, word);
    if (code === undefined) return;
    const near = [tokens[at - 1], tokens[at + 1]];
    const dated =
      near.some((other) => other !== undefined && /^\d/u.test(other)) || before.has(tokens[at - 1] ?? '');
    if (!ambiguous.has(word) || dated) found.set(word, code);
  });
  return found;
}

/** The same codes in the text of lines, short and ambiguous forms included. */
export function calendarCodes(text: string): Set<string> {
  const codes = calendarTokens(text).map((word) => find(exact, word) ?? find(loose, word));
  return new Set(codes.filter((code) => code !== undefined));
}

/** `word` folded. */
export function isCalendarWord(word: string): boolean {
  return find(exact, word) !== undefined;
}

const calendarTokens = (text: string): string[] => fold(text).match(/\p{L}+-feira|[\p{L}\p{N}]+/gu) ?? [];
