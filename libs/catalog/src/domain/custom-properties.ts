import type { BenefitRules } from './benefit-rules.ts';

/** Properties of a benefit of type `custom`: a note that is shown to customers with a grant. */
export interface CustomProperties {
  readonly note: string | null;
}

export const customRules: BenefitRules<CustomProperties> = {
  defaultVisibility: 'public',
  errorsOf: () => [],
  /** Trims the note; a blank one becomes null. */
  normalized: ({ note }) => ({ note: note?.trim() || null }),
  /** Grants do not copy the note, so they never have to be updated. */
  termsDiffer: () => false,
  expiryDiffers: () => false,
};
