export * from './api-key.ts';
export * from './http.ts';
export * from './job.ts';
export * from './line.ts';
export * from './meeting.ts';
export * from './problem.ts';
export * from './summary.ts';
export * from './transcript.ts';
