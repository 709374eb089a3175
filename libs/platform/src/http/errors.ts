import type { Issue } from '#platform/wire';

/** A request with invalid input: a 422 response with all its issues. */
export class RequestInvalid extends Error {
  constructor(readonly issues: readonly Issue[]) {
    super('Unprocessable request');
  }
}
