import { expect, test } from 'vitest';
import { makeDataFolder } from './system/data-folder.ts';
import { runApp } from './system/running-app.ts';

test('the demo prints a stored summary with the lines behind each claim; a second run makes no second job', async () => {
  const { dataDir, remove } = await makeDataFolder();
  try {
    const first = await runApp('standalone', ['demo'], { DATA_DIR: dataDir });
    expect(first, first.stderr).toMatchObject({ code: 0 });
    expect(first.stdout).toMatch(/## Decisions\n\n- .+ \[\^[\d,-]+\]\n/);
    expect(first.stdout).toMatch(/\[\^[\d,-]+\]: lines? \d+/);
    expect(first.stderr).toContain('accepted, job');

    const second = await runApp('standalone', ['demo'], { DATA_DIR: dataDir });
    expect(second, second.stderr).toMatchObject({ code: 0, stdout: first.stdout });
    expect(second.stderr).not.toContain('accepted, job');
    expect(second.stderr.match(/known already, no new job/g)).toHaveLength(4);
  } finally {
    await remove();
  }
});
