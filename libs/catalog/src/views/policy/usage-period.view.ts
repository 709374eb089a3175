import { object, oneOf, strict } from '#platform/wire';

/** How often the usage of license keys counts from 0 again, in requests and responses. */
export const UsagePeriodPolicy = strict(
  object({ every: oneOf(['day', 'week', 'month', 'year']) }, 'BenefitLicenseKeyUsagePeriodPolicy', {
    every: 'The length of a period. Periods count from when the license key was issued, by the calendar in UTC.',
  }),
);
