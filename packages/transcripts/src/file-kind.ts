// The first bytes of what people upload by mistake. `at` counts from 0.
const SIGNATURES: readonly { at: number; bytes: readonly number[]; kind: string }[] = [
  { at: 0, bytes: [0x25, 0x50, 0x44, 0x46, 0x2d], kind: 'a PDF document' },
  { at: 0, bytes: [0x50, 0x4b, 0x03, 0x04], kind: 'a ZIP archive or an Office document' },
  { at: 0, bytes: [0xd0, 0xcf, 0x11, 0xe0], kind: 'an old Office document' },
  { at: 0, bytes: [0x1f, 0x8b], kind: 'a gzip archive' },
  { at: 0, bytes: [0x37, 0x7a, 0xbc, 0xaf], kind: 'a 7-Zip archive' },
  { at: 0, bytes: [0x89, 0x50, 0x4e, 0x47], kind: 'a PNG image' },
  { at: 0, bytes: [0xff, 0xd8, 0xff], kind: 'a JPEG image' },
  { at: 0, bytes: [0x47, 0x49, 0x46, 0x38], kind: 'a GIF image' },
  { at: 4, bytes: [0x66, 0x74, 0x79, 0x70], kind: 'an MP4 recording' },
  { at: 0, bytes: [0x1a, 0x45, 0xdf, 0xa3], kind: 'a Matroska or WebM recording' },
  { at: 0, bytes: [0x52, 0x49, 0x46, 0x46], kind: 'a WAV or AVI recording' },
  { at: 0, bytes: [0x4f, 0x67, 0x67, 0x53], kind: 'an Ogg recording' },
  { at: 0, bytes: [0x66, 0x4c, 0x61, 0x43], kind: 'a FLAC recording' },
  { at: 0, bytes: [0x49, 0x44, 0x33], kind: 'an MP3 recording' },
  { at: 0, bytes: [0x7f, 0x45, 0x4c, 0x46], kind: 'a program' },
  { at: 0, bytes: [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20, 0x66], kind: 'an SQLite database' },
];

/** What a file that is surely no text is, or null. */
export function recogniseBinary(bytes: Uint8Array): string | null {
  const found = SIGNATURES.find(({ at, bytes: signature }) =>
    signature.every((byte, i) => bytes[at + i] === byte),
  );
  return found?.kind ?? null;
}
