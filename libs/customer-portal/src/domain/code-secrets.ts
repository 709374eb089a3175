import type { RememberedCode } from './sign-in-code.ts';

/** What was typed, as far as it can be a code. */
export interface TypedCode {
  readonly selector: string;
  /** Of the whole code, under every key that codes may have been made with. */
  readonly digests: readonly Buffer[];
}

/** Makes codes. Their format, and the keys of their digests, are technology. */
export abstract class CodeSecrets {
  /** A new code: as a person gets it, and as it is remembered. */
  abstract make(): { readonly code: string; readonly remembered: RememberedCode };

  /** Null for what cannot be a code. */
  abstract read(typed: string): TypedCode | null;
}
