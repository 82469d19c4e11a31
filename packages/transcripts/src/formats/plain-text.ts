import type { FilePlace } from '../errors.ts';
import { isBlank, RowReader } from '../row-reader.ts';
import { judgeLabel } from '../speaker-label.ts';
import { speechOfText } from '../text-speech.ts';
import { readTextRow } from '../text-row.ts';
import { findCueSigns } from './cue-recognition.ts';
import { hasExtension, type FormatReader } from './format-reader.ts';

/** So many rows tell whether the text has the shape of a conversation. */
const HEAD_ROWS = 300;

// Text that is surely of another kind, by how its first row begins.
const OTHER_KINDS: readonly { begins: RegExp; kind: string }[] = [
  { begins: /^\{\\rtf/, kind: 'rich text (RTF)' },
  { begins: /^<(?:[?!]|[a-z][\w:-]*[\s/>])/i, kind: 'HTML or XML' },
  { begins: /^\[Script Info\]/i, kind: 'SubStation subtitles' },
  { begins: /^\d+:\d\d:\d\d\.\d+,\d+:\d\d/, kind: 'SBV captions' },
  { begins: /^-----BEGIN /, kind: 'a key or certificate' },
];

/** Conversation typed or pasted as text: the fallback for all that is text and shows no other format. */
export const plainText: FormatReader = {
  name: 'text',
  label: 'plain text',
  extensions: ['.txt', '.md'],
  mediaTypes: ['text/plain'],
  description: 'One utterance a row: Name: text, [00:12] Name: text, Name (00:12): text, or words alone',

  recognise(source) {
    const { rows, conversational, other } = lookAtHead(source.text);
    if (other !== null) return { confidence: 0, refusal: other };
    const { timing, broken } = findCueSigns(source.text);
    if (timing === null && broken !== null && conversational < rows / 2) {
      return {
        confidence: 0,
        refusal: { place: broken, problem: 'times around --> were expected and are not readable' },
      };
    }
    if (conversational >= rows / 2) return { confidence: timing === null ? 0.9 : 0.2 };
    if (timing !== null) return { confidence: 0.1 };
    // The name promises cues, and nothing in the file looks like one or like a conversation.
    if (conversational === 0 && hasExtension(source, ['.vtt', '.srt'])) return { confidence: 0 };
    return { confidence: conversational > 0 ? 0.6 : 0.3 };
  },

  read(source, log) {
    return speechOfText(source.text, source.participants, log);
  },
};

type Head = {
  rows: number;
  /** Rows with a time or what may be a speaker. */
  conversational: number;
  other: { place: FilePlace; problem: string } | null;
};

function lookAtHead(text: string): Head {
  const reader = new RowReader(text);
  let rows = 0;
  let conversational = 0;
  while (rows < HEAD_ROWS && reader.next()) {
    if (isBlank(reader.row)) continue;
    const row = reader.row.trim();
    const kind = rows === 0 ? OTHER_KINDS.find(({ begins }) => begins.test(row)) : undefined;
    if (kind !== undefined) {
      const column = reader.row.length - reader.row.trimStart().length + 1;
      const problem = `this begins ${kind.kind}, which is not read here`;
      return { rows: 1, conversational: 0, other: { place: { line: reader.number, column }, problem } };
    }
    rows += 1;
    const { startMs, label } = readTextRow(row);
    if (startMs !== null || (label !== null && judgeLabel(label) !== 'no')) conversational += 1;
  }
  return { rows, conversational, other: null };
}
