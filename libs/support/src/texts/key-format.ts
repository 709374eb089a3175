/** The form of generated license keys: groups of characters of an alphabet, the last of which may be a check character. */
export interface KeyFormat {
  readonly alphabet: string;
  readonly groups: number;
  readonly groupLength: number;
  readonly check: 'none' | 'luhn_mod_n';
  /** Whether keys are also found by what people type: in another case, with blanks, without hyphens. */
  readonly acceptsTypedInput: boolean;
}
