import { LANGUAGES } from '#support/languages';
import { defineRequest } from '#platform/http';
import { LOOKUP_TEXT } from '#support/texts';
import { described, locale, nullable, object, oneOf, optional, text, uuid4, strict } from '#platform/wire';
import { BrandingView } from '../../queries/branding.view.ts';

const path = { id: described(uuid4(), 'The ID of the organization.') };

export const GetBrandingRequest = defineRequest({ path });

export const UpdateBrandingRequest = defineRequest({
  path,
  body: strict(
    object(
      {
        accent_color: optional(nullable(text({ max: 7, pattern: /^#[0-9A-Fa-f]{6}$/ }))),
        language: optional(nullable(oneOf(LANGUAGES))),
      },
      'OrganizationBrandingUpdate',
      {
        accent_color: {
          text: 'The color of pages for customers, as `#` and six hexadecimal digits. `null` for the default.',
          example: '#4353c7',
        },
        language: 'The language of mails to recipients of whom none is known. `null` for English.',
      },
    ),
    BrandingView,
  ),
});

const preview = { locale: optional(described(locale(), 'A BCP 47 tag. Without it, the language of the organization.')) };

export const ListMailPreviewsRequest = defineRequest({ path, query: preview });

export const GetMailPreviewRequest = defineRequest({
  path: { ...path, mail: described(text(LOOKUP_TEXT), 'The name of the mail.') },
  query: preview,
});

export const PublicBrandingRequest = defineRequest({
  path: { slug: described(text(LOOKUP_TEXT), 'The slug of the organization.') },
});
