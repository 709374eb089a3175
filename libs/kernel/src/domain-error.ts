/** Why a request is refused, in the domain's words; the HTTP layer gives each kind one status. */
export type DomainErrorKind = 'bad-request' | 'not-authenticated' | 'not-permitted' | 'not-found' | 'conflict' | 'invalid';

/**
 * A named "no". The class name of a refusal is its `error` on the wire, the message is its `detail`.
 * Refusals are thrown before anything was changed.
 */
export abstract class DomainError extends Error {
  abstract readonly kind: DomainErrorKind;

  /** Stable, machine-readable reason beside the wire's coarse error name, where the field knows one. */
  readonly code?: string;

  /** The name on the wire. Several reasons may share one, so it is not always the class name. */
  get error(): string {
    return this.constructor.name;
  }
}

export class BadRequest extends DomainError {
  readonly kind = 'bad-request';
}

export class NotPermitted extends DomainError {
  readonly kind = 'not-permitted';

  constructor(detail = 'Not permitted') {
    super(detail);
  }
}

export class ResourceNotFound extends DomainError {
  readonly kind = 'not-found';

  constructor(detail = 'Not found') {
    super(detail);
  }
}

/** One thing that is wrong with what was said: `at` is where, in the domain's words (`['billingAddress', 'country']`). */
export interface FieldError {
  readonly at: readonly (string | number)[];
  readonly message: string;
  readonly type: string;
  readonly input?: unknown;
  /** Where it was said, if not in the body: in the address of what the request is about. */
  readonly part?: 'path';
}

/** What was said breaks a rule that only the domain can see. All problems of one request come together. */
export class ValidationFailed extends DomainError {
  readonly kind = 'invalid';

  constructor(readonly problems: readonly FieldError[]) {
    super(problems.map((problem) => problem.message).join(' '));
  }

  static at(at: FieldError['at'], message: string, input?: unknown, type = 'value_error'): ValidationFailed {
    return new ValidationFailed([{ at, message, type, input }]);
  }
}
