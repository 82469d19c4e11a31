import { silenceTracing } from '@meeting-assistant/llm-client';
import { answerTasks } from '../measuring/task-child.ts';
import { runUnderClock, type ClockTask } from './model-under-clock.ts';

silenceTracing();
answerTasks((task: ClockTask) => runUnderClock(task));
