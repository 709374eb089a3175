import { DomainError } from '#kernel';

/** The token is unknown, was used, was replaced or has expired. */
export class InvalidCustomerEmailUpdate extends DomainError {
  readonly kind = 'not-authenticated';

  constructor() {
    super('The link to change the e-mail address is invalid or has expired.');
  }
}
