import { findLines } from '@meeting-assistant/agents';
import type { LineSearch } from './query-scores.ts';

/** The lines that the agent's `search_lines` answers with. */
export const searchTranscript: LineSearch = async (lines, query) =>
  new Set(findLines(lines, query).map(({ line }) => line));
