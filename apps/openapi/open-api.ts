import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { API_VERSIONS, type ApiVersion, FIRST_API_VERSION } from '#support/api-versions';
import { OPENID_OPERATIONS } from '#oauth';
import { hoistComponents } from '#platform/http/composition';
import { addExamples } from './open-api-examples.ts';
import { addLinks } from './open-api-links.ts';
import { completeOperations } from './open-api-operations.ts';
import { addWebhooks } from './open-api-webhooks.ts';

const VERSIONS = API_VERSIONS.join(', ');

const DESCRIPTION = `A self-hosted licensing service: license keys with activations and usage, customers, products and benefits.

## Authentication

Send a token with \`Authorization: Bearer\`. Each operation says which kinds it takes, and with which scope.

| token | begins with | who has it |
| --- | --- | --- |
| organization access token | \`latchkey_oat_\` | servers of a seller, for one organization. Made in the console (Access tokens) or by [an operation](/docs/organization_access_tokens.create) |
| personal access token | \`latchkey_pat_\` | somebody who works for sellers, for all of their organizations; \`Polar-Organization\` names one |
| access token of an application | \`latchkey_at_\` | an application that a user has allowed to act for them, by [OAuth 2.1](/docs/oauth2) |
| customer session, member session | \`latchkey_cst_\`, \`latchkey_mst_\` | a customer or a member, in the portal: [made by the seller](/docs/customer_sessions.create), or by signing in |
| session of a user | \`latchkey_us_\` | a user who has [signed in](/docs/users) |

Applications on the devices of customers have no token: they [activate and validate](/docs/customer_portal.license_keys) with the license key
itself and the ID of the organization. A wrong token is a 401, a missing scope a 403, both with \`WWW-Authenticate\`.

## Requests

- Bodies are JSON, with \`Content-Type: application/json\`. Unknown fields are ignored, and \`License-Ignored-Fields\` of the response names them. Objects that refuse them say so: by \`additionalProperties: false\`, or by \`propertyNames\` where a response can be sent back as it was.
- Texts have no NUL character (U+0000) and no half of a surrogate pair; such input is a 422.
- Times are in UTC with milliseconds. Paths work with and without a trailing slash.
- Names, labels, descriptions and other texts that people see are read without bidirectional control characters.
- An \`X-Request-Id\` that the client sends is used if it is valid. Every response has one.

## Versions

\`Polar-Version\` names the version of the API that a response is in: ${VERSIONS}. Without it, it is ${FIRST_API_VERSION}; another value is a 404. Every response says
its version in the same header. Later versions add fields to responses: \`/openapi.json?version=\` has the document of each.

## Errors

An error is \`{error, detail}\`: a name for programs and a sentence for people, with \`code\` and the header \`License-Code\` if a license key is
refused. A 422 has a list in \`detail\`, with every issue of the request: the first 100, in at most 64 KiB. The header \`Link\` of an error leads to its page among
[all errors](/docs/errors), with cause and remedy (\`rel="help"\`).
Every operation can also respond with 405 or 503 (with \`Retry-After\`).

## Paging

Lists take \`page\` (from 1), \`limit\` (10 by default, at most 100; more counts as 100) and, where documented, \`sorting\`. The response has \`items\` and
\`pagination\` with \`total_count\` and \`max_page\`. Exports and other lists without pages are sent while they are read: a response whose connection is closed before the end of
its body has failed.

## Idempotency

A request with an \`Idempotency-Key\` of its own can be repeated if no response came: it is carried out once, and the same response comes again
for 24 hours. Every \`POST\` that creates or counts something [takes one](/docs/guides/idempotency).

## Limits

- Whoever sends too much at the same time, or asks for what takes the database too long, gets 429 with \`Retry-After\`, from any operation. Operations that document a 429 also count requests, or those that fail, and report in \`RateLimit\` and \`RateLimit-Policy\` how many are left.
- A body has at most 1 MiB, unless the operation says otherwise. Texts, lists and maps have a maximum in their schema.
- JSON is nested at most 256 levels deep. It has at most one array or object for each 25 bytes, and one value for each 10 bytes, of the largest body of the operation; without a token, 1,000 and 5,000. More is a 422 of type \`json_invalid\`.

[All limits](/docs/guides/limits).

## Events and documents

\`webhooks\` describes the body of each kind of event that [endpoints](/docs/webhook_events) get and that the feed has. The document of this API:
[openapi.json](/openapi.json), [openapi.yaml](/openapi.yaml).`;

