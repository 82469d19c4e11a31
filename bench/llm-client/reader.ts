import { createHash } from 'node:crypto';
import { TaskChild } from '../measuring/task-child.ts';
import type { ContenderName, ReadingCost, ReadingTask } from './contenders.ts';
import { contentOf, type StreamShape } from './stream-shape.ts';

/** Has one contender read one stream, and refuses the measurement when the content is not what was sent. */
export type Read = (contender: ContenderName, stream: StreamShape) => Promise<ReadingCost>;

export type Reader = { read: Read; stop: () => Promise<void> };

/** A new process in which contenders read. */
export async function startReader(baseURL: string): Promise<Reader> {
  const process = await TaskChild.start(new URL('contender-process.ts', import.meta.url));
  return {
    read: async (contender, stream) => {
      const task: ReadingTask = { contender, baseURL, stream };
      const cost = await process.ask<ReadingCost>(task);
      refuseLostContent(task, cost);
      return cost;
    },
    stop: () => process.stop(),
  };
}

/** Nobody wins by dropping what he was to read. */
function refuseLostContent({ contender, stream }: ReadingTask, cost: ReadingCost): void {
  const content = contentOf(stream);
  if (cost.digest === createHash('sha256').update(content).digest('hex')) return;
  throw new Error(
    `"${contender}" was sent ${content.length} characters of ${stream.kind}, and brought home ` +
      `${cost.textLength} of text and ${cost.argumentsLength} of arguments, or other ones`,
  );
}
