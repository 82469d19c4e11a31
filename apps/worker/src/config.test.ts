import { describe, expect, test } from 'vitest';
import { ConfigError, readConfig } from './config.ts';

const database = { DATABASE_URL: 'postgres://127.0.0.1/app' };

describe('the model', () => {
  test('is the offline one when nothing is configured, also by empty variables', () => {
    expect(readConfig(database).model).toMatchObject({ endpoint: undefined, keyIgnored: false });
    expect(readConfig({ ...database, OPENAI_BASE_URL: '', OPENAI_API_KEY: '' }).model).toMatchObject({
      endpoint: undefined,
      keyIgnored: false,
    });
  });

  test('is at the base URL, which wants no key', () => {
    expect(
      readConfig({ ...database, OPENAI_BASE_URL: 'http://localhost:4000/v1', AGENT_MODEL: 'm' }).model,
    ).toMatchObject({
      endpoint: { baseURL: 'http://localhost:4000/v1', apiKey: '', model: 'm' },
    });
  });

  test('is not at a vendor because the shell happens to hold a key', () => {
    expect(readConfig({ ...database, OPENAI_API_KEY: 'sk-x' }).model).toMatchObject({
      endpoint: undefined,
      keyIgnored: true,
    });
    expect(readConfig({ ...database, OPENAI_API_KEY: 'sk-x', AGENT_MODEL: 'm' }).model).toMatchObject({
      endpoint: { baseURL: 'https://api.openai.com/v1' },
    });
  });

  test('is never half configured', () => {
    expect(() => readConfig({ ...database, OPENAI_BASE_URL: 'http://localhost:4000/v1' })).toThrow(
      'set AGENT_MODEL',
    );
    expect(() => readConfig({ ...database, AGENT_MODEL: 'm' })).toThrow('set OPENAI_BASE_URL');
  });
});

test('streaming is on unless a variable or its alias says otherwise, and the variable wins', () => {
  expect(readConfig(database).model.calls.useStreaming).toBe(true);
  expect(readConfig({ ...database, AGENT_USE_STREAMING: 'false' }).model.calls.useStreaming).toBe(false);
  expect(
    readConfig({ ...database, MeetingAssistant__Agent__UseStreaming: 'False' }).model.calls.useStreaming,
  ).toBe(false);
  expect(
    readConfig({ ...database, AGENT_USE_STREAMING: 'true', MeetingAssistant__Agent__UseStreaming: 'false' })
      .model.calls.useStreaming,
  ).toBe(true);
});

test('every wrong variable is named at once', () => {
  const wrong = { DATABASE_URL: 'mysql://x', WORKER_CONCURRENCY: '0', AGENT_USE_STREAMING: 'perhaps' };
  expect(() => readConfig(wrong)).toThrow(ConfigError);
  expect(() => readConfig(wrong)).toThrow(/DATABASE_URL[^]*WORKER_CONCURRENCY[^]*AGENT_USE_STREAMING/);
});
