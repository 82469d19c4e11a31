const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
};
const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-z]{2,4}));/g;

/** Of the tags, only those that subtitle files have; `a < b` and `<3` are text. The name of a voice is group 1. */
const TAG =
  /<(?:v(?:\.[^\s<>]*)?(?:[ \t\n]([^<>]*))?|\/?(?:c|i|b|u|s|v|ruby|rt|lang|font)(?:[.\s][^<>]*)?|br\s*\/?|\d+:\d\d[\d:.,]*)>/gi;
/** Placement codes that come with SubRip files made from ASS ones, such as `{\an8}`. */
const OVERRIDE = /\{\\[^{}]*\}/g;

const WORD = /[\p{L}\p{N}]/u;

/** A stretch of one cue: `voice` is undefined where no tag names anyone. */
export type CueSegment = { voice: string | undefined; text: string };

export type MarkupDialect = { entities: boolean; overrides: boolean };

/** Takes the tags out of a cue's text and parts it at its voices. Entities stay, so that an escaped mark is not read as one. */
export function splitVoices(text: string, dialect: MarkupDialect): CueSegment[] {
  const plain = dialect.overrides && text.includes('{\\') ? text.replace(OVERRIDE, '') : text;
  if (!plain.includes('<')) return [{ voice: undefined, text: plain }];
  const segments: CueSegment[] = [];
  let voice: string | undefined;
  let spoken = '';
  let at = 0;
  const turnTo = (next: string | undefined) => {
    if (spoken.trim() !== '') {
      const last = segments.at(-1);
      // The full stop after a closing tag is nobody's line.
      const isRest = voice === undefined && !WORD.test(spoken);
      if (last !== undefined && (last.voice === voice || isRest)) last.text += isRest ? spoken : ` ${spoken}`;
      else segments.push({ voice, text: spoken });
      spoken = '';
    }
    voice = next;
  };
  for (const tag of plain.matchAll(TAG)) {
    spoken += plain.slice(at, tag.index);
    at = tag.index + tag[0].length;
    if (/^<v[\s.>]/i.test(tag[0])) turnTo(tag[1] === undefined || tag[1].trim() === '' ? undefined : tag[1]);
    else if (/^<\/v/i.test(tag[0])) turnTo(undefined);
    else if (/^<br/i.test(tag[0])) spoken += '\n';
  }
  spoken += plain.slice(at);
  turnTo(undefined);
  return segments;
}

/** The characters that entities stand for; one that names none stays as it is. */
export function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(ENTITY, (entity, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name] ?? entity;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    const isCharacter = code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : '\ufffd';
  });
}
