import { readCues } from '../cue-reader.ts';
import { CueSpeech } from '../cue-speech.ts';
import { findCueSigns } from './cue-recognition.ts';
import { hasExtension, type FormatReader } from './format-reader.ts';

const VOICE = /<v[\s.]/i;
const EXTENSIONS = ['.srt'] as const;

/** SubRip has no standard: what most players accept is read. */
export const srt: FormatReader = {
  name: 'srt',
  label: 'SubRip',
  extensions: EXTENSIONS,
  mediaTypes: ['application/x-subrip', 'text/srt'],
  description: 'Numbered captions with times; speakers as Name: at the start of a caption',

  recognise(source) {
    const { timing, broken } = findCueSigns(source.text);
    if (timing === null) {
      return {
        confidence: 0,
        refusal: {
          place: broken ?? { line: 1, column: 1 },
          problem: 'a cue time, such as 00:00:01,000 --> 00:00:04,000, was expected here',
        },
      };
    }
    const isNumbered = /^[\s\ufeff]*\d+\s*$/.test(timing.above);
    if (timing.row.includes(',')) return { confidence: isNumbered ? 0.95 : 0.85 };
    if (hasExtension(source, EXTENSIONS)) return { confidence: isNumbered ? 0.9 : 0.8 };
    return { confidence: isNumbered ? 0.6 : 0.4 };
  },

  read(source, log) {
    const speech = new CueSpeech({
      markup: { entities: false, overrides: true },
      hasVoices: VOICE.test(source.text),
      participants: source.participants,
      log,
    });
    readCues(source.text, { header: false, silentBlocks: false }, log, (cue) => speech.take(cue));
    return speech.settle();
  },
};
