import { cleanName } from './clean-text.ts';

/** `name`: spelled like one. `perhaps`: could be one, and needs more proof. `no`: a word or sentence before a colon. */
export type LabelVerdict = 'name' | 'perhaps' | 'no';

/** Longer labels than this are sentences. */
const MAX_LABEL = 64;

const words = (list: string) => new Set(list.split(/\s+/));

// Lower-case words inside a name.
const PARTICLES =
  words(`de del della der den di da do dos das du des la le los van von vom zu zur zum bin ibn bint al el
  ben ter ten te af av y e et and und og och of`);

// What stands before a colon in speech and in minutes, alone or as the last word.
const HEADINGS =
  words(`note notes question questions answer answers example examples update updates summary action actions
  item items decision decisions reminder agenda topic topics point points risk risks issue issues problem warning caution
  important result results conclusion idea proposal suggestion context background option goal goals step steps todo ps
  attention date time location subject attendees participants title thing things deadline tip fact budget owner status
  notiz notizen frage fragen antwort antworten beispiel beispiele hinweis achtung wichtig fazit ergebnis ergebnisse punkt
  punkte thema themen vorschlag entscheidung entscheidungen aufgabe aufgaben idee stichwort datum uhrzeit ort betreff
  teilnehmer titel zusammenfassung risiko ziel ziele tagesordnung
  maßnahme maßnahmen fakt beschluss beschlüsse erinnerung frist
  réponse réponses exemple exemples remarque remarques décision décisions sujet sujets objet résumé problème problèmes
  risque risques objectif objectifs proposition rappel conclusions étape étapes tâche tâches réunion titre échéance
  nota notas pregunta preguntas respuesta respuestas ejemplo ejemplos decisión decisiones acción acciones resumen tema
  temas tarea tareas problema problemas riesgo riesgos objetivo objetivos propuesta conclusión pasos fecha hora asunto
  asistentes título recordatorio importante atención plazo
  pergunta perguntas resposta respostas exemplo exemplos decisão decisões ação ações resumo tarefa tarefas risco riscos
  proposta conclusão passos assunto participantes lembrete atenção prazo pauta
  вопрос вопросы ответ ответы пример примеры решение решения итог итоги тема темы заметка заметки примечание задача
  задачи действие действия проблема проблемы риск риски цель цели предложение вывод выводы шаги дата повестка участники
  важно внимание напоминание срок
  http https ftp mailto`);

// Surnames as well: they head a row only when they stand alone.
const DAYS = words(`monday tuesday wednesday thursday friday saturday sunday today tomorrow yesterday
  montag dienstag mittwoch donnerstag freitag samstag sonntag heute gestern
  lundi mardi mercredi jeudi vendredi samedi dimanche demain hier
  lunes martes miércoles jueves viernes sábado hoy mañana segunda terça quarta quinta sexta hoje amanhã
  понедельник вторник среда четверг пятница суббота воскресенье сегодня завтра вчера`);

// No name begins with one of these, in the spelling of a sentence's start or not.
const OPENERS =
  words(`the this that these those my our your its it we they you i so and but or because if when where what why
  who which how here there also then now just like for with from at as to one two three first second third next last
  finally well okay ok right yes yeah no not still only every some all please let's lets meaning basically remember
  listen look honestly again plus otherwise however
  der das ein eine einer mein meine unser unsere dein euer es wir ihr sie ich er so und aber oder weil wenn wo was warum
  wer wie hier dort auch dann jetzt nur als für mit noch erstens zweitens drittens nächste nächster nächstes letzte
  letzter also ja nein gut okay kurz bitte genau nochmal außerdem
  une mon notre ce cette mais donc alors aussi ici voilà oui quand pourquoi comment ensuite enfin premièrement
  deuxièmement bref
  un mi nuestro esto pero entonces también bueno cuando porque además primero finalmente
  uma meu nosso isto então mas sim não quando além primeiro finalmente
  это так но или если когда где кто что как почему нет хорошо теперь потом сначала наконец также во-первых во-вторых`);

// Openers that are names as well, when another capitalised word follows.
const OPENERS_AND_NAMES = words('so to in as or un');

const SENTENCE = /[?!;:"“”„«»<>={}\\]|\p{L}{5}\. |^[[\-–—•*#]|https?|www\./u;
// A name without spaces is short in these scripts, a sentence is not.
const CJK_SENTENCE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{11}/u;
const PHONE = /^\+?[\d() \-*.]{7,}$/;
const LETTER = /\p{L}/u;
const LOWER_FIRST = /^[^\p{L}]*\p{Ll}/u;

/**
 * Where the colon of a leading label stands: before a space, or a full-width one. -1 when the text has none near its
 * start.
 */
export function findLabelColon(text: string): number {
  const limit = Math.min(text.length, MAX_LABEL + 1);
  for (let i = 0; i < limit; i++) {
    const code = text.charCodeAt(i);
    if (code === 0xff1a) return i;
    if (code === 0x3a && (i + 1 === text.length || isSpace(text.charCodeAt(i + 1)))) return i;
  }
  return -1;
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x09 || code === 0xa0 || code === 0x0a;
}

/** Judges a label by its spelling alone. */
export function judgeLabel(label: string): LabelVerdict {
  if (label.length === 0 || label.length > MAX_LABEL || SENTENCE.test(label)) return 'no';
  if (!LETTER.test(label)) return PHONE.test(label) ? 'name' : 'no';
  // What stands in brackets or after a bar is a team, a pronoun or a firm, and may be spelled in any way.
  const bar = label.indexOf('|');
  const base = (bar > 0 ? label.slice(0, bar) : label).replaceAll(/\([^()]*\)|\[[^[\]]*\]/g, ' ').trim();
  const parts = base.split(/[\s,]+/).filter((part) => part !== '');
  const first = parts[0]?.toLowerCase();
  const last = parts.at(-1)?.toLowerCase();
  if (first === undefined || last === undefined || parts.length > 6) return 'no';
  if (HEADINGS.has(first) || HEADINGS.has(last)) return 'no';
  if (parts.length === 1 && DAYS.has(first)) return 'no';
  const unsure =
    parts.some((part) => LOWER_FIRST.test(part) && !PARTICLES.has(part)) || CJK_SENTENCE.test(base);
  if (OPENERS.has(first) && (unsure || parts.length === 1 || !OPENERS_AND_NAMES.has(first))) return 'no';
  return unsure ? 'perhaps' : 'name';
}

/** Names as they are compared: case and composition do not make another person. */
function nameKey(name: string): string {
  return cleanName(name).text.toLocaleLowerCase('en');
}

/** What stands in one file where a speaker would. One object for each spelling that was counted. */
export type Label = {
  text: string;
  /** `name` for everyone on the list of participants. */
  verdict: LabelVerdict;
  isListed: boolean;
  count: number;
};

/** The labels of one file: how often each stands there, and how it is spelled. */
export class LabelCensus {
  readonly #labels = new Map<string, Label>();
  readonly #participants: ReadonlySet<string>;

  constructor(participants: readonly string[]) {
    this.#participants = new Set(participants.map(nameKey));
  }

  add(text: string): Label {
    const label = this.find(text);
    if (label.count === 0) this.#labels.set(text, label);
    label.count += 1;
    return label;
  }

  /** Keeps nothing: a file may have millions of rows that could begin with a label. */
  find(text: string): Label {
    const known = this.#labels.get(text);
    if (known !== undefined) return known;
    const isListed = this.#participants.size > 0 && this.#participants.has(nameKey(text));
    return { text, verdict: isListed ? 'name' : judgeLabel(text), isListed, count: 0 };
  }
}
