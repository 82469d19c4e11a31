import { setSensitiveDataLoggingEnabled, setTraceProcessors } from '@openai/agents';

/**
 * Takes the Agents SDK's trace exporter away, and keeps prompts out of its debug log. Importing the SDK registers an exporter that posts
 * prompts to its vendor with `OPENAI_API_KEY`, whatever the base URL, so call this before anything runs.
 */
export function silenceTracing(): void {
  setTraceProcessors([]);
  setSensitiveDataLoggingEnabled(false);
}
