import { integer, object, optional, strict } from '#platform/wire';

/** When the seller is told that a license key may have leaked, in requests and responses. */
export const AlertsPolicy = strict(
  object(
    {
      devices_per_day: optional(integer({ ge: 1, le: 100 })),
      networks_per_day: optional(integer({ ge: 1, le: 31 })),
    },
    'BenefitLicenseKeyAlertsPolicy',
    {
      devices_per_day: {
        text: 'How many different devices may be activated on a day (UTC). With one more, the license key is suspected of having leaked.',
        example: 5,
      },
      networks_per_day: {
        text: 'From how many different networks the license key may be used on a day (UTC). With one more, it is suspected of having leaked.',
        example: 10,
      },
    },
  ),
);
