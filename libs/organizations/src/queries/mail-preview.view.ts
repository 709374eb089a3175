import { LANGUAGES } from '#support/languages';
import { described, type Infer, list, object, oneOf, text } from '#platform/wire';

const MailPreviewView = object(
  {
    mail: described(text(), 'The name of the mail.', { example: 'license_key' }),
    layout: described(
      oneOf(['branded', 'plain']),
      'Whether it has the logo and the color of the organization, as mails to customers do.',
    ),
    language: described(oneOf(LANGUAGES), 'The language of this preview.'),
    subject: described(text(), 'The subject.'),
    text: described(text(), 'The plain text.'),
  },
  'MailPreview',
);

export const MailPreviewsView = object(
  { items: described(list(MailPreviewView), 'Every mail that the service sends, by name.') },
  'MailPreviews',
);
export type MailPreviewsView = Infer<typeof MailPreviewsView>;
