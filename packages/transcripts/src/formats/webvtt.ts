import { readCues } from '../cue-reader.ts';
import { CueSpeech } from '../cue-speech.ts';
import { rollingFilter } from '../rolling-cues.ts';
import { findCueSigns } from './cue-recognition.ts';
import { hasExtension, type FormatReader } from './format-reader.ts';

const HEADER = /^[\s\ufeff]*WEBVTT(?=[ \t\r\n]|$)/i;
const VOICE = /<v[\s.]/i;
const EXTENSIONS = ['.vtt'] as const;

/** WebVTT as Zoom, Teams, Webex and YouTube write it, and as it gets mangled on the way. */
export const webvtt: FormatReader = {
  name: 'webvtt',
  label: 'WebVTT',
  extensions: EXTENSIONS,
  mediaTypes: ['text/vtt'],
  description:
    'Captions with times, as Zoom, Microsoft Teams and Webex export them; speakers as <v Name> or Name:',

  recognise(source) {
    if (HEADER.test(source.text)) return { confidence: 1 };
    const { timing, broken } = findCueSigns(source.text);
    if (timing === null) {
      return {
        confidence: 0,
        refusal: broken
          ? { place: broken, problem: 'a cue time, such as 00:00:01.000 --> 00:00:04.000, was expected here' }
          : {
              place: { line: 1, column: 1 },
              problem: 'WEBVTT, or the times of a cue, were expected and are nowhere',
            },
      };
    }
    // SubRip proper has a comma; with points and no header it is the number above the times that tells SubRip.
    if (timing.row.includes(',')) return { confidence: hasExtension(source, EXTENSIONS) ? 0.6 : 0.3 };
    if (hasExtension(source, EXTENSIONS)) return { confidence: 0.9 };
    return { confidence: /^\s*\d+\s*$/.test(timing.above) ? 0.5 : 0.7 };
  },

  read(source, log) {
    const header = HEADER.test(source.text);
    if (!header) log.note('guessed', 'the file is WebVTT without its WEBVTT header', 1);
    const speech = new CueSpeech({
      markup: { entities: true, overrides: false },
      hasVoices: VOICE.test(source.text),
      participants: source.participants,
      log,
    });
    const unroll = rollingFilter(source.text, log);
    readCues(source.text, { header, silentBlocks: true }, log, (cue) => {
      const shown = unroll === null ? cue : unroll(cue);
      if (shown !== null) speech.take(shown);
    });
    return speech.settle();
  },
};
