import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Vite resolves workspace packages on its own, so it has to be told of our source condition as Node is by --conditions.
const conditions = ['@meeting-assistant/source', 'module', 'node', 'development|production'];

// Continuous integration counts from this file.
const report = process.env['TEST_REPORT'];

export default defineConfig({
  ssr: { resolve: { conditions } },
  test: {
    include: [
      'packages/*/src/**/*.test.ts',
      'apps/*/src/**/*.test.ts',
      'e2e/**/*.test.ts',
      'scripts/**/*.test.ts',
    ],
    globalSetup: ['packages/database/src/testing/global-setup.ts'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    // Many tests wait for processes and clocks, so that one worker alone would leave two cores idle.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    reporters: report === undefined ? ['default'] : ['default', ['json', { outputFile: report }]],
    execArgv: ['--conditions=@meeting-assistant/source'],
  },
});
