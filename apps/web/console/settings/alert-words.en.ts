import type { Schema } from '../../api/client.ts';

const kinds: Record<Schema<'Alert'>['kind'], { readonly title: string; readonly text: string }> = {
  undelivered_purchases: { title: 'Paid, not delivered', text: 'Something was paid and not delivered. Once an hour at most.' },
  disputes: { title: 'Disputes', text: 'The bank of a customer demands a payment back.' },
  license_key_leaks: { title: 'Leaked license keys', text: 'A license key was found in public.' },
  license_key_refusals: {
    title: 'Refused devices',
    text: 'A limit of a license key refused a device, if its benefit says that you are told. Once an hour at most for each license key.',
  },
  rising_refusals: {
    title: 'More refusals than usual',
    text: 'License keys were refused at least 20 times in 24 hours, and three times as often as on a usual day of the week before. Once a day at most.',
  },
  expiring_license_keys: {
    title: 'License keys that expire soon',
    text: 'How many license keys expire within the next seven days. Once a day at most.',
  },
  webhook_endpoints: { title: 'Webhook endpoints', text: 'An endpoint was disabled, because it failed or is gone.' },
};

export const alertsEn = {
  text: 'Who of you is told by e-mail, and in which channel of Slack. Alerts name no customers.',
  kinds,
  off: 'Turned off.',
  goesTo: (recipients: readonly string[]) => `Goes to: ${recipients.join(', ')}.`,
  isEnabled: 'Send these alerts',
  roles: 'By e-mail to',
  rolesHint: 'Everybody with one of these roles.',
  slackUrl: 'Webhook URL of Slack',
  slackHint: 'The URL of an incoming webhook. Leave empty for none. It is stored encrypted and not shown again.',
  keepsSlack: (host: string) => `Messages go to a channel at ${host}. Leave empty to keep it; it is not shown again.`,
  removeSlack: 'Remove Slack',
  slackProblem: 'The last message to Slack was not delivered:',
  test: 'Send a test',
  testSent: 'A test is on its way.',
  reset: 'Use the default',
  wasReset: 'These alerts are sent as by default again.',
};
