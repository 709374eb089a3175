import { describeResource, type Infer, object, text, timestamp, uuid4 } from '#platform/wire';

export const CaughtMailView = object(
  { id: uuid4(), created_at: timestamp(), to: text(), subject: text(), text: text() },
  'CaughtMail',
  {
    ...describeResource('mail'),
    created_at: 'When it would have been sent.',
    to: { text: 'The e-mail address of the recipient.', example: 'ada@example.com' },
    subject: 'The subject.',
    text: 'The plain text, with the codes and links that the recipient would have got.',
  },
);
export type CaughtMailView = Infer<typeof CaughtMailView>;
