import { BadRequest, DomainError, NotPermitted } from '#kernel';

/** What was presented to sign in is wrong, unknown, expired or used up. The response does not reveal which. */
export class SignInFailed extends DomainError {
  readonly kind = 'not-authenticated';

  constructor() {
    super('The credentials are wrong, or have expired.');
  }
}

export class CurrentPasswordWrong extends NotPermitted {
  constructor() {
    super('The current password is wrong.');
  }
}

export class SecondFactorCodeWrong extends BadRequest {
  constructor() {
    super('The code is wrong, or was used before.');
  }
}

export class SecondFactorNotSetUp extends BadRequest {
  constructor() {
    super('There is no second factor, or its set-up was not begun.');
  }
}

export class TooManyPasskeys extends BadRequest {
  constructor(most: number) {
    super(`A user has at most ${most} passkeys.`);
  }
}

export class PasskeyNotVerified extends BadRequest {
  constructor() {
    super('The passkey could not be verified. Begin again.');
  }
}
