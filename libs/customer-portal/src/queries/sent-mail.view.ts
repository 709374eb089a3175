import { MAIL_OUTCOMES } from '#support/mails';
import { describeResource, type Infer, integer, nullable, object, oneOf, text, timestamp, uuid4 } from '#platform/wire';

export const SentMailView = object(
  {
    created_at: timestamp(),
    id: uuid4(),
    organization_id: uuid4(),
    customer_id: uuid4(),
    resource_id: nullable(uuid4()),
    mail: text(),
    recipient: text(),
    outcome: oneOf(MAIL_OUTCOMES),
    code: nullable(text()),
    reason: nullable(text()),
    attempts: integer(),
    attempted_at: timestamp(),
  },
  'Mail',
  {
    ...describeResource('mail'),
    created_at: 'When it was attempted for the first time.',
    customer_id: 'The customer whom it concerns.',
    resource_id: 'The license key or seat that it is about, or `null`.',
    mail: { text: 'The name of the mail.', example: 'license_key' },
    recipient: { text: 'The e-mail address of the recipient.', example: 'ada@example.com' },
    outcome:
      'What became of it. `queued`: it could not be handed over yet, and is tried again; `sent`: the mail server took it; `refused`: the mail server refused it; `bounced`: it did because the mailbox of the recipient takes no mail; `caught`: it is in the mails of the sandbox.',
    code: { text: 'The reply code of the mail server with its enhanced status code, or `null`.', example: '550 5.1.1' },
    reason: {
      text: 'What the mail server said, without addresses, links and what the mail contains, or `null`.',
      example: 'mailbox unavailable',
    },
    attempts: { text: 'How often it was attempted.', example: 1 },
    attempted_at: 'When it was attempted the last time.',
  },
);
export type SentMailView = Infer<typeof SentMailView>;
