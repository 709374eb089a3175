import { type DeeplyCamelCased, type Infer, object, optional } from '#platform/wire';
import { ExpiryPolicy } from './policy/expiry.view.ts';

/** The rules of license keys beyond limits, in requests and responses. Each feature has a section of its own. */
export const LicensePolicy = object(
  {
    expiry: optional(ExpiryPolicy),
  },
  'BenefitLicenseKeyPolicy',
  {
    expiry: 'When the lifetime of license keys begins, and what comes after its end.',
  },
);

export type LicensePolicyTerms = DeeplyCamelCased<Infer<typeof LicensePolicy>>;
