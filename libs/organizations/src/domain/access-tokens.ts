import type { Sync } from '#kernel';
import type { CredentialsToEnd } from '#support/credentials';
import type { AccessToken } from './access-token.ts';

/** Selects a token by id: an organization token of one of the organizations, or a personal token of the user. */
export type WhichToken = { readonly id: string } & ({ readonly organizations: readonly string[] } | { readonly userId: string });

export abstract class AccessTokens {
  abstract add(token: AccessToken): Promise<void>;

  /** Throws `ResourceNotFound`. If `by` throws, nothing is stored. */
  abstract change<T>(which: WhichToken, by: (token: AccessToken) => Sync<T>): Promise<T>;

  /** The token is rejected from now on. Throws `ResourceNotFound`. */
  abstract revoke(which: WhichToken, now: Date): Promise<void>;

  /** The same for all personal tokens of a user, or for those of a provider. */
  abstract revokeAll(which: CredentialsToEnd, now: Date): Promise<void>;
}
