import { Conflict } from '#kernel';

/** An external id is unique only within an organization, and the caller has access to several organizations. */
export class AmbiguousExternalCustomerID extends Conflict {
  constructor() {
    super('The external customer ID matches customers in several accessible organizations.');
  }
}
