import type { StringKind } from './key-string.ts';

/** A string whose normal form is not stored, and the benefit of its key. */
export interface StringWithoutForm {
  readonly organizationId: string;
  readonly digest: Buffer;
  readonly key: string;
  /** Null if the string was stored before kinds were. */
  readonly kind: StringKind | null;
  readonly benefitId: string;
}

/** The normal forms of strings that were stored without: before there were forms, or when the secret key was rotated. */
export abstract class KeyForms {
  /** Some of the strings in the order of their organizations and digests, after one of them. */
  abstract missing(after: StringWithoutForm | null): Promise<StringWithoutForm[]>;

  /** Stores the forms of strings. Where another string has the form already, it is only noted that they share it. */
  abstract store(strings: readonly (StringWithoutForm & { readonly kind: StringKind })[]): Promise<void>;
}
