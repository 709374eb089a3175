import { object, optional, strict, integer, mapOf, oneOf, boolean, list, uuid4 } from '#platform/wire';
import { COUNTER_NAME, MOST_COUNTERS } from './counter-name.view.ts';
import { DevicesPolicyView } from './devices-policy.view.ts';
import { VersionsPolicy } from './versions.view.ts';

/** How often the usage of license keys counts from 0 again, in requests and responses. */
export const UsagePeriodPolicy = strict(
  object({ every: oneOf(['day', 'week', 'month', 'year']) }, 'BenefitLicenseKeyUsagePeriodPolicy', {
    every: 'The length of a period. Periods count from when the license key was issued, by the calendar in UTC.',
  }),
);

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

/** Whether devices get trial license keys, in requests and responses. */
export const TrialPolicy = strict(
  object({ days: integer({ ge: 1, le: 366 }), customer_id: uuid4() }, 'BenefitLicenseKeyTrialPolicy', {
    days: { text: 'For how many days a trial license key is valid.', example: 14 },
    customer_id:
      'The ID of the customer who holds the trial license keys, which must exist in the organization. Create one for them.',
  }),
);

const RefusalMails = strict(
  object({ customer: optional(boolean()), seller: optional(boolean()) }, 'BenefitLicenseKeyRefusalMails', {
    customer: 'Whether the customer gets an e-mail when `license_key.activation_refused` is published. `false` by default.',
    seller: 'Whether the owners of the organization get one. `false` by default.',
  }),
);

/** Who is told that a limit of a license key refused a device, in requests and responses. */
export const RefusalNoticesPolicy = strict(
  object({ mails: optional(RefusalMails) }, 'BenefitLicenseKeyRefusalNoticesPolicy', {
    mails: 'Who gets an e-mail, at most once an hour for each license key. Left out: nobody.',
  }),
);

const MAX_NOTICES = 10;

const ExpiryMails = strict(
  object({ expiring: optional(boolean()), expired: optional(boolean()) }, 'BenefitLicenseKeyExpiryMails', {
    expiring: 'Whether the customer gets an e-mail each time that `license_key.expiring` is published. `false` by default.',
    expired: 'Whether the customer gets an e-mail when `license_key.expired` is published. `false` by default.',
  }),
);

/** When it is announced that license keys expire, in requests and responses. */
export const ExpiryNoticesPolicy = strict(
  object(
    { days: optional(list(integer({ ge: 1, le: 366 }), { max: MAX_NOTICES })), mails: optional(ExpiryMails) },
    'BenefitLicenseKeyExpiryNoticesPolicy',
    {
      days: {
        text: 'How many days before its expiry a license key is announced to expire, with `license_key.expiring`: up to 10 numbers from 1 to 366. 30, 7 and 1 by default; never if the list is empty.',
        example: [30, 7, 1],
      },
      mails: 'Of what the customer gets an e-mail. Left out: of nothing.',
    },
  ),
);

/** When the lifetime of license keys begins and what comes after its end, in requests and responses. */
export const ExpiryPolicy = strict(
  object(
    {
      begins: optional(oneOf(['issue', 'first_activation'])),
      grace_seconds: optional(integer({ ge: 0, le: 31_622_400 })),
      renewal: optional(oneOf(['from_now', 'from_expiry', 'keep'])),
    },
    'BenefitLicenseKeyExpiryPolicy',
    {
      begins:
        'When the lifetime begins: when the license key is issued, which is the default, or when it is activated for the first time.',
      grace_seconds: {
        text: 'For how many seconds after its expiry a license key can still be validated: up to 366 days. 0 by default.',
        example: 604800,
      },
      renewal:
        'From when the lifetime counts when it starts anew: from that moment (`from_now`, the default), from the expiry if that is later (`from_expiry`), or not at all (`keep`).',
    },
  ),
);

/** How often license keys have to be validated, in requests and responses. */
export const CheckInPolicy = strict(
  object({ every_days: integer({ ge: 1, le: 366 }) }, 'BenefitLicenseKeyCheckInPolicy', {
    every_days: { text: 'A license key is refused once it was not validated for this number of days.', example: 30 },
  }),
);

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

const MOST_UNITS = 1_000_000_000;

const CounterRules = strict(
  object(
    {
      limit: optional(integer({ ge: 1, le: MOST_UNITS })),
      period: optional(oneOf(['day', 'week', 'month', 'year'])),
      overdraft: optional(integer({ ge: 1, le: MOST_UNITS })),
      rollover: optional(integer({ ge: 1, le: MOST_UNITS })),
    },
    'BenefitLicenseKeyCounter',
    {
      limit: { text: 'How many units may be used, in each period if there is one. Left out: any number.', example: 1000 },
      period: 'How often the counter counts from 0 again, as with `usage_period`. Left out: never.',
      overdraft: { text: 'How many units beyond the limit may be used. Left out: none. Needs `limit`.', example: 50 },
      rollover: {
        text: 'How many units that are left at the end of a period may be used in the next one, at most. Left out: none. Needs `limit` and `period`.',
        example: 500,
      },
    },
  ),
);

/** Counters of license keys beside their usage, by their names, in requests and responses. */
export const CountersPolicy = mapOf(COUNTER_NAME, CounterRules, { max: MOST_COUNTERS });

/** The rules of license keys beyond limits, in requests and responses. Each feature has a section of its own. */
export const LicensePolicyView = strict(
  object(
    {
      expiry: optional(ExpiryPolicy),
      expiry_notices: optional(ExpiryNoticesPolicy),
      refusal_notices: optional(RefusalNoticesPolicy),
      updates: optional(UpdatesPolicy),
      versions: optional(VersionsPolicy),
      check_in: optional(CheckInPolicy),
      usage_period: optional(UsagePeriodPolicy),
      counters: optional(CountersPolicy),
      trial: optional(TrialPolicy),
      devices: optional(DevicesPolicyView),
      alerts: optional(AlertsPolicy),
    },
    'BenefitLicenseKeyPolicy',
    {
      expiry: 'When the lifetime of license keys begins, and what comes after its end.',
      expiry_notices:
        'When it is announced that license keys expire, and to whom. Left out: 30, 7 and 1 days before, without e-mails.',
      refusal_notices: 'Who is told by e-mail that a limit of devices refused one. Left out: nobody.',
      updates: 'For how long new releases of the application are included. Left out: always.',
      versions: 'Which versions of the application are included. Left out: all.',
      check_in: 'How often license keys have to be validated. Left out: never.',
      usage_period: 'How often usage counts from 0 again. Left out: never.',
      counters: {
        text: 'What is counted beside the usage, each by its name of 1 to 40 lower-case letters, digits and underscores: at most 16. Left out: nothing.',
        example: { exports: { limit: 1000, period: 'month', rollover: 500 } },
      },
      alerts: 'When the seller is told that a license key may have leaked. Left out: never.',
      trial: 'Gives each device that asks one trial license key. Left out: none.',
      devices: 'On which devices license keys are activated, beyond how many they are. Left out: on any.',
    },
  ),
);
