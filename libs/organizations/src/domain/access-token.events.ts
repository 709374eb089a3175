import { DomainEvent, NO_ORGANIZATION } from '#kernel';

/** What a token is for, and who made it or gave it more scopes. */
export type AccessTokenDetails = {
  readonly change: 'created' | 'widened';
  readonly comment: string;
  readonly scopes: readonly string[];
  /** Null for a token that does not expire. */
  readonly expires_at: string | null;
  /** The user who did it, and the address from which. */
  readonly user_id: string;
  readonly address: string | null;
};

/** A token of the organization is accepted no more: somebody revoked it. */
export class AccessTokenRevoked extends DomainEvent<'access_token.revoked', { readonly comment: string }> {
  readonly name = 'access_token.revoked';

  constructor(organizationId: string, tokenId: string, at: Date, comment: string) {
    super(organizationId, tokenId, at, { comment });
  }
}

/** A user made a token, or gave it more scopes. That of a user belongs to no organization. */
export class AccessTokenGranted extends DomainEvent<'access_token.granted', AccessTokenDetails> {
  readonly name = 'access_token.granted';

  constructor(organizationId: string | null, tokenId: string, at: Date, details: AccessTokenDetails) {
    super(organizationId ?? NO_ORGANIZATION, tokenId, at, details);
  }
}
