/** What a caller may be told: becomes an RFC 9457 problem. `code` never changes its meaning. */
export class ProblemError extends Error {
  override readonly name: string = 'ProblemError';
  readonly status: number;
  readonly code: string;
  readonly errors: { path: string; message: string }[] | undefined;
  readonly headers: Record<string, string>;

  constructor(
    status: number,
    code: string,
    detail: string,
    options: {
      cause?: unknown;
      errors?: { path: string; message: string }[];
      headers?: Record<string, string>;
    } = {},
  ) {
    super(detail, { cause: options.cause });
    this.status = status;
    this.code = code;
    this.errors = options.errors;
    this.headers = options.headers ?? {};
  }
}

export class UnauthenticatedProblem extends ProblemError {
  constructor(detail: string) {
    super(401, 'unauthenticated', detail, {
      headers: { 'www-authenticate': 'Bearer realm="meeting-assistant"' },
    });
  }
}

export class ForbiddenProblem extends ProblemError {
  constructor(scope: string) {
    super(
      403,
      'forbidden',
      `This key lacks the scope "${scope}". Use one that has it, or make one with the command "key create".`,
    );
  }
}

/** Also the answer to an id of another workspace: whether it exists is nobody else's business. */
export class NotFoundProblem extends ProblemError {
  constructor(what: string, id: string) {
    super(404, 'not_found', `There is no ${what} ${id} in this workspace.`);
  }
}

export class InvalidRequestProblem extends ProblemError {
  constructor(errors: { path: string; message: string }[]) {
    const list = errors.map(({ path, message }) => `${path || 'request'}: ${message}`).join('; ');
    super(400, 'invalid_request', `The request is not valid. ${list}`, { errors });
  }
}

export class FileTooLargeProblem extends ProblemError {
  constructor() {
    super(
      413,
      'file_too_large',
      'The file is larger than the 25 MB that an upload may have. Nothing was stored.',
    );
  }
}
