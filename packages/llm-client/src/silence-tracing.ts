import { setTraceProcessors } from '@openai/agents';

/**
 * Takes the Agents SDK's trace exporter away. Importing the SDK registers one that posts prompts to its vendor with
 * `OPENAI_API_KEY`, whatever the base URL, so call this before anything runs.
 */
export function silenceTracing(): void {
  setTraceProcessors([]);
}
