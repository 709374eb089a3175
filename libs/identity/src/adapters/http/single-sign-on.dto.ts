import { defineRequest, paging } from '#platform/http';
import { LOOKUP_TEXT, SHORT_TEXT } from '#support/texts';
import {
  boolean,
  describeFields,
  email,
  nullable,
  object,
  oneOf,
  optional,
  text,
  timestamp,
  unionByKey,
  uuid4,
  withDefault,
  strict,
} from '#platform/wire';
import { DEFAULT_ROLES } from '../../queries/single-sign-on.view.ts';

const ORGANIZATION = { id: 'The ID of the organization.' };
const path = describeFields({ id: uuid4() }, ORGANIZATION);

export const OneConnectionRequest = defineRequest({ path });

export const SaveConnectionRequest = defineRequest({
  path,
  body: strict(
    object(
      {
        issuer: text({ min: 1, max: 2083 }, { pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^?]+$' }),
        client_id: text({ min: 1, ...SHORT_TEXT }),
        client_secret: optional(nullable(text({ min: 1, ...LOOKUP_TEXT }))),
        default_role: withDefault(oneOf(DEFAULT_ROLES), () => 'member' as const),
        is_enabled: withDefault(boolean(), () => true),
      },
      'OpenIDConnectionSave',
      {
        issuer: {
          text: 'The issuer of the OpenID provider: an `https` address, at which the service reads `/.well-known/openid-configuration`.',
          example: 'https://login.example.com',
        },
        client_id: { text: 'The ID of this service at the provider.', example: 'latchkey' },
        client_secret: {
          text: 'The secret of this service at the provider. It is stored encrypted and never returned. Left out, or `null`, the stored one is kept; another issuer or client ID needs another secret.',
          example: 'a-secret-of-the-provider',
        },
        default_role: 'The role of members who are made when they sign in.',
        is_enabled: 'Whether users can sign in through the provider.',
      },
    ),
  ),
});

export const ListDomainsRequest = defineRequest({ path, query: paging });

export const AddDomainRequest = defineRequest({
  path,
  body: strict(
    object({ domain: text({ min: 1, ...SHORT_TEXT }, { pattern: '[^.]\\.[^.]' }) }, 'EmailDomainCreate', {
      domain: { text: 'The part of e-mail addresses after the `@`.', example: 'example.com' },
    }),
  ),
});

export const OneDomainRequest = defineRequest({
  path: describeFields({ id: uuid4(), domain_id: uuid4() }, { ...ORGANIZATION, domain_id: 'The ID of the domain.' }),
});

const byEmail = strict(
  object({ email: email() }, 'SingleSignOnByEmail', {
    email: { text: 'The e-mail address of the user. Its domain says which organization it is.', example: 'ada@example.com' },
  }),
);
const bySlug = strict(
  object({ slug: text({ min: 1, ...SHORT_TEXT }) }, 'SingleSignOnBySlug', {
    slug: { text: 'The slug of the organization.', example: 'acme' },
  }),
);

export const BeginSingleSignOnRequest = defineRequest({ body: unionByKey('slug', bySlug, byEmail) });

export const SingleSignOnDemandView = object({ url: text(), expires_at: timestamp() }, 'SingleSignOnDemand', {
  url: { text: 'The address of the provider to which to send the browser.', example: 'https://login.example.com/authorize?…' },
  expires_at: 'Until when the browser has to be back.',
});

export const CompleteSingleSignOnRequest = defineRequest({
  body: strict(
    object(
      {
        code: text({ min: 1, max: 4096 }),
        state: text({ min: 1, ...LOOKUP_TEXT }),
        iss: optional(nullable(text({ max: 2083 }))),
      },
      'SingleSignOnResult',
      {
        code: 'The parameter `code` with which the provider sent the browser back.',
        state: 'The parameter `state`.',
        iss: 'The parameter `iss`, if there is one.',
      },
    ),
  ),
});
