import { BenefitMismatch } from '../keys/license-key.errors.ts';
import type { Check } from './check.ts';

export const benefitMatches: Check = {
  name: 'benefit_matches',
  operations: ['activate', 'validate', 'lease'],
  help: 'Send the ID of the benefit from which the license key comes, or none.',
  run: (key, { benefitId }) => {
    if (benefitId === null) return 'The request names no benefit.';
    return benefitId === key.benefitId ? null : new BenefitMismatch();
  },
};
