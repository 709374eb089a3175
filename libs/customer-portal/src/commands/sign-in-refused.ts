import { DomainError } from '#kernel';

/** Unknown, expired, used or tried too often: all the same to whoever asks. */
export class CustomerSessionCodeInvalidOrExpired extends DomainError {
  readonly kind = 'not-authenticated';

  constructor() {
    super('This code is invalid or has expired.');
  }
}
