/** What a token proves, or of whom: tokens for one use are worth nothing for another. */
export type TokenUse =
  | 'organization access'
  | 'personal access'
  | 'application access'
  | 'MCP access'
  | 'user session'
  | 'customer session'
  | 'member session'
  | 'download'
  | 'device sign-in'
  | 'device user code'
  | 'invitation'
  | 'email change'
  | 'second factor'
  | 'single sign-on'
  | 'recovery';

/** A token, and the keyed digest that is stored instead of it. */
export interface NewToken {
  readonly token: string;
  readonly digest: Buffer;
}

/** Port that makes tokens, of which only digests are stored. Its implementation decides on their formats. */
export abstract class Tokens {
  abstract make(use: TokenUse): NewToken;

  /** The digests of a token under all current keys; none if it does not have the format of such a token, where that is checked. */
  abstract digestsOf(use: TokenUse, token: string): readonly Buffer[];
}

/** For whom a code signs in. */
export type SignInUse = 'customer' | 'user';

/** A code as it is stored: what it is found by, and the digest of the whole. */
export interface StoredCode {
  readonly selector: string;
  readonly digest: Buffer;
}

/** A code that somebody entered, with the digests of the whole under all current keys. */
export interface TypedCode {
  readonly selector: string;
  readonly digests: readonly Buffer[];
}

/** Port that makes and reads codes that are sent by e-mail, of which only digests are stored. */
export abstract class SignInCodes {
  abstract make(use: SignInUse): { readonly code: string; readonly stored: StoredCode };

  /** Null if the text is not in the format of a code. */
  abstract read(use: SignInUse, typed: string): TypedCode | null;
}
