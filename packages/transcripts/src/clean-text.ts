/** What never belongs into spoken text or a name: it is invisible, and some of it makes a reader see other text than is stored. */
const HIDDEN: readonly (readonly [from: number, to: number, name: string])[] = [
  [0x00, 0x08, 'control character'],
  [0x0e, 0x1f, 'control character'],
  [0x7f, 0x84, 'control character'],
  [0x86, 0x9f, 'control character'],
  [0x202a, 0x202e, 'bidi override'],
  [0x2066, 0x2069, 'bidi override'],
  [0x2060, 0x2064, 'invisible character'],
  [0x206a, 0x206f, 'invisible character'],
  [0xfeff, 0xfeff, 'invisible character'],
  [0xfff9, 0xfffb, 'invisible character'],
  [0xe0000, 0xe007f, 'tag character'],
];

const hiddenClass = HIDDEN.map(([from, to]) => `\\u{${from.toString(16)}}-\\u{${to.toString(16)}}`).join('');
const anyHidden = new RegExp(`[${hiddenClass}]`, 'u');
// The flags of England, Scotland and Wales are spelled with tag characters, and are the only ones that are.
const tagFlag = ['gbeng', 'gbsct', 'gbwls']
  .map((region) => `\u{1f3f4}${Array.from(region, toTag).join('')}\u{e007f}`)
  .join('|');
const flagOrHidden = new RegExp(`${tagFlag}|[${hiddenClass}]`, 'gu');

// Most texts have none of all this, and one look without the cost of the u flag tells; U+DB40 begins every tag character.
const mayNeedCleaning = /[\0-\x1f\x7f-\x9f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\udb40]| {2}/;
const anySpacing = /[\t\n\v\f\r\u0085\u2028\u2029]| {2}/;
const spacingRun = /[ \t\n\v\f\r\u0085\u2028\u2029]+/g;
// These mark nothing when they stand at the edge of a name, yet make two speakers of one.
const nameEdge = /^[\s\u200b\u200e\u200f\u061c]+|[\s\u200b\u200e\u200f\u061c]+$/g;

const MAX_NAME = 200;

/** What cleaning took out, by name; empty when the text only had its spacing folded. */
export type Cleaned = { text: string; removed: readonly string[] };

const NOTHING: readonly string[] = [];

/** Removes hidden characters, makes each run of tabs, newlines and spaces one space, and trims. */
export function cleanText(raw: string): Cleaned {
  if (!mayNeedCleaning.test(raw)) return { text: raw.trim(), removed: NOTHING };
  let text = raw;
  let removed = NOTHING;
  if (anyHidden.test(text)) {
    const found = new Set<string>();
    text = text.replace(flagOrHidden, (hit) => {
      if (hit.length > 2) return hit;
      found.add(hiddenName(hit.codePointAt(0) ?? 0));
      return '';
    });
    removed = [...found];
  }
  if (anySpacing.test(text)) text = text.replace(spacingRun, ' ');
  return { text: text.trim(), removed };
}

/** As `cleanText`; composed (NFC) as well, so that one name has one spelling, and cut where no name reaches. */
export function cleanName(raw: string): Cleaned {
  const { text, removed } = cleanText(raw.slice(0, MAX_NAME * 10));
  const name = text.replaceAll('\u200b', '').replace(nameEdge, '').normalize('NFC');
  if (name.length <= MAX_NAME) return { text: name, removed };
  const cut = name
    .slice(0, MAX_NAME)
    .replace(/[\ud800-\udbff]$/, '')
    .trim();
  return { text: cut, removed: [...removed, `what goes beyond ${MAX_NAME} characters`] };
}

function hiddenName(code: number): string {
  return HIDDEN.find(([from, to]) => code >= from && code <= to)?.[2] ?? 'invisible character';
}

function toTag(letter: string): string {
  return String.fromCodePoint(0xe0000 + (letter.codePointAt(0) ?? 0));
}
