import type { Sync } from '#kernel';
import type { Passkey, PasskeyState } from './passkey.ts';

/** What is asked of a passkey, once. */
export interface PasskeyChallenge {
  readonly challenge: string;
  /** Whose passkey is added; null for a sign-in. */
  readonly userId: string | null;
  readonly expiresAt: Date;
}

/** The repository of passkeys and of the challenges for them. */
export abstract class Passkeys {
  abstract addChallenge(challenge: PasskeyChallenge): Promise<void>;

  /** Deletes a challenge and returns it; null if it is unknown or was taken before. */
  abstract takeChallenge(challenge: string): Promise<PasskeyChallenge | null>;

  /** Throws `TooManyPasskeys`, and `PasskeyNotVerified` if the key is known already. */
  abstract add(passkey: Passkey): Promise<void>;

  /** The passkeys of a user, oldest first. */
  abstract ofUser(userId: string): Promise<readonly Readonly<PasskeyState>[]>;

  abstract findByCredential(credentialId: string): Promise<Readonly<PasskeyState> | null>;

  /** Throws `ResourceNotFound`. */
  abstract change<T>(id: string, by: (passkey: Passkey) => Sync<T>): Promise<T>;

  /** Deletes a passkey after `by`. Throws `ResourceNotFound`. */
  abstract remove(which: { readonly id: string; readonly userId: string }, by: (passkey: Passkey) => void): Promise<void>;

  abstract deleteChallenges(expiredBy: Date): Promise<void>;
}
