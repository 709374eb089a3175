import 'reflect-metadata';
import { openApiDocument } from '../../apps/openapi/open-api-document.ts';

type Json = { readonly [key: string]: unknown };

/** Read in pages while the response is written: operations with `@StreamsLists`. */
const STREAMED = [
  'GET /v1/customer-portal/customers/me/export: members, license_keys, downloads, subscriptions, orders, benefit_grants',
  'GET /v1/customer-portal/license-keys/{id}: activations',
  'GET /v1/customer-portal/organizations/{slug}: products',
  'GET /v1/customer-portal/seats: seats',
  'GET /v1/customer-seats: seats',
  'GET /v1/customers/external/{external_id}/state: active_subscriptions, granted_benefits',
  'GET /v1/customers/{id}/export: members, license_keys, downloads, subscriptions, orders, benefit_grants',
  'GET /v1/customers/{id}/state: active_subscriptions, granted_benefits',
  'GET /v1/license-keys/{id}: activations',
];

/** Why a list cannot be long. docs/limits.md has the maxima. */
const BOUNDED = {
  active_meters: 'at most one for each meter of the organization',
  allowed_devices: 'at most 100 of a license key',
  attached_custom_fields: 'those of a product',
  benefit_ids: 'at most 50 of an endpoint',
  benefits: 'those of a product',
  embed_hosts: 'those of an organization',
  entitlements: 'as many flags of a purchase as fit into 8 KiB',
  grant_types: 'those of an application',
  groups: 'the 20 with the most uses',
  headers: 'at most ten of an endpoint',
  post_logout_redirect_uris: 'at most ten of an application',
  redirect_uris: 'at most ten of an application',
  required_benefit_ids: 'at most 20 of a release',
  response_types: 'those of an application',
  events: 'the kinds of events that an endpoint wants',
  held_places: 'at most 100 of a license key',
  items: 'an order has one, a request for the feed of events returns at most 100',
  keys: 'the signing keys of an organization that are still needed',
  medias: 'those of a product',
  meters: 'at most one for each price of a subscription',
  memberships: 'the organizations of a user',
  metrics: 'those of a dashboard, each once',
  needing_single_sign_on: 'the organizations of a user',
  periods: 'the intervals of a request',
  prices: 'those of a product',
  product_ids: 'at most 50 of an endpoint',
  quantities: 'the intervals of a request',
  revoked_because: 'at most one of each reason',
  scopes: 'those of a token',
  socials: 'those of an organization',
  tags: 'at most 20 of a record',
  tax_id: 'the number and its format',
  thresholds: 'those of a meter',
};

const document = JSON.parse(JSON.stringify(await openApiDocument())) as {
  readonly paths: { readonly [path: string]: { readonly [method: string]: { readonly responses: Json } } };
  readonly components: { readonly schemas: { readonly [name: string]: Json } };
};

/** The objects that a schema stands for. */
function objectsOf(schema: Json | undefined): Json[] {
  if (!schema) return [];
  const { $ref, anyOf, oneOf, allOf } = schema as { $ref?: string } & { [key: string]: Json[] | undefined };
  if ($ref) return objectsOf(document.components.schemas[$ref.split('/').at(-1)!]);
  return [schema, ...[...(anyOf ?? []), ...(oneOf ?? []), ...(allOf ?? [])].flatMap(objectsOf)];
}

/** The lists that a successful response contains as properties, unless they are the items of a page. */
function listsOf(responses: Json): string[] {
  const success = Object.entries(responses).find(([status]) => status.startsWith('2'))?.[1];
  const schema = (success as { content?: { [type: string]: { schema: Json } } })?.content?.['application/json']?.schema;
  return objectsOf(schema).flatMap(({ properties = {} }) => {
    const named = properties as { [name: string]: Json };
    if ('pagination' in named) return [];
    return Object.keys(named).filter((name) => objectsOf(named[name]).some(({ type }) => [type].flat().includes('array')));
  });
}

test('a response contains a list without pages only if it is streamed or bounded', () => {
  const unpaged = Object.entries(document.paths).flatMap(([path, { get }]) => {
    const lists = listsOf(get?.responses ?? {}).filter((name) => !(name in BOUNDED));
    return lists.length > 0 ? [`GET ${path}: ${lists.join(', ')}`] : [];
  });
  expect(unpaged.sort()).toEqual(STREAMED);
});
