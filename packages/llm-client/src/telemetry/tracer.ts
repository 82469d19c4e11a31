/** Who made the spans. */
export const TRACER = '@meeting-assistant/llm-client';
