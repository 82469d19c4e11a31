/** Lower case, compatibility forms folded, diacritics off: two spellings of one word become the same string. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ß', 'ss');
}

/** The words of a text, folded, punctuation left out. */
export function words(text: string): string[] {
  return fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Scripts that are written without spaces: a "word" of theirs is a whole clause. */
const unspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;

/** Words, with clauses of unspaced scripts cut into overlapping pairs of characters, which overlap as words do. */
export function terms(text: string): string[] {
  return words(text).flatMap((word) => {
    if (!unspaced.test(word)) return [word];
    const letters = Array.from(word);
    if (letters.length < 2) return [word];
    return letters.slice(0, -1).map((letter, at) => letter + (letters[at + 1] ?? ''));
  });
}

/** Whether `part` occurs in `whole` word for word, case, space and punctuation aside. */
export function occursIn(part: string, whole: string): boolean {
  const wanted = words(part).join(' ');
  if (wanted === '') return false;
  const given = words(whole).join(' ');
  if (unspaced.test(wanted)) return given.replaceAll(' ', '').includes(wanted.replaceAll(' ', ''));
  return ` ${given} `.includes(` ${wanted} `);
}

/** The piece of `whole` that says `part`, as it is written there; null when it does not occur. */
export function findVerbatim(part: string, whole: string): string | null {
  const wanted = words(part);
  const given = [...whole.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].flatMap((match) =>
    words(match[0]).map((word) => ({ word, from: match.index, to: match.index + match[0].length })),
  );
  if (wanted.length === 0) return null;
  for (let at = 0; at + wanted.length <= given.length; at++) {
    if (!wanted.every((word, offset) => given[at + offset]?.word === word)) continue;
    const from = given[at]?.from ?? 0;
    const to = given[at + wanted.length - 1]?.to ?? whole.length;
    const closing = /^[.!?…%]+/u.exec(whole.slice(to))?.[0] ?? '';
    return whole.slice(from, to) + closing;
  }
  return occursIn(part, whole) ? part : null;
}

/** Whether two folded words are likely forms of one: "ship" and "shipping", "договор" and "договора". */
export function sameStem(a: string, b: string): boolean {
  if (a === b) return true;
  const longer = Math.max(a.length, b.length);
  const shorter = Math.min(a.length, b.length);
  if (shorter < 4) return false;
  let shared = 0;
  while (shared < shorter && a[shared] === b[shared]) shared++;
  if (shared === shorter) return longer - shared <= 4;
  return shared >= 4 && shared / longer >= 0.65;
}
