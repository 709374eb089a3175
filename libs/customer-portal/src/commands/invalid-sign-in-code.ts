import { DomainError } from '#kernel';

/** The code is unknown, expired, used, or was tried too often. The response does not reveal which. */
export class CustomerSessionCodeInvalidOrExpired extends DomainError {
  readonly kind = 'not-authenticated';

  constructor() {
    super('This code is invalid or has expired.');
  }
}
