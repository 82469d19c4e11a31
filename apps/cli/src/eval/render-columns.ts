/** Rows of cells below a head, in columns: the first to the left, the others to the right. */
export function renderColumns(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = head.map((title, at) => Math.max(width(title), ...rows.map((row) => width(row[at] ?? ''))));
  const render = (row: readonly string[]): string =>
    row
      .map((cell, at) => {
        const space = ' '.repeat(Math.max(0, (widths[at] ?? 0) - width(cell)));
        return at === 0 ? cell + space : space + cell;
      })
      .join('  ')
      .trimEnd();
  return [head, ...rows].map((row) => `${render(row)}\n`).join('');
}

const width = (text: string): number => Array.from(text).length;

/** What there is no figure for. */
export const NONE = '–';
/** What nobody said. */
export const UNKNOWN = '?';

/** As a percentage, without its sign. */
export const percent = (value: number | null, digits = 1): string =>
  value === null ? NONE : (value * 100).toFixed(digits);
export const decimals = (value: number | null, digits: number): string =>
  value === null ? NONE : value.toFixed(digits);
export const whole = (value: number | null, absent = NONE): string =>
  value === null ? absent : String(Math.round(value));

/** Cut to a number of characters, with a mark that it was. */
export function shorten(text: string, length: number): string {
  const letters = Array.from(text.replaceAll(/\s+/gu, ' '));
  return letters.length <= length ? letters.join('') : `${letters.slice(0, length - 1).join('')}…`;
}
