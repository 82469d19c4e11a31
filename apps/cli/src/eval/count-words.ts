/** Words as people count them: what stands between spaces and has a letter or digit in it. */
export function splitWords(text: string): string[] {
  return text.split(/\s+/u).filter((piece) => /[\p{L}\p{N}]/u.test(piece));
}

export function countWords(text: string): number {
  return splitWords(text).length;
}
