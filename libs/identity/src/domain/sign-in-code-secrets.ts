import type { StoredCode } from './sign-in-code.ts';

/** An entered code. */
export interface TypedCode {
  readonly selector: string;
  /** Digests of the whole code under all current digest keys. */
  readonly digests: readonly Buffer[];
}

/** Creates and parses codes. Adapters decide on their format and digest keys. */
export abstract class SignInCodeSecrets {
  /** A new code, and its stored form. */
  abstract make(): { readonly code: string; readonly stored: StoredCode };

  /** Returns null if the text is not in the format of a code. */
  abstract read(typed: string): TypedCode | null;
}
