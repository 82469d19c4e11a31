/** Who a task falls to, as the wording says: who speaks, who is spoken to, all of us, or nobody yet. */
export type TaskBearer = 'speaker' | 'addressee' | 'group' | 'nobody';

interface DecisionCue {
  readonly pattern: RegExp;
  /** 3 settles by itself, 2 settles unless someone objects, 1 is a proposal that needs a clear yes. */
  readonly weight: number;
  /** Simple past: with a time that is over it reports a decision of another day. */
  readonly past?: true;
}

interface TaskCue {
  /** Matches up to the verb; what follows the match says whether it is a task at all. */
  readonly pattern: RegExp;
  readonly bearer: TaskBearer;
  readonly weight: number;
}

export type TopicPlace = 'first' | 'middle' | 'last' | 'only';

/** Sentences of the overview that are ours and not the meeting's. */
interface OverviewPhrases {
  /** Quotation marks, with their spaces. */
  readonly quote: readonly [opening: string, closing: string];
  about(subjects: string): string;
  /** `leader` spoke most of it, or is null when nobody did. */
  discussed(place: TopicPlace, subjects: string, leader: string | null): string;
  readonly and: string;
}

/**
 * All that the extraction knows of one language. Patterns are matched against text whose apostrophes are straight and whose
 * fillers are gone; those named `…Start` against the first words of a sentence.
 */
export interface LanguageCues {
  /** Primary language subtag, `und` for the table that knows no language. */
  readonly language: string;
  readonly stopwords: ReadonlySet<string>;
  stem(word: string): string;
  /** Stems that carry content and yet name no topic: common verbs. */
  readonly noTitle: ReadonlySet<string>;
  /** A numeral in words. */
  readonly numberWords: RegExp | null;
  /** A verb's form that no title is made of alone: English "blocked". */
  readonly participle: RegExp | null;
  /** Only capitalised words can be a title, as German nouns. */
  readonly nounsAreCapitalised: boolean;
  readonly fillers: RegExp | null;
  /** Words before a sentence that carry nothing: "so", "and then". */
  readonly leadIns: RegExp | null;
  /** Lifts a sentence's salience. */
  readonly salient: RegExp | null;
  /** Opens a new topic; group `title` is its subject, where it is named. */
  readonly agenda: RegExp | null;
  /** Articles and the like before the subject that was announced. */
  readonly determiners: RegExp;

  readonly agreementStart: RegExp | null;
  /** A yes that settles a proposal. */
  readonly confirmation: RegExp | null;
  readonly refusalStart: RegExp | null;
  /** Takes back what was just decided or taken on. */
  readonly reversal: RegExp | null;
  /** Puts another course in the place of the one before: "actually, let's …", "… instead". */
  readonly replacement: RegExp | null;
  /** Says only what is not to be done: "no, let's not". */
  readonly negatedCourse: RegExp | null;

  /** A condition that is only politeness: "if you don't mind". */
  readonly politeCondition: RegExp | null;
  readonly hypothetical: RegExp | null;
  readonly tentative: RegExp | null;
  /** A day that is over: what was decided then is history. */
  readonly pastTime: RegExp | null;
  /** Others' words, or one's own of another day: "he said", "they decided". */
  readonly reportedSpeech: RegExp | null;

  readonly decisions: readonly DecisionCue[];
  /** About the meeting itself ("let's move on"), not its outcome. */
  readonly procedural: RegExp | null;
  /** Still undecided, though it speaks of deciding. */
  readonly undecided: RegExp | null;

  readonly tasks: readonly TaskCue[];
  readonly taskVerbs: RegExp | null;
  /** What follows a task cue and yet is no task: "I'll say", "I'll be honest". */
  readonly noTask: RegExp | null;
  /** Takes on what was said before without naming it: "I'll do it". */
  readonly takesOn: RegExp | null;
  /** Directly after a name, up to the verb: " will ", ", can you ". */
  readonly afterName: RegExp | null;
  /** The same as minutes put it, where a sentence starts with the name: "Bo to send …". */
  readonly minutesAfterName: RegExp | null;
  /** Opens a task as minutes do: "Action item:". */
  readonly taskMarker: RegExp | null;
  /** Subject of a task that is a team: group `team` holds it. */
  readonly teamTask: RegExp | null;
  /** Third person that takes up a name said just before. */
  readonly pronounTask: RegExp | null;
  /** After the name of someone who is not there: " is out today". */
  readonly away: RegExp | null;
  readonly due: RegExp | null;
  /** Capitalised words that are no person. */
  readonly noPerson: ReadonlySet<string>;

  readonly questionStart: RegExp | null;
  /** Questions that ask for nothing: "can you hear me?". */
  readonly smallTalk: RegExp | null;
  readonly unresolved: RegExp | null;
  /** States that something is open, without a question mark. */
  readonly openStatement: RegExp | null;

  /** What the people of the meeting are called together, as the owner of a task. */
  readonly groupName: string;
  readonly overview: OverviewPhrases | null;
}

/**
 * The tags below make a pattern of alternatives, parted by `|` and by line breaks, in any case. They read their text raw, so that a
 * backslash is written once.
 */
type Tag = (text: TemplateStringsArray, ...parts: string[]) => RegExp;

function alternatives(text: TemplateStringsArray, parts: readonly string[]): string {
  return String.raw(text, ...parts)
    .trim()
    .replaceAll(/\s*\n\s*/g, '|');
}

/** Whole words. JavaScript's own word boundary knows ASCII letters only. */
export const phrase: Tag = (text, ...parts) =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${alternatives(text, parts)})(?![\p{L}\p{N}])`, 'iu');

/** Whole words that lead up to a verb, and the space before it. */
export const leading: Tag = (text, ...parts) =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])(?:${alternatives(text, parts)}) `, 'iu');

/** The same directly after a name. */
export const following: Tag = (text, ...parts) => new RegExp(`^(?:${alternatives(text, parts)}) `, 'iu');

/** Whole words at the start of a sentence, whatever marks stand before them. */
export const opening: Tag = (text, ...parts) =>
  new RegExp(String.raw`^[^\p{L}\p{N}]*(?:${alternatives(text, parts)})(?![\p{L}\p{N}])`, 'iu');

/** Every occurrence, with the comma that belongs to it. */
export const removable: Tag = (text, ...parts) =>
  new RegExp(String.raw`(?<![\p{L}\p{N}'-])(?:${alternatives(text, parts)})(?![\p{L}\p{N}'-])[,.]?`, 'giu');

/** A run of the alternatives at the start of a sentence, each with its comma. */
export const run: Tag = (text, ...parts) =>
  new RegExp(String.raw`^(?:(?:${alternatives(text, parts)})(?:[,.]\s*|\s+))+`, 'iu');

export function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/).filter((word) => word !== ''));
}

/** Languages that inflect by endings: words with the same first letters count as one. */
export function stemByPrefix(length: number): (word: string) => string {
  return (word) => (word.length > length ? word.slice(0, length) : word);
}
