/** A calendar day without a time or a zone. `month` counts from 1. */
export type Day = { year: number; month: number; day: number };

export const addDays = ({ year, month, day }: Day, days: number): Day =>
  fromUtc(new Date(Date.UTC(year, month - 1, day + days)));
/** 1 is Monday, 7 is Sunday. */
export const weekdayOf = ({ year, month, day }: Day): number =>
  new Date(Date.UTC(year, month - 1, day)).getUTCDay() || 7;
export const isBefore = (a: Day, b: Day): boolean => toNumber(a) < toNumber(b);

const toNumber = ({ year, month, day }: Day): number => year * 10_000 + month * 100 + day;
const fromUtc = (date: Date): Day => ({
  year: date.getUTCFullYear(),
  month: date.getUTCMonth() + 1,
  day: date.getUTCDate(),
});
const lastOfMonth = ({ year, month }: Day, months = 0): Day =>
  fromUtc(new Date(Date.UTC(year, month + months, 0)));

/** The Friday that ends the working week of `day`, `weeks` later; a week that is over gives null. */
function endOfWeek(day: Day, weeks: number): Day | null {
  const friday = addDays(day, 5 - weekdayOf(day) + 7 * weeks);
  return isBefore(friday, day) ? null : friday;
}

/** The next day with that number; null where the number is no day of that month. */
function dayOfMonth(today: Day, day: number): Day | null {
  const inMonth = (months: number): Day | null => {
    const last = lastOfMonth(today, months);
    return day >= 1 && day <= last.day ? { ...last, day } : null;
  };
  const here = inMonth(0);
  return here && !isBefore(here, today) ? here : inMonth(1);
}

type Rule = { pattern: RegExp; resolve: (today: Day, match: RegExpMatchArray) => Day | null };

/**
 * Phrases that the date parser misses or misreads, by language. They match the whole folded phrase, its lead-in
 * ("by", "bis zum") taken off. A period that is no day ("next week") is answered with null, not with a day inside it.
 */
