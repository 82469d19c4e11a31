export {
  type AuthenticatedKey,
  createApiKey,
  findApiKey,
  listApiKeys,
  type ListedApiKey,
  type NewApiKey,
  revokeApiKey,
} from './access/api-keys.ts';
export {
  createSession,
  createSignInLink,
  endSession,
  findSession,
  type FoundSession,
  type NewSession,
  type OpenedSession,
  useSignInLink,
} from './access/sessions.ts';
export {
  createWorkspace,
  ensureWorkspace,
  findWorkspaceByName,
  listWorkspaces,
  type Workspace,
} from './access/workspaces.ts';
export { connectDatabase, type Connection, type ConnectOptions, type Database } from './connect.ts';
export { databaseAnswers } from './database-answers.ts';
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './embedded/start-embedded.ts';
export {
  DatabaseRefusedError,
  EmbeddedPostgresError,
  FencedOutError,
  IdempotencyConflictError,
  InvalidCursorError,
  NulCharacterError,
  QueryFailedError,
  SpeakerRenamingError,
  WorkspaceExistsError,
} from './errors.ts';
export { migrateDatabase } from './migrate.ts';
export {
  acceptTranscript,
  type AcceptedTranscript,
  type TranscriptUpload,
} from './queries/accept-transcript.ts';
export { changeMeeting } from './queries/change-meeting.ts';
export { readFailedCalls, readJobTurns } from './queries/job-turns.ts';
export {
  cancelJob,
  createSummaryJob,
  findJob,
  type JobFilter,
  listJobs,
  type QueuedJob,
  type RetriedJob,
  retryJob,
} from './queries/jobs.ts';
export {
  deleteMeeting,
  findMeeting,
  listMeetings,
  type MeetingFilter,
  type OriginalFile,
  readLines,
  readUpload,
} from './queries/meetings.ts';
export type { Page } from './queries/page-cursor.ts';
export { findSummary, listSummaries, type SummaryFilter } from './queries/summaries.ts';
export type { JobKind } from './schema/jobs.ts';
export { claimJob, type ClaimedJob, type ClaimedMeeting } from './system/claim-job.ts';
export { finishJob } from './system/finish-job.ts';
export { bumpEpoch, findLostJobs, type LostJob } from './system/lost-jobs.ts';
export { heartbeatWorker, registerWorker, stopWorker } from './system/workers.ts';
export {
  failJob,
  findRevokedJobs,
  giveBackJob,
  type Hold,
  releaseJob,
  storeFailedCall,
  storeTurn,
} from './system/write-under-fence.ts';
export { waitForDatabase, type WaitOptions } from './wait-for-database.ts';
