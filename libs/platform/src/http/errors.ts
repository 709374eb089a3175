import type { Issue } from '#platform/wire';

/** A request that does not have the documented shape: answered with 422 and everything that is wrong with it. */
export class RequestInvalid extends Error {
  constructor(readonly issues: readonly Issue[]) {
    super('Unprocessable request');
  }
}
