import { ROLES } from '#platform/auth';
import { boolean, described, type Infer, list, nullable, object, oneOf, text, timestamp } from '#platform/wire';

/** When organizations are alerted. */
export const OCCASIONS = {
  undelivered_purchases: 'Something was paid and not delivered: once an hour at most.',
  disputes: 'A dispute was recorded: the bank of a customer demands a payment back.',
  license_key_leaks: 'A license key was found in public.',
  license_key_refusals:
    'A limit of a license key refused a device, if its benefit says that sellers are told: once an hour at most for each license key.',
  rising_refusals:
    'License keys were refused at least 20 times in the last 24 hours, and three times as often as on a usual day of the week before: once a day at most.',
  expiring_license_keys:
    'License keys, but for trials, expire within seven days: once a day at most, with how many they are. Each is counted once.',
  webhook_endpoints: 'A webhook endpoint was disabled, because it failed or is gone.',
} as const;
type Kind = keyof typeof OCCASIONS;
export const ALERT_KINDS = Object.keys(OCCASIONS) as [Kind, ...Kind[]];

export const AlertView = object(
  {
    kind: oneOf(ALERT_KINDS),
    description: text(),
    is_enabled: boolean(),
    roles: list(oneOf(ROLES)),
    slack_host: nullable(text()),
    slack_problem: nullable(text()),
    slack_problem_at: nullable(timestamp()),
    modified_at: nullable(timestamp()),
  },
  'Alert',
  {
    kind: 'What it is about.',
    description: 'When it is sent.',
    is_enabled: 'Whether it is sent.',
    roles: 'The users with these roles get it by e-mail.',
    slack_host: {
      text: 'The host of the incoming webhook of Slack that gets it, or `null`. Its URL is a secret, and never returned.',
      example: 'hooks.slack.com',
    },
    slack_problem: {
      text: 'Why the last message to Slack was not delivered, or `null`.',
      example: 'HTTP 410 channel_is_archived',
    },
    slack_problem_at: 'When that was, or `null`.',
    modified_at: 'When the organization chose how it is sent. `null` for the default.',
  },
);
export type AlertView = Infer<typeof AlertView>;

export const AlertsView = object({ items: described(list(AlertView), 'Every kind of alerts.') }, 'Alerts');
export type AlertsView = Infer<typeof AlertsView>;
