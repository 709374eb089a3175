import { integer, object, strict } from '#platform/wire';

/** How often license keys have to be validated, in requests and responses. */
export const CheckInPolicy = strict(
  object({ every_days: integer({ ge: 1, le: 366 }) }, 'BenefitLicenseKeyCheckInPolicy', {
    every_days: { text: 'A license key is refused once it was not validated for this number of days.', example: 30 },
  }),
);
