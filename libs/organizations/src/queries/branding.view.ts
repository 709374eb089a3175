import { LANGUAGES } from '#support/languages';
import { described, describeFields, type Infer, nullable, object, oneOf, text, uuid4 } from '#platform/wire';
import { CustomerPortalSettingsView } from '../views/public-organization.view.ts';

/** What pages for customers show of an organization. */
export const BrandingView = object(
  describeFields(
    {
      organization_id: uuid4(),
      slug: text(),
      name: text(),
      avatar_url: nullable(text()),
      accent_color: nullable(text()),
      language: nullable(oneOf(LANGUAGES)),
    },
    {
      organization_id: 'The ID of the organization.',
      slug: { text: 'The unique name of the organization in URLs.', example: 'acme' },
      name: { text: 'The name of the organization.', example: 'Acme Inc.' },
      avatar_url: 'The URL of the avatar image, or `null`.',
      accent_color: {
        text: 'The color of pages for customers, as `#` and six hexadecimal digits, or `null`.',
        example: '#4353c7',
      },
      language: 'The language of mails to recipients of whom none is known, or `null` for English.',
    },
  ),
  'OrganizationBranding',
);
export type BrandingView = Infer<typeof BrandingView>;

/** What the portal of an organization shows before anybody signs in, and which of its pages there are. */
export const PortalBrandingView = object(
  {
    ...BrandingView.fields,
    time_zone: described(text(), 'The IANA time zone in which the days that pages show begin and end.', {
      example: 'Europe/Berlin',
    }),
    email: described(nullable(text()), 'Where customers reach the seller, or `null`.', { example: 'support@example.com' }),
    website: described(nullable(text()), 'The website of the seller, or `null`.', { example: 'https://www.example.com' }),
    customer_portal_settings: described(CustomerPortalSettingsView, 'What customers see and do in the portal.'),
  },
  'PortalBranding',
);
export type PortalBrandingView = Infer<typeof PortalBrandingView>;

export const BRANDING_COLUMNS = ['id as organization_id', 'slug', 'name', 'avatar_url', 'accent_color', 'language'] as const;
