import { readFileSync } from 'node:fs';

interface Report {
  numPassedTests: number;
  numFailedTests: number;
  numPendingTests: number;
  testResults: { status: string; assertionResults: { status: string; fullName: string }[] }[];
}

/**
 * Adds up the reports of a test run and prints the closing line. A skipped test counts as failed here: with a Redis and a
 * browser at hand there is no reason to skip. So does a file that could not even be loaded.
 */
const [failedCommands = '1', ...files] = process.argv.slice(2);
let passed = 0;
let failed = 0;
for (const file of files) {
  const report = JSON.parse(readFileSync(file, 'utf8')) as Report; // vitest's own format
  passed += report.numPassedTests;
  failed += report.numFailedTests;
  for (const { status, assertionResults } of report.testResults) {
    if (status === 'failed' && assertionResults.every((result) => result.status !== 'failed')) failed += 1;
    for (const result of assertionResults) {
      if (result.status === 'passed' || result.status === 'failed') continue;
      console.log(`Skipped, which is a failure here: ${result.fullName}`);
      failed += 1;
    }
  }
}
if (files.length === 0 || passed === 0) failed += 1;
if (Number(failedCommands) > 0 && failed === 0) failed = Number(failedCommands);
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
