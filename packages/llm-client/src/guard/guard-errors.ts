import { ResponsesError } from '../errors.ts';

/**
 * A request held tools that did not go through `guardTool`. Nothing was sent.
 *
 * @public
 */
export class UnguardedToolError extends ResponsesError {
  readonly code = 'unguarded_tool';
  readonly retryable = false;
  readonly toolNames: readonly string[];

  constructor(toolNames: readonly string[]) {
    super(`These tools did not go through guardTool, so the request was not sent: ${toolNames.join(', ')}`);
    this.toolNames = toolNames;
  }
}

/**
 * A request held handoffs, which the Runner executes on any arguments. Nothing was sent.
 *
 * @public
 */
export class HandoffRefusedError extends ResponsesError {
  readonly code = 'handoff_refused';
  readonly retryable = false;
  readonly handoffNames: readonly string[];

  constructor(handoffNames: readonly string[]) {
    super(`Handoffs cannot be guarded, so the request was not sent: ${handoffNames.join(', ')}`);
    this.handoffNames = handoffNames;
  }
}

/**
 * One tool got nothing but invalid arguments in too many responses in a row: the model does not learn, and the run ends.
 *
 * @public
 */
export class RepeatedInvalidArgumentsError extends ResponsesError {
  readonly code = 'repeated_invalid_arguments';
  readonly retryable = false;
  readonly toolName: string;
  /** Responses, however many calls each of them held. */
  readonly times: number;

  constructor(toolName: string, times: number) {
    super(`The tool ${toolName} was called with invalid arguments in ${times} responses in a row`);
    this.toolName = toolName;
    this.times = times;
  }
}

/**
 * A tool threw, and the run went on. Only logged: the error of the tool is its cause, so that the log shows message and stack, and none
 * of its other fields, which may hold arguments or a whole history.
 */
export class ToolFailedError extends Error {
  readonly toolName: string;

  constructor(toolName: string, cause: unknown) {
    super(`The tool ${toolName} failed`, { cause });
    this.name = new.target.name;
    this.toolName = toolName;
  }
}
