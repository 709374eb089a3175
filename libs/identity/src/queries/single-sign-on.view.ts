import {
  boolean,
  describeFields,
  describeResource,
  type Infer,
  nullable,
  object,
  oneOf,
  text,
  timestamp,
  uuid4,
} from '#platform/wire';

export const DEFAULT_ROLES = ['admin', 'member', 'finance', 'support'] as const;

const resource = { id: uuid4(), created_at: timestamp(), modified_at: nullable(timestamp()), organization_id: uuid4() };

export const OpenIdConnectionView = object(
  describeFields(
    {
      ...resource,
      issuer: text(),
      client_id: text(),
      default_role: oneOf(DEFAULT_ROLES),
      is_enabled: boolean(),
      owners_may_sign_in: boolean(),
      redirect_path: text(),
    },
    {
      ...describeResource('connection'),
      issuer: { text: 'The issuer: the address of the OpenID provider.', example: 'https://login.example.com' },
      client_id: { text: 'The ID of this service at the provider.', example: 'latchkey' },
      default_role: 'The role of members who are made when they sign in.',
      is_enabled: 'Whether users can sign in through the provider.',
      owners_may_sign_in:
        'Whether owners can sign in through the provider. An owner has to save the connection for that: an admin could otherwise choose a ' +
        'provider that says that the admin is an owner.',
      redirect_path: {
        text: 'Where the provider sends users back to, below the base URL of this service. Register the complete URL at the provider.',
        example: '/single-sign-on/callback',
      },
    },
  ),
  'OpenIDConnection',
);
export type OpenIdConnectionView = Infer<typeof OpenIdConnectionView>;

export const EmailDomainView = object(
  describeFields(
    {
      ...resource,
      domain: text(),
      txt_record: text(),
      verified_at: nullable(timestamp()),
      missing_since: nullable(timestamp()),
    },
    {
      ...describeResource('domain'),
      domain: { text: 'The domain, an international one in Punycode.', example: 'example.com' },
      txt_record: {
        text: 'The TXT record that the domain needs, so that it can be verified.',
        example: 'latchkey-domain-verification=6f1d3c1e-0a4b-4f0e-9a63-2c5d7e8f9a0b',
      },
      verified_at: 'When the organization verified the domain, or `null`. Only verified domains count.',
      missing_since:
        'Since when the TXT record of a domain that was verified is missing, or `null`. It is looked for once a day. After seven days without ' +
        'it the verification ends; it can be verified again.',
    },
  ),
  'EmailDomain',
);
export type EmailDomainView = Infer<typeof EmailDomainView>;
