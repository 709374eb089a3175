import type { Schema } from '../../api/client.ts';

type Outcome = Schema<'Mail'>['outcome'];

const outcomes: Record<Outcome, string> = {
  queued: 'Not sent yet, is tried again',
  sent: 'Sent',
  refused: 'Refused',
  bounced: 'Mailbox takes no mail',
  caught: 'Caught in the sandbox',
};

/** What the reader calls a mail, by its name. */
const names: Readonly<Record<string, string>> = {
  sign_in_code: 'Code to sign in',
  license_key: 'License key',
  license_key_expiry: 'End of a license key',
  license_key_refusal: 'Refused device',
  seat_invitation: 'Invitation to a seat',
  gift: 'Gift',
  email_change: 'Confirmation of an address',
  email_changed: 'Change of the address',
};

export const mailsEn = {
  title: 'Mails',
  text: 'What was mailed in the last 90 days.',
  none: 'Nothing was mailed in the last 90 days.',
  mail: 'Mail',
  to: 'To',
  outcome: 'Outcome',
  when: 'When',
  outcomes,
  names,
  total: (count: string) => `${count} mails`,
};
