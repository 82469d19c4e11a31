import { v7 as uuid } from 'uuid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as database from './index.ts';
import { connectTestDatabase, type ConnectedTestDatabase } from './testing/connect-test-database.ts';
import { sampleSummary, sampleUpload } from './testing/sample-data.ts';

let connected: ConnectedTestDatabase;
let foreign: { workspaceId: string; meetingId: string; jobId: string; keyId: string };
let intruder: string;

beforeAll(async () => {
  connected = await connectTestDatabase();
  const { db } = connected;
  const { id: workspaceId } = await database.createWorkspace(db, 'theirs');
  const { meetingId, jobId } = await database.acceptTranscript(db, sampleUpload(workspaceId));
  const claimed = await database.claimJob(db, { jobId, epoch: 99, workerId: uuid() });
  const hold = { jobId, fence: claimed?.fence ?? 0 };
  await database.storeTurn(db, { ...hold, section: 'whole', turn: 0, payload: {} });
  await database.finishJob(db, { ...hold, summary: sampleSummary() });
  const { id: keyId } = await database.createApiKey(db, { workspaceId, name: 'theirs', scopes: ['read'] });
  foreign = { workspaceId, meetingId, jobId, keyId };
  intruder = (await database.createWorkspace(db, 'ours')).id;
});
afterAll(() => connected.drop());

type Call = (db: database.Database, workspaceId: string) => Promise<unknown>;

/** Each query of one workspace, asked from another one for the first one's rows, and what it then has to answer. */
const scoped: Record<string, { call: Call; answer: unknown }> = {
  acceptTranscript: {
    call: async (db, workspaceId) => {
      const { outcome, meetingId } = await database.acceptTranscript(db, sampleUpload(workspaceId));
      await database.deleteMeeting(db, workspaceId, meetingId);
      return outcome;
    },
    answer: 'created',
  },
  findMeeting: { call: (db, id) => database.findMeeting(db, id, foreign.meetingId), answer: undefined },
  listMeetings: {
    call: (db, id) => database.listMeetings(db, id, { limit: 5 }),
    answer: { items: [], nextCursor: null },
  },
  readLines: { call: (db, id) => database.readLines(db, id, foreign.meetingId), answer: [] },
  readUpload: { call: (db, id) => database.readUpload(db, id, foreign.meetingId), answer: undefined },
  changeMeeting: {
    call: (db, id) =>
      database.changeMeeting(db, id, foreign.meetingId, { title: 'ours', speakers: { 'Ana Ruiz': 'Eve' } }),
    answer: undefined,
  },
  deleteMeeting: { call: (db, id) => database.deleteMeeting(db, id, foreign.meetingId), answer: false },
  findJob: { call: (db, id) => database.findJob(db, id, foreign.jobId), answer: undefined },
  listJobs: {
    call: (db, id) => database.listJobs(db, id, { limit: 5, meetingId: foreign.meetingId }),
    answer: { items: [], nextCursor: null },
  },
  readFailedCalls: { call: (db, id) => database.readFailedCalls(db, id, foreign.jobId), answer: [] },
  readJobTurns: { call: (db, id) => database.readJobTurns(db, id, foreign.jobId), answer: [] },
  createSummaryJob: {
    call: (db, id) => database.createSummaryJob(db, id, foreign.meetingId, { template: 'general' }),
    answer: undefined,
  },
  cancelJob: { call: (db, id) => database.cancelJob(db, id, foreign.jobId), answer: undefined },
  retryJob: { call: (db, id) => database.retryJob(db, id, foreign.jobId), answer: undefined },
  findSummary: { call: (db, id) => database.findSummary(db, id, foreign.meetingId), answer: undefined },
  listSummaries: { call: (db, id) => database.listSummaries(db, id, foreign.meetingId), answer: [] },
  listApiKeys: { call: (db, id) => database.listApiKeys(db, id), answer: [] },
  revokeApiKey: { call: (db, id) => database.revokeApiKey(db, id, foreign.keyId), answer: false },
};

/** Those that serve the whole installation, or are given a secret that says whose it is. */
const unscoped = [
  'databaseAnswers',
  'bumpEpoch',
  'claimJob',
  'connectDatabase',
  'createApiKey',
  'createSession',
  'createSignInLink',
  'createWorkspace',
  'endSession',
  'ensureWorkspace',
  'failJob',
  'findApiKey',
  'findLostJobs',
  'findRevokedJobs',
  'findSession',
  'findWorkspaceByName',
  'finishJob',
  'giveBackJob',
  'heartbeatWorker',
  'listWorkspaces',
  'migrateDatabase',
  'registerWorker',
  'releaseJob',
  'startEmbeddedPostgres',
  'stopWorker',
  'storeFailedCall',
  'storeTurn',
  'useSignInLink',
  'waitForDatabase',
];

describe("one workspace never sees another's rows", () => {
  test.each(Object.entries(scoped))('%s', async (_name, { call, answer }) => {
    await expect(call(connected.db, intruder)).resolves.toEqual(answer);
  });

  test('and they are as they were', async () => {
    const { db } = connected;
    await expect(database.findMeeting(db, foreign.workspaceId, foreign.meetingId)).resolves.toMatchObject({
      title: 'launch planning',
      speakerNames: {},
    });
    await expect(database.findJob(db, foreign.workspaceId, foreign.jobId)).resolves.toMatchObject({
      status: 'succeeded',
    });
    await expect(database.listApiKeys(db, foreign.workspaceId)).resolves.toMatchObject([{ revokedAt: null }]);
  });
});

test('every exported query is either in the table above or said to be unscoped', () => {
  const queries = Object.keys(database).filter((name) => /^[a-z]/.test(name));
  expect(queries.toSorted()).toEqual([...Object.keys(scoped), ...unscoped].toSorted());
});
