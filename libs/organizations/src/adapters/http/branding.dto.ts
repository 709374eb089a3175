import { defineRequest } from '#platform/http';
import { described, LOOKUP_TEXT, nullable, object, optional, text, uuid4 } from '#platform/wire';

const path = { id: described(uuid4(), 'The ID of the organization.') };

export const GetBrandingRequest = defineRequest({ path });

export const UpdateBrandingRequest = defineRequest({
  path,
  body: object(
    { accent_color: optional(nullable(text({ max: 7, pattern: /^#[0-9A-Fa-f]{6}$/ }))) },
    'OrganizationBrandingUpdate',
    {
      accent_color: {
        text: 'The color of pages for customers, as `#` and six hexadecimal digits. `null` for the default.',
        example: '#4353c7',
      },
    },
  ),
});

export const PublicBrandingRequest = defineRequest({
  path: { slug: described(text(LOOKUP_TEXT), 'The slug of the organization.') },
});
