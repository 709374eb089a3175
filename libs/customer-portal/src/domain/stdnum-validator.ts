import type { TaxNumberRule } from './tax-number-rules.ts';

interface Validator {
  validate(number: string): { readonly isValid: true; readonly compact: string } | { readonly isValid: false };
}

/** Validates with the library. `unless` matches invalid numbers that the library accepts; zeros only are rejected always. */
export const stdnum =
  ({ validate }: Validator, unless?: RegExp): TaxNumberRule =>
  (number) => {
    const result = validate(number);
    return result.isValid && /[1-9]/.test(result.compact) && !unless?.test(result.compact) ? result.compact : null;
  };

export const firstOf =
  (...rules: readonly TaxNumberRule[]): TaxNumberRule =>
  (number) => {
    for (const rule of rules) {
      const accepted = rule(number);
      if (accepted !== null) return accepted;
    }
    return null;
  };
