import { AggregateRoot, ValidationFailed, newId } from '#kernel';

/**
 * The owner of a token: an organization, or a user with a personal token. What is made in the session of a provider is limited to the
 * organization of the provider, as the session is.
 */
export type TokenOwner =
  { readonly organizationId: string } | { readonly userId: string; readonly providerOrganizationId?: string | null };

interface RequestedScopes {
  readonly scopes: readonly string[];
  /** The scopes of the caller, which the token cannot exceed. */
  readonly within: readonly string[];
}

export interface NewAccessToken extends RequestedScopes {
  readonly comment: string;
  /** In milliseconds; null for a token that lives as long as it can. */
  readonly lifetime: number | null;
  /** The expiry of the token with which this one is created; null if that does not expire, or if no token creates it. */
  readonly latestExpiry: Date | null;
}

export type AccessTokenChanges = { readonly comment?: string; readonly scopes?: readonly string[] } & Pick<
  RequestedScopes,
  'within'
>;

/** A bearer token, stored as a keyed digest. Its text is returned once, when it is created. */
export class AccessToken extends AggregateRoot {
  readonly id: string;
  readonly organizationId: string | null;
  readonly userId: string | null;
  readonly providerOrganizationId: string | null;
  readonly digest: Buffer;
  readonly expiresAt: Date | null;
  comment: string;
  scopes: readonly string[];

  private constructor(owner: TokenOwner, digest: Buffer, attributes: NewAccessToken, now: Date) {
    super();
    this.id = newId('access-token');
    this.organizationId = 'organizationId' in owner ? owner.organizationId : null;
    this.userId = 'userId' in owner ? owner.userId : null;
    this.providerOrganizationId = ('userId' in owner && owner.providerOrganizationId) || null;
    this.digest = digest;
    this.expiresAt = expiryOf(attributes, now);
    this.comment = attributes.comment;
    this.scopes = assertWithinCallerScopes(attributes);
  }

  static create(owner: TokenOwner, digest: Buffer, attributes: NewAccessToken, now: Date): AccessToken {
    return new AccessToken(owner, digest, attributes, now);
  }

  change({ comment = this.comment, scopes, within }: AccessTokenChanges): void {
    if (scopes) this.scopes = assertWithinCallerScopes({ scopes, within });
    this.comment = comment;
  }
}

/** Without a lifetime, a token expires together with the token that creates it, or never. */
function expiryOf({ lifetime, latestExpiry }: NewAccessToken, now: Date): Date | null {
  if (lifetime === null) return latestExpiry;
  const expiry = new Date(now.getTime() + lifetime);
  if (latestExpiry && expiry > latestExpiry) {
    throw ValidationFailed.at(['expiresIn'], `A token cannot expire later than yours: ${latestExpiry.toISOString()}.`);
  }
  return expiry;
}

function assertWithinCallerScopes({ scopes, within }: RequestedScopes): string[] {
  const requested = [...new Set(scopes)];
  const excess = requested.filter((scope) => !within.includes(scope));
  if (excess.length > 0) {
    throw ValidationFailed.at(
      ['scopes'],
      `A token cannot be given scopes that yours does not have: ${excess.join(', ')}.`,
      scopes,
    );
  }
  return requested;
}
