import { AggregateRoot, ValidationFailed, newId } from '#kernel';
import { AccessTokenGranted, AccessTokenRevoked } from './access-token.events.ts';

/**
 * The owner of a token: an organization, or a user with a personal token. What is made in the session of a provider is limited to the
 * organization of the provider, as the session is.
 */
export type TokenOwner =
  | { readonly organizationId: string }
  | {
      readonly userId: string;
      readonly providerOrganizationId?: string | null;
      /** When the user signed in for the session in which it is made, or in which the token was made that makes it. By default now. */
      readonly authorizedAt?: Date;
    };

/** The user who makes or changes a token, and the address from which; they hear about it by e-mail. */
export interface TokenMaker {
  readonly userId: string;
  readonly address: string | null;
}

/** What the caller allows a token to be. */
export interface TokenLimits {
  /** The scopes of the caller, which the token cannot exceed. */
  readonly within: readonly string[];
  /** The expiry of the token with which this one is created or changed; null if that does not expire, or if no token does it. */
  readonly latestExpiry: Date | null;
  /** Undefined on the command line. */
  readonly by?: TokenMaker;
}

export interface NewAccessToken extends TokenLimits {
  readonly comment: string;
  readonly scopes: readonly string[];
  /** In milliseconds; null for a token that lives as long as it can. */
  readonly lifetime: number | null;
}

export interface AccessTokenChanges extends TokenLimits {
  readonly comment?: string | undefined;
  readonly scopes?: readonly string[] | undefined;
}

export interface AccessTokenState {
  readonly id: string;
  readonly organizationId: string | null;
  readonly userId: string | null;
  readonly providerOrganizationId: string | null;
  /** What ends the session of the user ends the token as well, wherever it was copied. Null in tokens of before it was known. */
  readonly authorizedAt: Date | null;
  readonly digest: Buffer;
  readonly expiresAt: Date | null;
  comment: string;
  scopes: readonly string[];
}

/** A bearer token, stored as a keyed digest. Its text is returned once, when it is created. */
export class AccessToken extends AggregateRoot<AccessTokenState> {
  static create(owner: TokenOwner, digest: Buffer, attributes: NewAccessToken, now: Date): AccessToken {
    const user = 'userId' in owner ? owner : undefined;
    const token = new AccessToken({
      id: newId('access-token'),
      organizationId: 'organizationId' in owner ? owner.organizationId : null,
      userId: user?.userId ?? null,
      providerOrganizationId: user?.providerOrganizationId ?? null,
      authorizedAt: user?.authorizedAt ?? now,
      digest,
      expiresAt: expiryOf(attributes, now),
      comment: attributes.comment,
      scopes: assertWithinCallerScopes(attributes),
    });
    token.granted('created', attributes, now);
    return token;
  }

  /** More scopes are as good as a new token, so they are limited by the expiry of the caller as well. */
  change({ comment = this.state.comment, scopes = this.state.scopes, ...limits }: AccessTokenChanges, now: Date): void {
    const isWidened = scopes.some((scope) => !this.state.scopes.includes(scope));
    const allowed = scopes === this.state.scopes ? scopes : assertWithinCallerScopes({ scopes, ...limits });
    if (isWidened && isLater(this.state.expiresAt, limits.latestExpiry)) {
      const message = `Scopes cannot be added to a token that expires later than yours: ${limits.latestExpiry!.toISOString()}.`;
      throw ValidationFailed.at(['scopes'], message, scopes);
    }
    this.state.scopes = allowed;
    this.state.comment = comment;
    if (isWidened) this.granted('widened', limits, now);
  }

  /** A personal token belongs to no organization that could be told. */
  revoke(now: Date): void {
    if (this.state.organizationId !== null)
      this.record(new AccessTokenRevoked(this.state.organizationId, this.state.id, now, this.state.comment));
  }

  private granted(change: 'created' | 'widened', { by }: TokenLimits, now: Date): void {
    if (!by) return;
    const { comment, scopes, expiresAt } = this.state;
    const details = { change, comment, scopes, expires_at: expiresAt?.toISOString() ?? null };
    const maker = { user_id: by.userId, address: by.address };
    this.record(new AccessTokenGranted(this.state.organizationId, this.state.id, now, { ...details, ...maker }));
  }
}

/** Null is never. */
const isLater = (expiry: Date | null, latest: Date | null): boolean => latest !== null && (expiry === null || expiry > latest);

/** Without a lifetime, a token expires together with the token that creates it, or never. */
function expiryOf({ lifetime, latestExpiry }: NewAccessToken, now: Date): Date | null {
  if (lifetime === null) return latestExpiry;
  const expiry = new Date(now.getTime() + lifetime);
  if (isLater(expiry, latestExpiry)) {
    throw ValidationFailed.at(['expiresIn'], `A token cannot expire later than yours: ${latestExpiry!.toISOString()}.`);
  }
  return expiry;
}

function assertWithinCallerScopes({ scopes, within }: Pick<NewAccessToken, 'scopes' | 'within'>): string[] {
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
