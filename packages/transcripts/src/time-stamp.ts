/** A time as files spell it, and where its spelling ends. */
export type TimeStamp = { ms: number; end: number };

const ZERO = 0x30;
const COLON = 0x3a;

/**
 * Reads `h:mm:ss.mmm` at `at`. Any field may be unpadded, hours may be missing or have more digits, the fraction may be
 * missing, and follows a point or a comma. Null when no such time stands there.
 */
export function readTimeStamp(text: string, at: number): TimeStamp | null {
  let fields = 0;
  let seconds = 0;
  let i = at;
  for (;;) {
    const from = i;
    let value = 0;
    for (let digit = digitAt(text, i); digit !== -1; digit = digitAt(text, i)) {
      value = value * 10 + digit;
      i += 1;
    }
    if (i === from || i - from > 9 || fields === 3) return null;
    // Only the first field may be larger than 59: a file without hours counts its minutes on.
    if (fields > 0 && value > 59) return null;
    seconds = seconds * 60 + value;
    fields += 1;
    if (text.charCodeAt(i) !== COLON || digitAt(text, i + 1) === -1) break;
    i += 1;
  }
  if (fields < 2) return null;
  const mark = text.charCodeAt(i);
  let ms = 0;
  if ((mark === 0x2e || mark === 0x2c) && digitAt(text, i + 1) !== -1) {
    let unit = 100;
    for (i += 1; digitAt(text, i) !== -1; i += 1) {
      ms += digitAt(text, i) * unit;
      // From the fourth digit on they are below a millisecond.
      unit = unit >= 10 ? unit / 10 : 0;
    }
  }
  return { ms: seconds * 1000 + ms, end: i };
}

/** Milliseconds of a time spelled in full, `hh:mm:ss.mmm` in twelve characters; -1 for any other spelling. */
export function readFullTime(text: string, at: number): number {
  const mark = text.charCodeAt(at + 8);
  if (
    text.charCodeAt(at + 2) !== COLON ||
    text.charCodeAt(at + 5) !== COLON ||
    (mark !== 0x2e && mark !== 0x2c)
  )
    return -1;
  const hours = twoDigits(text, at);
  const minutes = twoDigits(text, at + 3);
  const seconds = twoDigits(text, at + 6);
  const tens = twoDigits(text, at + 9);
  const last = digitAt(text, at + 11);
  if (hours < 0 || minutes < 0 || minutes > 59 || seconds < 0 || seconds > 59 || tens < 0 || last < 0)
    return -1;
  return ((hours * 60 + minutes) * 60 + seconds) * 1000 + tens * 10 + last;
}

function twoDigits(text: string, at: number): number {
  const first = digitAt(text, at);
  const second = digitAt(text, at + 1);
  return first === -1 || second === -1 ? -1 : first * 10 + second;
}

function digitAt(text: string, at: number): number {
  const digit = text.charCodeAt(at) - ZERO;
  return digit >= 0 && digit <= 9 ? digit : -1;
}

/** `h:mm:ss` and the fraction in three digits, hours in at least two. */
export function formatTime(ms: number, point: '.' | ','): string {
  return `${formatClock(ms, 2)}${point}${String(ms % 1000).padStart(3, '0')}`;
}

/** Whole seconds; `hourDigits` 0 leaves the hours out while there are none. */
export function formatClock(ms: number, hourDigits: 0 | 2): string {
  const seconds = Math.floor(ms / 1000);
  const hours = Math.floor(seconds / 3600);
  const rest = `${pad(Math.floor(seconds / 60) % 60)}:${pad(seconds % 60)}`;
  if (hourDigits === 0) return hours === 0 ? rest : `${hours}:${rest}`;
  return `${pad(hours)}:${rest}`;
}

function pad(value: number): string {
  return value < 10 ? `0${value}` : `${value}`;
}
