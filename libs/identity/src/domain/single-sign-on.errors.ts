import { BadRequest, Conflict, NotPermitted, ResourceNotFound } from '#kernel';

export class DomainNotVerified extends BadRequest {
  constructor(domain: string) {
    super(`The text record was not found at ${domain}. It can take some hours until a new record is visible everywhere.`);
  }
}

export class DomainVerifiedElsewhere extends Conflict {
  constructor() {
    super('Another organization has verified this domain.');
  }
}

export class TooManyDomains extends BadRequest {
  constructor(most: number) {
    super(`An organization has at most ${most} domains.`);
  }
}

/** There is no provider for the address or the organization. This says nothing about whether a user has the address. */
export class SingleSignOnNotAvailable extends ResourceNotFound {
  constructor() {
    super('There is no single sign-on for this address or organization.');
  }
}

/** The provider of an organization cannot be asked, or responds with something else than the standard says. */
export class IdentityProviderFailed extends BadRequest {
  constructor(readonly reason: string) {
    super(`The provider of the organization cannot be used: ${reason}`);
  }
}

/** The provider says who somebody is, but they may not sign in. */
export class SingleSignOnRefused extends NotPermitted {}
