import { AggregateRoot, ValidationFailed, newId } from '#kernel';

/** Whose token it is: an organization's own, or a user's personal one. */
export type TokenOwner = { readonly organizationId: string } | { readonly userId: string };

interface TokenScope {
  readonly scopes: readonly string[];
  /** The scopes of whoever asks: nobody can hand on more. */
  readonly within: readonly string[];
}

export interface NewAccessToken extends TokenScope {
  readonly comment: string;
  /** How long it lives, in milliseconds; null for as long as it is not revoked. */
  readonly lifetime: number | null;
}

export type AccessTokenChanges = { readonly comment?: string; readonly scopes?: readonly string[] } & Pick<TokenScope, 'within'>;

/** A bearer token as it is remembered: what it may do, and a keyed digest to know it by. Its text is given out once. */
export class AccessToken extends AggregateRoot {
  readonly id: string;
  readonly organizationId: string | null;
  readonly userId: string | null;
  readonly digest: Buffer;
  readonly expiresAt: Date | null;
  readonly comment: string;
  readonly scopes: readonly string[];

  constructor(owner: TokenOwner, digest: Buffer, birth: NewAccessToken, at: Date) {
    super();
    this.id = newId();
    this.organizationId = 'organizationId' in owner ? owner.organizationId : null;
    this.userId = 'userId' in owner ? owner.userId : null;
    this.digest = digest;
    this.expiresAt = birth.lifetime === null ? null : new Date(at.getTime() + birth.lifetime);
    this.comment = birth.comment;
    this.scopes = granted(birth);
  }

  static issue(owner: TokenOwner, digest: Buffer, birth: NewAccessToken, at: Date): AccessToken {
    return new AccessToken(owner, digest, birth, at);
  }

  change({ comment = this.comment, scopes, within }: AccessTokenChanges): void {
    const next: Partial<AccessToken> = { comment, scopes: scopes ? granted({ scopes, within }) : this.scopes };
    Object.assign(this, next);
  }
}

function granted({ scopes, within }: TokenScope): string[] {
  const wanted = [...new Set(scopes)];
  const beyond = wanted.filter((scope) => !within.includes(scope));
  if (beyond.length > 0) {
    throw ValidationFailed.at(
      ['scopes'],
      `A token cannot be given scopes that yours does not have: ${beyond.join(', ')}.`,
      scopes,
    );
  }
  return wanted;
}
