import { LANGUAGES } from '#support/languages';
import { described, type Infer, list, nullable, object, oneOf, text, timestamp } from '#platform/wire';

const MailWordingView = object(
  {
    subject: described(text(), 'The subject.'),
    body: described(text(), 'Paragraphs, separated by empty lines.'),
  },
  'MailWording',
);

export const MailTextView = object(
  {
    mail: text(),
    language: oneOf(LANGUAGES),
    placeholders: list(text()),
    required_placeholders: list(text()),
    subject: nullable(text()),
    body: nullable(text()),
    default: MailWordingView,
    modified_at: nullable(timestamp()),
  },
  'MailText',
  {
    mail: { text: 'The name of the mail.', example: 'license_key' },
    language: 'The language of the text.',
    placeholders: 'What the text may contain, as `{{name}}`.',
    required_placeholders: 'What the body has to contain.',
    subject: 'The subject that the organization wrote. `null` for the text of the service.',
    body: 'The text that the organization wrote: paragraphs, separated by empty lines. `null` for the text of the service.',
    default: 'The text of the service. Set as the text of the mail, it changes nothing.',
    modified_at: 'When the organization wrote it, or `null`.',
  },
);
export type MailTextView = Infer<typeof MailTextView>;

export const MailTextsView = object(
  { items: described(list(MailTextView), 'Every mail that the organization may write itself, in every language.') },
  'MailTexts',
);
export type MailTextsView = Infer<typeof MailTextsView>;

export const MailTextPreviewView = object(
  {
    subject: described(text(), 'The subject.'),
    text: described(text(), 'The plain text.'),
    html: described(text(), 'The HTML.'),
  },
  'MailTextPreview',
);
export type MailTextPreviewView = Infer<typeof MailTextPreviewView>;
