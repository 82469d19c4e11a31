import { silenceTracing } from '@meeting-assistant/llm-client';
import { answerTasks } from '../measuring/task-child.ts';
import { readMeasured, type ReadingTask } from './contenders.ts';

// Every contender's process imports the same modules, so that its memory before the first call is the same.
silenceTracing();
answerTasks((task: ReadingTask) => readMeasured(task));
