import { calendarCodes } from './calendar-words.ts';
import { numbersIn } from './numbers.ts';
import { fold, sameStem, words } from './words.ts';

/** A text that names, numbers and dates are looked up in. Each view of it is made when it is first needed. */
export class Grounds {
  readonly #text: string;
  readonly #languages: readonly string[];
  #words: Set<string> | undefined;
  #joined: string | undefined;
  #letters: string[] | undefined;
  #numbers: Set<number> | undefined;
  #singleNumbers: Set<number> | undefined;
  #dates: Set<string> | undefined;

  /** `languages`: those that number words are read in; all when there are none. */
  constructor(text: string, languages: readonly string[]) {
    this.#text = text;
    this.#languages = languages;
  }

  /** `name`: one folded word. Forms of it count, and so do "a s r" for "ASR" and "the third quarter" for "Q3". */
  holdsName(name: string): boolean {
    const said = (this.#words ??= new Set(words(this.#text)));
    if (said.has(name)) return true;
    for (const word of said) if (sameStem(word, name)) return true;
    this.#letters ??= spelledOut(this.#text);
    if (this.#letters.some((run) => run.includes(name))) return true;
    const numbered = /^\p{L}(\d+)$/u.exec(name)?.[1];
    if (numbered !== undefined && this.holdsNumber(Number(numbered))) return true;
    if (name.length < 4) return false;
    this.#joined ??= fold(this.#text).replaceAll(/[^\p{L}\p{N}]+/gu, '');
    return this.#joined.includes(name);
  }

  holdsNumber(value: number): boolean {
    return (this.#numbers ??= numbersIn(this.#text, this.#languages, false)).has(value);
  }

  /** Whether it is said as a part of another number: "forty" in "a hundred and forty". */
  holdsNumberWord(value: number): boolean {
    this.#words ??= new Set(words(this.#text));
    this.#singleNumbers ??= numbersIn([...this.#words].join('\n'), this.#languages, false);
    return this.#singleNumbers.has(value);
  }

  /** `code` of a weekday or month. */
  holdsDate(code: string): boolean {
    return (this.#dates ??= calendarCodes(this.#text)).has(code);
  }
}

/** "A.S.R." and "a s r" are the words of one letter that speech recognition makes of an abbreviation. */
function spelledOut(text: string): string[] {
  const runs = words(text)
    .map((word) => (word.length === 1 ? word : ' '))
    .join('');
  return runs.split(' ').filter((run) => run.length > 1);
}
