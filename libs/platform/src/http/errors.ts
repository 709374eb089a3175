import type { Issue } from '#platform/wire';

/** The realm of authentication challenges. */
export const REALM = 'latchkey';

/** The request does not have the documented shape: 422 with the issues. */
export class RequestInvalid extends Error {
  constructor(readonly issues: readonly Issue[]) {
    super('Unprocessable request');
  }
}

/** Not authenticated (401) or not authorized (403): `challenge` is the `WWW-Authenticate` header that says what is required. */
export class AuthChallenge extends Error {
  constructor(
    readonly status: 401 | 403,
    readonly error: 'Unauthorized' | 'NotPermitted',
    detail: string,
    readonly challenge: string,
  ) {
    super(detail);
  }

  /** The same with another parameter in the challenge. */
  with(name: string, value: string): AuthChallenge {
    return new AuthChallenge(this.status, this.error, this.message, `${this.challenge}, ${name}="${value}"`);
  }
}

/** The body has none of the types that the operation accepts: 415. */
export class UnsupportedType extends Error {
  readonly statusCode = 415;

  constructor(types: readonly string[]) {
    super(`The body must be sent as ${types.join(' or ')}`);
  }
}
