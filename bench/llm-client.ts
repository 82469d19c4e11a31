import { measureLines, linearitySection } from './llm-client/linearity.ts';
import { measureReadingCosts } from './llm-client/reading-cost.ts';
import { readingSections } from './llm-client/reading-report.ts';
import { measureTimes } from './llm-client/times.ts';
import type { Bench } from './measuring/report.ts';
import { TaskChild } from './measuring/task-child.ts';

/** The Responses client against the ways to read a stream that the SDKs have. */
export const llmClientBench: Bench = {
  summary: 'reading Responses streams: CPU, memory, linearity, times of aborts, waits and timeouts',
  run: async ({ rounds, progress }) => {
    const endpoint = await TaskChild.start(new URL('llm-client/endpoint-process.ts', import.meta.url));
    try {
      const baseURL = await endpoint.ask<string>('address');
      const costs = await measureReadingCosts(baseURL, rounds, progress);
      const lines = await measureLines(baseURL, rounds, progress);
      const times = await measureTimes(baseURL, progress);
      return {
        sections: [...costs.flatMap(readingSections), linearitySection(lines), ...times],
        samples: {
          reading: costs.map(({ kind, turns }) => ({ kind, turns: Object.fromEntries(turns) })),
          linearity: lines,
        },
      };
    } finally {
      await endpoint.stop();
    }
  },
};
