export interface SignedInUser {
  readonly session_id: string;
  readonly user_id: string;
  readonly email: string;
  readonly authenticated_at: Date;
  readonly methods: readonly string[];
}

export type Proof = { readonly email: string; readonly code: string } | { readonly email: string; readonly password: string };
export type SecondProof = { readonly totp: string } | { readonly recovery_code: string };

/** Where somebody signs in. */
export interface SignInPlace {
  readonly userAgent: string | null;
  readonly address: string | null;
  /** The session that the browser has. */
  readonly token: string | null;
}

export interface OpenedSession {
  readonly token: string;
  readonly expires_at: Date;
}

export type SignInResult = { readonly session: OpenedSession } | { readonly second_factor: { readonly token: string } };

/** Users and their sessions, which another context has. Refusals are errors of the kind `not-authenticated`. */
export abstract class UserSessions {
  abstract find(token: string): Promise<SignedInUser | null>;
  abstract request(email: string): Promise<void>;
  abstract signIn(proof: Proof, place: SignInPlace): Promise<SignInResult>;
  abstract verify(token: string, proof: SecondProof, place: SignInPlace): Promise<OpenedSession>;
  abstract end(token: string): Promise<void>;
}
