import { phrase } from './language-cues.ts';

const day =
  '(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag)(?:morgen|vormittag|mittag|nachmittag|abend|früh)?';
const month = '(?:januar|februar|märz|april|mai|juni|juli|august|september|oktober|november|dezember)';
const ordinal =
  '(?:\\d{1,2}\\.|(?:ersten|zweiten|dritten|vierten|fünften|sechsten|siebten|achten|neunten|zehnten|elften|zwölften|\\p{L}+(?:zehnten|zigsten|ßigsten)))';
const date = `(?:${ordinal} ?(?:${month}|\\d{1,2}\\.)(?: ?\\d{4})?|\\d{4}-\\d{2}-\\d{2}|${ordinal})`;
const period =
  '(?:(?:nächste[nrms]?|kommende[nrms]?|diese[nrms]?|dies) (?:woche|wochenende|monat|quartal|jahr|sprint|sitzung|treffen|besprechung|mal|termin)|(?:nächste[nrms]?|kommende[nrms]?|diese[nrms]?) ' +
  day +
  ')';
const ending =
  '(?:ende|anfang|mitte) (?:der|des|dieser|dieses|nächster|nächsten|kommender|kommenden)? ?(?:woche|monats?|quartals?|jahres|sprints?|tages|' +
  month +
  ')';
const unit = '(?:minuten?|stunden?|tagen?|wochen?|monate?n?|werktagen?|arbeitstagen?)';

/** A deadline as it is said. */
export const GERMAN_DUE = phrase`
      (?:bis(?: spätestens)?|spätestens(?: am| bis)?|vor)(?: zu[mr]?| dem| der)? (?:${ending}|${period}|${day}|${date}|${month}|morgen(?: früh| mittag| abend| nachmittag)?|übermorgen|heute(?: abend| nachmittag| mittag)?|wochenende|monatsende|jahresende|quartalsende|feierabend|mittag|launch|release|\d{1,2}(?::\d\d)? uhr)
      (?:am|zum|im|ab) (?:${day}|${date}|${month}|nächsten ${day}|kommenden ${day}|wochenende|monatsende)
      (?:in|innerhalb von|binnen) (?:\d+|einer|einem|zwei|drei|vier|den nächsten(?: \p{L}+)?) ${unit}
      ${ending}|(?:in der |im |beim )?${period}
      morgen (?:früh|vormittag|mittag|nachmittag|abend)|übermorgen|heute(?: noch| abend| nachmittag)?|noch (?:heute|diese woche)|so bald wie möglich|so schnell wie möglich|asap|gleich (?:morgen|nachher|danach)|(?<!guten )morgen
    `;
