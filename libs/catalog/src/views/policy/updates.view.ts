import { integer, object, oneOf, strict } from '#platform/wire';

const Period = strict(
  object({ ttl: integer({ ge: 1, le: 1200 }), timeframe: oneOf(['year', 'month', 'day']) }, 'BenefitLicenseKeyUpdatePeriod', {
    ttl: { text: 'The number of years, months or days: at most 100 years.', example: 1 },
    timeframe: 'The unit of `ttl`.',
  }),
);

/** Which releases license keys run, in requests and responses. */
export const UpdatesPolicy = strict(
  object({ period: Period }, 'BenefitLicenseKeyUpdatesPolicy', {
    period: 'For how long after the purchase new releases are included. The license key keeps running them after that.',
  }),
);