export const ownRules: Record<string, Rule[]> = {
  en: [
    {
      pattern: /^(?:the )?(?:end of (?:the )?(?:day|business)|eod|cob|close of business)$/u,
      resolve: (today) => today,
    },
    {
      pattern: /^(?:the )?end of (?:the|this) week$|^(?:this )?week'?s end$|^eow$/u,
      resolve: (today) => endOfWeek(today, 0),
    },
    { pattern: /^(?:the )?end of next week$/u, resolve: (today) => endOfWeek(today, 1) },
    {
      pattern: /^(?:the )?end of (?:the|this) month$|^month'?s end$|^eom$/u,
      resolve: (today) => lastOfMonth(today),
    },
    { pattern: /^(?:the )?end of next month$/u, resolve: (today) => lastOfMonth(today, 1) },
    {
      pattern: /^(?:the )?end of (?:the|this) year$/u,
      resolve: (today) => ({ year: today.year, month: 12, day: 31 }),
    },
    { pattern: /^the day after tomorrow$/u, resolve: (today) => addDays(today, 2) },
    {
      pattern: /^(?:the )?(\d{1,2})(?:st|nd|rd|th)$/u,
      resolve: (today, match) => dayOfMonth(today, Number(match[1])),
    },
    {
      pattern: /^(?:the )?(?:next|this|coming) (?:week|month|quarter|year)$|^the week after next$/u,
      resolve: () => null,
    },
  ],
  de: [
    { pattern: /^(?:ende des tages|tagesende|feierabend|heute abend)$/u, resolve: (today) => today },
    { pattern: /^(?:ende (?:der|dieser) woche|wochenende)$/u, resolve: (today) => endOfWeek(today, 0) },
    {
      pattern: /^ende (?:der )?(?:nachsten|nachster|kommenden|kommender) woche$/u,
      resolve: (today) => endOfWeek(today, 1),
    },
    { pattern: /^(?:ende (?:des|dieses) monats|monatsende)$/u, resolve: (today) => lastOfMonth(today) },
    { pattern: /^ende (?:des )?nachsten monats$/u, resolve: (today) => lastOfMonth(today, 1) },
    {
      pattern: /^(?:ende des jahres|jahresende)$/u,
      resolve: (today) => ({ year: today.year, month: 12, day: 31 }),
    },
    {
      pattern: /^morgen (?:fruh|vormittag|mittag|nachmittag|abend)$/u,
      resolve: (today) => addDays(today, 1),
    },
    {
      pattern: /^(?:den |dem )?(\d{1,2})\.?(?:ten)?$/u,
      resolve: (today, match) => dayOfMonth(today, Number(match[1])),
    },
    {
      pattern:
        /^(?:die |der |diese |dieser )?(?:nachste|nachster|nachsten|kommende|kommenden|kommender)? ?(?:woche|monat)$/u,
      resolve: () => null,
    },
  ],
  fr: [
    { pattern: /^(?:la )?fin de (?:la )?journee$|^ce soir$/u, resolve: (today) => today },
    { pattern: /^(?:la )?fin de (?:la |cette )?semaine$/u, resolve: (today) => endOfWeek(today, 0) },
    { pattern: /^(?:la )?fin de la semaine prochaine$/u, resolve: (today) => endOfWeek(today, 1) },
    { pattern: /^(?:la )?fin (?:du|de ce) mois$/u, resolve: (today) => lastOfMonth(today) },
    { pattern: /^apres[- ]demain$/u, resolve: (today) => addDays(today, 2) },
    { pattern: /^le (\d{1,2})$/u, resolve: (today, match) => dayOfMonth(today, Number(match[1])) },
    { pattern: /^(?:la|cette) semaine(?: prochaine)?$|^le mois prochain$/u, resolve: () => null },
  ],
  es: [
    { pattern: /^(?:el )?(?:fin|final) del dia$/u, resolve: (today) => today },
    {
      pattern: /^(?:el |al )?(?:fin|final|finales) de (?:la |esta )?semana$/u,
      resolve: (today) => endOfWeek(today, 0),
    },
    {
      pattern: /^(?:el |a |al )?(?:fin|final|finales) (?:del|de) (?:este )?mes$/u,
      resolve: (today) => lastOfMonth(today),
    },
    { pattern: /^pasado manana$/u, resolve: (today) => addDays(today, 2) },
    { pattern: /^el (?:dia )?(\d{1,2})$/u, resolve: (today, match) => dayOfMonth(today, Number(match[1])) },
    {
      pattern: /^(?:la )?(?:proxima semana|semana que viene)$|^el (?:proximo mes|mes que viene)$/u,
      resolve: () => null,
    },
  ],
  pt: [
    { pattern: /^(?:o |ao )?(?:fim|final) do dia$/u, resolve: (today) => today },
    { pattern: /^(?:o |ao )?(?:fim|final) da semana$/u, resolve: (today) => endOfWeek(today, 0) },
    { pattern: /^(?:o |ao )?(?:fim|final) do mes$/u, resolve: (today) => lastOfMonth(today) },
    { pattern: /^depois de amanha$/u, resolve: (today) => addDays(today, 2) },
    { pattern: /^(?:o )?dia (\d{1,2})$/u, resolve: (today, match) => dayOfMonth(today, Number(match[1])) },
    {
      pattern: /^(?:a )?(?:proxima semana|semana que vem)$|^(?:o )?(?:proximo mes|mes que vem)$/u,
      resolve: () => null,
    },
  ],
  ru: [
    { pattern: /^(?:конца|концу|конец) дня$/u, resolve: (today) => today },
    { pattern: /^(?:конца|концу|конец|конце) (?:этои )?недели$/u, resolve: (today) => endOfWeek(today, 0) },
    { pattern: /^(?:конца|концу|конец|конце) (?:этого )?месяца$/u, resolve: (today) => lastOfMonth(today) },
    { pattern: /^(\d{1,2})(?:-?го|-?му)?$/u, resolve: (today, match) => dayOfMonth(today, Number(match[1])) },
    {
      pattern: /^(?:следующеи|этои|следующую|эту) недел[еюи]$|^следующ\p{L}+ месяц\p{L}*$/u,
      resolve: () => null,
    },
  ],
};

/** What may stand before the date itself and adds nothing to it. */
export const leadIns: Record<string, RegExp> = {
  en: /^(?:(?:no later than|not later than|due|by|until|till|before|on|at|for|around|from|the latest|latest)\b ?)+/u,
  de: /^(?:(?:spatestens|bis|zum|zur|vor|am|an|im|ab|fur|um|gegen)(?!\p{L}) ?)+/u,
  fr: /^(?:(?:au plus tard|d'ici|d’ici|avant|pour|jusqu'a|jusqu’a|a|des)(?!\p{L}) ?)+/u,
  es: /^(?:(?:a mas tardar|antes de|antes del|para|hasta|a|en)(?!\p{L}) ?)+/u,
  pt: /^(?:(?:o mais tardar|antes de|antes da|antes do|para|ate|na|no)(?!\p{L}) ?)+/u,
  ru: /^(?:(?:не позднее|до|к|ко|на|в|во)(?!\p{L}) ?)+/u,
};

/** Words around a date that leave it as it is. */
export const fillers = new Set(
  `the this coming on by latest at of noon morning afternoon evening der die das dem den diesen dieser kommenden kommende am
   um uhr vormittag nachmittag abend spatestens le la les ce cette el los este esta o a os as esta este no na эту этот эти
   matin midi soir que viene que vem proximo proxima`
    .trim()
    .split(/\s+/u),
);

/** A phrase with one of these looks back, or names a span shorter than a day: no due day comes out of it. */
export const notDue =
  /(?<!\p{L})(?:last|ago|yesterday|seconds?|minutes?|hours?|letzte\p{L}*|vorige\p{L}*|gestern|sekunden?|minuten?|stunden?|dernier\p{L}*|hier|secondes?|heures?|pasad[ao]|ayer|segundos?|minutos?|horas?|passad[ao]|ontem|прошл\p{L}+|вчера|секунд\p{L}*|минут\p{L}*|час\p{L}*)(?!\p{L})/u;
