/** The turns were used up, or the model fell silent, and no summary had been accepted. */
export class NoSummaryError extends Error {
  readonly code = 'no_summary';
  readonly turns: number;

  constructor(turns: number) {
    super(`The model submitted no summary that could be accepted in ${turns} turns`);
    this.name = 'NoSummaryError';
    this.turns = turns;
  }
}

/** A meeting names a template that is not there. */
export class UnknownTemplateError extends Error {
  readonly code = 'unknown_template';
  readonly template: string;
  readonly known: readonly string[];

  constructor(template: string, known: readonly string[]) {
    super(`There is no template ${template}; there are ${known.join(', ')}`);
    this.name = 'UnknownTemplateError';
    this.template = template;
    this.known = known;
  }
}

/**
 * There is nothing to summarise.
 *
 * @public
 */
export class NoLinesError extends Error {
  readonly code = 'no_lines';

  constructor() {
    super('The transcript has no lines');
    this.name = 'NoLinesError';
  }
}

/**
 * The meeting's settings hold something that cannot be used. Found before any model is asked.
 *
 * @public
 */
export class InvalidSettingError extends Error {
  readonly code = 'invalid_setting';
  readonly setting: 'startedAt' | 'timeZone';

  constructor(setting: 'startedAt' | 'timeZone', wanted: string) {
    super(`The meeting's ${setting} has to be ${wanted}`);
    this.name = 'InvalidSettingError';
    this.setting = setting;
  }
}

/** The run ended in a way of the agent loop's own. Its message names no content, and the history it held is left behind. */
export class AgentRunError extends Error {
  readonly code = 'agent_run_failed';

  constructor(kind: string) {
    super(`The agent run ended with ${kind}`);
    this.name = 'AgentRunError';
  }
}
