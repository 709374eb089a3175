import type { Sync } from '#kernel';
import type { AccessToken } from './access-token.ts';

/** Which token: its id, if it is an organization token of one of the organizations, or a personal one of the user. */
export type WhichToken = { readonly id: string } & ({ readonly organizations: readonly string[] } | { readonly userId: string });

export abstract class AccessTokens {
  abstract add(token: AccessToken): Promise<void>;

  /** Throws `ResourceNotFound` where there is none. A refusal by `by` leaves no trace. */
  abstract change<T>(which: WhichToken, by: (token: AccessToken) => Sync<T>): Promise<T>;

  /** The token is worth nothing from now on. Throws `ResourceNotFound` where there is none. */
  abstract revoke(which: WhichToken): Promise<void>;
}
