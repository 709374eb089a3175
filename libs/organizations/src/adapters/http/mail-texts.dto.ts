import { LANGUAGES } from '#support/languages';
import { MOST_BODY_CHARACTERS, MOST_SUBJECT_CHARACTERS } from '#support/mails';
import { LOOKUP_TEXT } from '#support/texts';
import { defineRequest } from '#platform/http';
import { described, object, oneOf, strict, text, uuid4 } from '#platform/wire';

const id = described(uuid4(), 'The ID of the organization.');
const mail = described(text(LOOKUP_TEXT), 'The name of the mail.', { example: 'license_key' });
const language = described(oneOf(LANGUAGES), 'The language of the text.');
const wording = {
  subject: described(text({ min: 1, max: MOST_SUBJECT_CHARACTERS }), 'The subject, in one line.', {
    example: 'Your license key for {{product}}',
  }),
  body: described(
    text({ min: 1, max: MOST_BODY_CHARACTERS }),
    'Paragraphs, separated by empty lines. A paragraph with a placeholder that stands for nothing is left out.',
    {
      example: 'Hello,\n\nhere is your license key:\n\n{{key}}\n\n{{portal_link}}\n\n{{seller}}',
    },
  ),
};

export const ListMailTextsRequest = defineRequest({ path: { id } });
export const OneMailTextRequest = defineRequest({ path: { id, mail, language } });
export const PutMailTextRequest = defineRequest({
  path: { id, mail, language },
  body: strict(object(wording, 'MailTextUpdate')),
});
export const PreviewMailTextRequest = defineRequest({
  path: { id },
  body: strict(object({ mail, language, ...wording }, 'MailTextDraft')),
});
