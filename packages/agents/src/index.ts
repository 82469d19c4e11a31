/**
 * The summary agent: `summarise` takes the lines of a transcript and a model of the Agents SDK, and gives a summary that is valid against
 * the `summary` contract. Lines, stored turns and templates come in as parameters; it reads no database, queue or environment, and
 * nothing runs on import.
 */
export type { AgentEvent } from './summary/agent-event.ts';
/** @public */
export {
  AgentRunError,
  InvalidSettingError,
  NoSummaryError,
  UnknownTemplateError,
} from './summary/errors.ts';
export { findLines } from './summary/search-lines.ts';
export type { StoredTurn } from './summary/stored-turn.ts';
export { summarise } from './summary/summarise.ts';
