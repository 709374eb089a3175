import { DomainError } from '#kernel';

/** An external id is unique within an organization only, and the caller sees several. */
export class AmbiguousExternalCustomerID extends DomainError {
  readonly kind = 'conflict';

  constructor() {
    super('The external customer ID matches customers in several accessible organizations.');
  }
}
