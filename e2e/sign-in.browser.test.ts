import { chromium, type Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiCaller } from './system/api-caller.ts';
import { makeDataFolder } from './system/data-folder.ts';
import { eventually, runApp, startApp, type RunningApp } from './system/running-app.ts';

const executablePath = process.env['TEST_BROWSER'];
if (executablePath === undefined) {
  process.stderr.write('Skipped: the page in a real browser. Set TEST_BROWSER to a Chromium to run it.\n');
}

let folder: Awaited<ReturnType<typeof makeDataFolder>> | undefined;
let system: RunningApp;
let browser: Browser;

beforeAll(async () => {
  if (executablePath === undefined) return;
  folder = await makeDataFolder();
  system = startApp('standalone', ['start'], { DATA_DIR: folder.dataDir, PORT: '0', LOG_LEVEL: 'warn' });
  browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
});

afterAll(async () => {
  await browser?.close();
  await system?.stop();
  await folder?.remove();
});

test.skipIf(executablePath === undefined)(
  'the sign-in link leads to the list of jobs, and names in it are inert',
  async () => {
    const url = await eventually(
      'the system says where it runs',
      () => /runs at (\S+)/.exec(system.stdout())?.[1],
    );
    const link = /works once\):\s+(\S+)/.exec(system.stdout())?.[1] ?? '';
    const page = await browser.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => void (message.type() === 'error' && errors.push(message.text())));

    await page.goto(link);
    expect(new URL(page.url()).pathname).toBe('/');
    await expect(page.textContent('body')).resolves.toContain('No meeting yet');

    const key = await runApp('cli', ['key', 'create', '--workspace', 'default', '--scope', 'upload,read'], {
      DATA_DIR: folder?.dataDir ?? '',
    });
    const title = '<img src=x onerror="document.title=1"> & "Launch"';
    const api = new ApiCaller(url, key.stdout.trim());
    const { body } = await api.upload('examples/standup.txt', { title });
    await api.jobEnd(body.job.id);
    await page.reload();
    expect(await page.textContent('tbody td')).toBe(title);
    expect(await page.title()).toBe('Meeting Assistant');
    expect(await page.locator('tbody a').getAttribute('href')).toBe(
      `/v1/meetings/${body.meeting.id}/summary`,
    );

    await page.goto(`${url}/docs`);
    await page.getByText('/v1/transcripts').first().waitFor();
    expect(errors).toEqual([]);
  },
);
