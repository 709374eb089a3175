import { object, optional, strict } from '#platform/wire';
import { AlertsPolicy } from './policy/alerts.view.ts';
import { CheckInPolicy } from './policy/check-in.view.ts';
import { DevicesPolicyView } from './policy/devices.view.ts';
import { ExpiryPolicy } from './policy/expiry.view.ts';
import { ExpiryNoticesPolicy } from './policy/expiry-notices.view.ts';
import { RefusalNoticesPolicy } from './policy/refusal-notices.view.ts';
import { TrialPolicy } from './policy/trial.view.ts';
import { UpdatesPolicy } from './policy/updates.view.ts';
import { UsagePeriodPolicy } from './policy/usage-period.view.ts';
import { VersionsPolicy } from './policy/versions.view.ts';

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
      alerts: 'When the seller is told that a license key may have leaked. Left out: never.',
      trial: 'Gives each device that asks one trial license key. Left out: none.',
      devices: 'On which devices license keys are activated, beyond how many they are. Left out: on any.',
    },
  ),
);