const TAGS = {
  license_keys: 'For servers of the seller: issue, read, update and validate license keys.',
  customer_portal:
    'For customers, with a customer or member session, and for applications on their devices, which validate license keys without credentials.',
  customer_sessions: 'Sessions that sellers create for their customers.',
  customers: 'The customers of an organization, by ID or by their ID in your own system.',
  notes: 'What those who work for the seller write about customers, license keys and orders.',
  mails: 'What was mailed to customers, and what became of it.',
  members: 'The people who act for a customer, by ID or by their ID in your own system.',
  products: 'What an organization sells, once or by subscription, with prices and benefits.',
  benefits: 'What customers of a product get, such as license keys.',
  subscriptions: 'Recurring purchases. Payments are made elsewhere.',
  orders: 'One-time purchases. Payments are made elsewhere.',
  customer_seats: 'The seats of purchases that are sold by seats: assigned, claimed by invitation, revoked.',
  disputes: 'Payments that the bank of a customer demands back.',
  refunds: 'Money of orders that the seller paid back.',
  benefit_grants: 'Which customer has which benefit, through which purchase.',
  custom_fields: 'Values that products ask their customers for.',
  meters: 'How events are counted.',
  events: 'What customers use, as reported by the seller.',
  event_types: 'The names of events, their labels, and how often they occur.',
  metrics: 'What orders, subscriptions, seats and events add up to.',
  customer_meters: 'The use, credits and balance of each customer for each meter.',
  files: 'Images of products and organizations. Everyone can read them.',
  organizations: 'The sellers.',
  saved_views: 'Filters of lists in the console that people saved under a name.',
  audit_log: 'Who changed what.',
  search: 'One search for license keys, customers, orders, subscriptions, products and notes.',
  releases: 'Versions of products, which license keys that include them are offered.',
  artifacts: 'The files of releases.',
  download_tokens: 'What stands for a license key where clients can only send an address.',
  failed_events: 'What the service itself could not do after many attempts, and how to retry it.',
  webhooks: 'Endpoints that get events, what was delivered to them, and the feed of events.',
  license_key_pools: 'License keys that were made elsewhere, until benefit grants get them.',
  'bulk.license_keys': 'One action on many license keys, which can be undone.',
  license_key_batches: 'License keys that nobody has bought yet, until somebody claims them.',
  sign_in_clients: 'Applications in which customers sign in instead of typing a license key.',
  connectors: 'What payment providers report by their webhooks, and the products that their prices stand for.',
  organization_access_tokens: 'Access tokens of organizations, managed by owners and admins with a personal access token.',
  personal_access_tokens: 'Access tokens of users.',
  oauth2:
    'Applications that act for users: OAuth 2.1 and OpenID Connect. `/.well-known/openid-configuration` has all addresses, also those of pages. Responses are those of the standards.',
  users: 'How the people who work for sellers sign in, and what they are allowed to do.',
  health: 'Health checks for load balancers.',
};

/** The OpenAPI 3.1 document of a version, generated from the controllers and their request and response fields. */
export function describeApi(app: INestApplication, baseUrl: string, version: ApiVersion = FIRST_API_VERSION): OpenAPIObject {
  const outline = new DocumentBuilder()
    .setTitle('Latchkey')
    .setDescription(DESCRIPTION)
    .setVersion(version)
    .setOpenAPIVersion('3.1.0')
    .addServer(baseUrl)
    .addSecurity('oidc', {
      type: 'openIdConnect',
      openIdConnectUrl: `${baseUrl}/.well-known/openid-configuration`,
      description: 'Access token of an application that acts for a user: `latchkey_at_…`',
    })
    .addSecurity('oat', { type: 'http', scheme: 'bearer', description: 'Organization access token: `latchkey_oat_…`' })
    .addSecurity('pat', { type: 'http', scheme: 'bearer', description: 'Personal access token: `latchkey_pat_…`' })
    .addSecurity('user_session', {
      type: 'http',
      scheme: 'bearer',
      description: 'Session of a user who signed in: `latchkey_us_…`',
    })
    .addSecurity('oauth_client', { type: 'http', scheme: 'basic', description: 'The ID and the secret of a client' })
    .addSecurity('oauth_token', {
      type: 'http',
      scheme: 'bearer',
      description: 'Access token with the scope `openid`: `latchkey_at_…`',
    })
    .addSecurity('oauth_registration', {
      type: 'http',
      scheme: 'bearer',
      description: 'Registration access token: `latchkey_crt_…`',
    })
    .addSecurity('customer_session', { type: 'http', scheme: 'bearer', description: 'Customer session: `latchkey_cst_…`' })
    .addSecurity('member_session', { type: 'http', scheme: 'bearer', description: 'Member session: `latchkey_mst_…`' });
  for (const [tag, description] of Object.entries(TAGS)) outline.addTag(tag, description);
  const { info, paths, ...document } = SwaggerModule.createDocument(app, outline.build(), {
    operationIdFactory: (_controller, method) => method,
  });
  const { contact: _contact, ...about } = info;
  const operations = completeOperations({ ...document, info: about, paths: { ...paths, ...(OPENID_OPERATIONS as object) } });
  return addWebhooks(addLinks(addExamples(hoistComponents(operations, version))));
}
