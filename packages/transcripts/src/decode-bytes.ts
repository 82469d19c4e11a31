import chardet from 'chardet';
import iconv from 'iconv-lite';
import { BinaryFileError } from './errors.ts';
import { recogniseBinary } from './file-kind.ts';
import type { ImportLog } from './import-log.ts';

/** No guess looks at more than this many bytes. */
const SAMPLE_BYTES = 64 * 1024;
/** Below this, chardet's percentages say no more than that the bytes are of some Latin alphabet. */
const MIN_CONFIDENCE = 20;
/** Of a sample: text has a stray control character here and there, data has many. */
const MAX_CONTROLS = 8;
const MAX_CONTROL_SHARE = 0.05;

export type DecodedText = { text: string; encoding: string };

// UTF-32 before UTF-16: the mark of its little-endian form begins with that of the other.
const BYTE_ORDER_MARKS = [
  { encoding: 'utf-8', mark: [0xef, 0xbb, 0xbf] },
  { encoding: 'utf-32le', mark: [0xff, 0xfe, 0, 0] },
  { encoding: 'utf-32be', mark: [0, 0, 0xfe, 0xff] },
  { encoding: 'utf-16le', mark: [0xff, 0xfe] },
  { encoding: 'utf-16be', mark: [0xfe, 0xff] },
] as const;

/** Order: byte order mark, UTF-16 by its NUL bytes, strict UTF-8, UTF-8 with a few broken places, chardet's guess. */
export function decodeBytes(bytes: Uint8Array, log: ImportLog, accepted: string): DecodedText {
  const marked = BYTE_ORDER_MARKS.find(({ mark }) => mark.every((byte, i) => bytes[i] === byte));
  if (marked !== undefined) {
    return decodeAs(marked.encoding, bytes.subarray(marked.mark.length), log);
  }
  const kind = recogniseBinary(bytes);
  if (kind !== null) throw new BinaryFileError(kind, 0, accepted);
  if (bytes.includes(0)) {
    const wide = guessUtf16(bytes);
    if (wide !== null) {
      log.note('guessed', `the encoding is ${wide} by its NUL bytes; the file has no byte order mark`);
      return decodeAs(wide, bytes, log);
    }
  }
  refuseData(bytes, accepted);
  const strict = decodeStrictUtf8(bytes);
  if (strict !== null) return { text: strict, encoding: 'utf-8' };
  return decodeDamagedUtf8(bytes, log) ?? decodeGuessed(bytes, log);
}

function decodeAs(encoding: string, bytes: Uint8Array, log: ImportLog): DecodedText {
  const text = encoding.startsWith('utf-32')
    ? iconv.decode(bytes, encoding, { stripBOM: true })
    : new TextDecoder(encoding).decode(bytes);
  if (text.includes('\ufffd')) log.note('guessed', `bytes that are not ${encoding} became \ufffd`);
  return { text, encoding };
}

/** ASCII in UTF-16 has a NUL in every other byte: in the odd ones when the low byte comes first. */
function guessUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const length = Math.min(bytes.length, SAMPLE_BYTES) & ~1;
  let even = 0;
  let odd = 0;
  for (let i = 0; i < length; i += 2) {
    if (bytes[i] === 0) even += 1;
    if (bytes[i + 1] === 0) odd += 1;
  }
  const enough = length / 2 / 20;
  if (odd > enough && odd > even * 20) return 'utf-16le';
  if (even > enough && even > odd * 20) return 'utf-16be';
  return null;
}

function refuseData(bytes: Uint8Array, accepted: string): void {
  const length = Math.min(bytes.length, SAMPLE_BYTES);
  let controls = 0;
  let first = -1;
  for (let i = 0; i < length; i++) {
    const byte = bytes[i] ?? 0;
    // Tab to carriage return are spacing; escape begins the shifts of ISO-2022.
    if (byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d) || byte === 0x1b) continue;
    controls += 1;
    if (first === -1) first = i;
  }
  if (controls > MAX_CONTROLS && controls > length * MAX_CONTROL_SHARE)
    throw new BinaryFileError(null, first, accepted);
}

function decodeStrictUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** A cut or broken place in a file that is otherwise UTF-8; in any other encoding, whole multi-byte sequences are rare. */
function decodeDamagedUtf8(bytes: Uint8Array, log: ImportLog): DecodedText | null {
  const text = new TextDecoder('utf-8').decode(bytes);
  let broken = 0;
  let whole = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === 0xfffd) broken += 1;
    else if (code >= 0x80) whole += 1;
  }
  if (whole < broken * 10) return null;
  log.note('guessed', `the encoding is utf-8; bytes in ${broken} places are not and became \ufffd`);
  return { text, encoding: 'utf-8' };
}

function decodeGuessed(bytes: Uint8Array, log: ImportLog): DecodedText {
  // The sample begins near the first byte that tells anything, and the head of a long file may be plain ASCII.
  const telling = Math.max(0, bytes.findIndex((byte) => byte >= 0x80) - 1024);
  const sample = bytes.subarray(telling, telling + SAMPLE_BYTES);
  const best = chardet
    .analyse(sample)
    .find(({ name }) => !/^(?:utf|ascii)/i.test(name) && iconv.encodingExists(name));
  const sure = best !== undefined && best.confidence >= MIN_CONFIDENCE;
  // ISO-8859-1 proper has no printable bytes from 0x80 to 0x9f; files called so are windows-1252.
  const encoding = sure && best.name !== 'ISO-8859-1' ? best.name : 'windows-1252';
  const how = sure ? `chardet is ${best.confidence} % sure` : 'nothing tells which encoding it is';
  log.note('guessed', `the encoding is ${encoding}: the bytes are not UTF-8, and ${how}`);
  return { text: iconv.decode(bytes, encoding), encoding: encoding.toLowerCase() };
}
