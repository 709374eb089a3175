/** The kind of a domain error. The HTTP layer maps each kind to one status. */
type DomainErrorKind =
  'bad-request' | 'not-authenticated' | 'not-permitted' | 'not-found' | 'conflict' | 'invalid' | 'too-many-requests';

/**
 * A rule of the domain was violated. The class name is sent as `error`, the message as `detail`.
 * Thrown before any state has changed.
 */
export abstract class DomainError extends Error {
  abstract readonly kind: DomainErrorKind;

  /** Stable, machine-readable reason, more specific than the error name. */
  readonly code?: string;

  /** When the same may be permitted, if that is known. */
  readonly retryAt?: Date;

  /** The newest version of an application that is permitted, where the one that was sent is not. */
  readonly includedVersion?: string;

  /** The reason with what only the seller is told, if that is more than the message. */
  readonly explanation?: string;

  /** The error name in the response. Several reasons may share one, so it is not always the class name. */
  get error(): string {
    return this.constructor.name;
  }
}

export class BadRequest extends DomainError {
  readonly kind = 'bad-request';
}

export class Conflict extends DomainError {
  readonly kind = 'conflict';
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

/** An error in one field of the input. `path` leads to the field, in the domain's names (`['billingAddress', 'country']`). */
export interface FieldError {
  readonly path: readonly (string | number)[];
  readonly message: string;
  /** Machine-readable kind of the error, sent as `type`. */
  readonly type: string;
  /** The rejected value, sent back to the client. */
  readonly input?: unknown;
  /** Set when the field is a parameter of the URL path; otherwise it is a field of the body. */
  readonly part?: 'path';
}

export const fieldError = (path: FieldError['path'], message: string, input?: unknown, type = 'value_error'): FieldError => ({
  path,
  message,
  type,
  input,
});

/** The input breaks rules that only the domain can check. Carries all errors of one request. */
export class ValidationFailed extends DomainError {
  readonly kind = 'invalid';

  constructor(readonly errors: readonly FieldError[]) {
    super(errors.map(({ message }) => message).join(' '));
  }

  static at(...error: Parameters<typeof fieldError>): ValidationFailed {
    return new ValidationFailed([fieldError(...error)]);
  }

  static throwIfAny(errors: readonly FieldError[]): void {
    if (errors.length > 0) throw new ValidationFailed(errors);
  }
}
