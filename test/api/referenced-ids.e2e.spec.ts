import { randomUUID } from 'node:crypto';
import { startApi } from '../support/api.ts';
import { type Answer, callAs, type Method } from '../support/call.ts';
import { Contract } from '../support/contract.ts';
import { databaseWrites } from '../support/database-writes.ts';
import { EXAMPLES } from '../support/examples/index.ts';
import { seedFixtures } from '../support/fixtures.ts';
import { seedFile } from '../support/seed-file.ts';
import { seedProduct } from '../support/seed-product.ts';

const api = await startApi();
const contract = Contract.of(api);
const [ours, theirs] = [await seedFixtures(api), await seedFixtures(api)];
const theirFile = (
  await seedFile(callAs(api, theirs.seller.oat), { service: 'downloadable', mime_type: 'application/zip', name: 'app.zip' })
).id;
const theirProduct = await seedProduct(api, theirs.organization_id);
const theirPrice = (await callAs(api, theirs.seller.oat)('GET', `/v1/products/${theirProduct.id}`)).body.prices[0].id as string;
afterAll(() => api.close());

type Schema = {
  readonly $ref?: string;
  readonly format?: string;
  readonly items?: Schema;
  readonly additionalProperties?: Schema | boolean;
  readonly properties?: { readonly [name: string]: Schema };
} & { readonly [composition in 'anyOf' | 'oneOf' | 'allOf']?: readonly Schema[] };

/** The paths of all ids in a value of this schema. */
function idsIn(given: Schema, path = '', outer: readonly Schema[] = []): string[] {
  const name = given.$ref?.split('/').at(-1);
  const schema = name === undefined ? given : (contract.document.components.schemas[name] as Schema);
  if (outer.includes(schema)) return [];
  const within = (inner: Schema, at: string): string[] => idsIn(inner, at, [...outer, schema]);
  return [
    ...(schema.format === 'uuid4' ? [path] : []),
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].flatMap((each) => within(each, path)),
    ...(schema.items ? within(schema.items, `${path}[]`) : []),
    ...(typeof schema.additionalProperties === 'object' ? within(schema.additionalProperties, `${path}{}`) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([key, each]) => within(each, path === '' ? key : `${path}.${key}`)),
  ];
}

/** Ids that name no row for what is saved, by the reason. */
const ELSEWHERE: readonly (readonly [reason: string, pattern: RegExp])[] = [
  ['the access matrix sends those of other organizations', /(^| |\.)organization_id$/],
  ['who presents a license key says what it is compared with', /license-keys\/(validate|activate|deactivate|heartbeat|explain) /],
  ['who presents a license key names its activation', /license-keys\/((lease|reservations) activation_id|lease benefit_id)$/],
  ['units that the lease of the presented license key has not are ignored', /license-keys\/lease settled\.units_id$/],
  ['a trial license key is of the benefit that its organization offers', /license-keys\/trial benefit_id$/],
  ['a sign-in finds license keys of these benefits among those of its application', /sign-in\/keys benefit_ids\[\]$/],
  ['who signs in says for which account', /customer-session\/request customer_id$/],
  ['a member is named, who belongs to the organization', /\/owner user_id$/],
  ['a filter of license keys finds nothing of other organizations', /bulk\/license-keys\/\S* filter\./],
  ['the access matrix voids events of other organizations', /\/events\/(void|unvoid) ids\[\]$/],
];

const trial = (customer_id: string) => ({ properties: { policy: { trial: { days: 14, customer_id } } } });
const buying = (more: object) => ({ product_id: ours.one_time_product_id, customer_id: ours.customer_id, ...more });
const subscribing = (more: object) => ({
  product_id: ours.recurring_product_id,
  external_customer_id: ours.newcomer_external_id,
  ...more,
});
const issuing = (more: object) => ({ customer_id: ours.customer_id, benefit_id: ours.benefit_id, ...more });
const priced = (prices: readonly object[]) => ({ name: 'Acme', recurring_interval: 'month', prices });
const metered = (meter_id: string) => priced([{ amount_type: 'metered_unit', meter_id, unit_amount: 1 }]);
const FREE = [{ amount_type: 'free' }];
const ENDPOINT = { url: 'https://example.com/', format: 'raw', events: [] };
const event = (more: object) => ({ events: [{ name: 'call', external_id: randomUUID(), ...more }] });
const seat = (more: object) => ({ email: `${randomUUID()}@acme.example`, ...more });

/** Bodies that name a row of another organization in this field. */
const FOREIGN: { readonly [operation: string]: { readonly [path: string]: object } } = {
  'POST /v1/benefits/': {
    'properties.files[]': { type: 'downloadables', description: 'App', properties: { files: [theirFile] } },
    'properties.policy.trial.customer_id': { type: 'license_keys', description: 'Pro', ...trial(theirs.customer_id) },
    'properties.replaces_benefit_ids[]': {
      type: 'license_keys',
      description: 'Pro',
      properties: { replaces_benefit_ids: [theirs.benefit_id] },
    },
    'attach.benefit_id': {
      type: 'feature_flag',
      description: 'Export',
      properties: {},
      attach: { to: 'key_of', benefit_id: theirs.benefit_id },
    },
    'properties.meter_id': {
      type: 'meter_credit',
      description: 'Calls',
      properties: { meter_id: theirs.meter_id, units: 1, rollover: false },
    },
  },
  'PATCH /v1/benefits/{id}': {
    'attach.benefit_id': { type: 'feature_flag', attach: { to: 'key_of', benefit_id: theirs.benefit_id } },
    'properties.files[]': { type: 'downloadables', properties: { files: [theirFile] } },
    'properties.policy.trial.customer_id': { type: 'license_keys', ...trial(theirs.customer_id) },
    'properties.replaces_benefit_ids[]': { type: 'license_keys', properties: { replaces_benefit_ids: [theirs.benefit_id] } },
    'properties.meter_id': { type: 'meter_credit', properties: { meter_id: theirs.meter_id, units: 1, rollover: false } },
  },
  'POST /v1/products/': {
    'prices[].meter_id': metered(theirs.meter_id),
    'medias[]': { ...priced(FREE), medias: [theirs.file_id] },
    'attached_custom_fields[].custom_field_id': {
      ...priced(FREE),
      attached_custom_fields: [{ custom_field_id: theirs.custom_field_id, required: false }],
    },
  },
  'PATCH /v1/products/{id}': {
    'prices[].meter_id': { prices: metered(theirs.meter_id).prices },
    'prices[].id': { prices: [{ id: theirPrice }] },
    'medias[]': { medias: [theirs.file_id] },
    'attached_custom_fields[].custom_field_id': {
      attached_custom_fields: [{ custom_field_id: theirs.custom_field_id, required: false }],
    },
  },
  'POST /v1/products/{id}/benefits': { 'benefits[]': { benefits: [theirs.benefit_id] } },
  'POST /v1/customers/{id}/merge': { customer_id: { customer_id: theirs.mergeable_customer_id } },
  'POST /v1/notes/': {
    customer_id: { customer_id: theirs.customer_id, text: 'Pays late.' },
    license_key_id: { license_key_id: theirs.license_key_id, text: 'Pays late.' },
    order_id: { order_id: theirs.order_id, text: 'Pays late.' },
  },
  'POST /v1/customer-sessions/': {
    customer_id: { customer_id: theirs.customer_id },
    member_id: { customer_id: ours.team_id, member_id: theirs.member_id },
  },
  'POST /v1/customers/{id}/viewing-sessions': { member_id: { member_id: theirs.member_id } },
  'POST /v1/customer-meters/': {
    customer_id: { customer_id: theirs.customer_id, meter_id: ours.meter_id },
    meter_id: { customer_id: ours.customer_id, meter_id: theirs.meter_id },
  },
  'POST /v1/subscriptions/': {
    product_id: subscribing({ product_id: theirs.recurring_product_id }),
    product_price_id: subscribing({ product_price_id: theirPrice }),
    customer_id: { product_id: ours.recurring_product_id, customer_id: theirs.customer_id },
    'recipient.id': subscribing({ recipient: { id: theirs.customer_id } }),
    renews_license_key_id: subscribing({ renews_license_key_id: theirs.license_key_id }),
    'license_keys[].benefit_id': subscribing({ license_keys: [{ benefit_id: theirs.benefit_id, key: randomUUID() }] }),
  },
  'PATCH /v1/subscriptions/{id}': {
    product_id: { product_id: theirs.recurring_product_id },
    discount_id: { discount_id: randomUUID() },
  },
  'POST /v1/orders/': {
    product_id: buying({ product_id: theirs.one_time_product_id }),
    product_price_id: buying({ product_price_id: theirPrice }),
    'items[].product_id': {
      customer_id: ours.customer_id,
      items: [{ description: 'Pro', amount: 1, product_id: theirs.one_time_product_id }],
    },
    'items[].product_price_id': {
      customer_id: ours.customer_id,
      items: [{ description: 'Pro', amount: 1, product_id: ours.one_time_product_id, product_price_id: theirPrice }],
    },
    customer_id: buying({ customer_id: theirs.customer_id }),
    subscription_id: { subscription_id: theirs.subscription_id, amount: 1 },
    'recipient.id': buying({ recipient: { id: theirs.customer_id } }),
    renews_license_key_id: buying({ renews_license_key_id: theirs.license_key_id }),
    'license_keys[].benefit_id': buying({ license_keys: [{ benefit_id: theirs.benefit_id, key: randomUUID() }] }),
  },
  'POST /v1/refunds/': { order_id: { order_id: theirs.order_id, reason: 'customer_request', amount: 100 } },
  'POST /v1/disputes/': { order_id: { order_id: theirs.order_id, payment_id: 'ch_2' } },
  'POST /v1/license-keys/': {
    customer_id: issuing({ customer_id: theirs.customer_id }),
    benefit_id: issuing({ benefit_id: theirs.benefit_id }),
    member_id: issuing({ customer_id: ours.team_id, member_id: theirs.member_id }),
    'license_keys[].customer_id': { license_keys: [issuing({ customer_id: theirs.customer_id })] },
    'license_keys[].benefit_id': { license_keys: [issuing({ benefit_id: theirs.benefit_id })] },
    'license_keys[].member_id': { license_keys: [issuing({ customer_id: ours.team_id, member_id: theirs.member_id })] },
  },
  'POST /v1/subscriptions/{id}/transfer': { customer_id: { customer_id: theirs.customer_id } },
  'POST /v1/license-keys/{id}/entitlements': { benefit_id: { benefit_id: theirs.flag_benefit_id, reason: 'Promised' } },
  'POST /v1/license-keys/{id}/attached-grants': { benefit_grant_id: { benefit_grant_id: theirs.add_on_grant_id } },
  'POST /v1/license-keys/{id}/transfer': { customer_id: { customer_id: theirs.customer_id } },
  'POST /v1/releases/': {
    product_id: { product_id: theirs.released_product_id, version: '9.0.0' },
    'required_benefit_ids[]': {
      product_id: ours.released_product_id,
      version: '9.0.0',
      required_benefit_ids: [theirs.benefit_id],
    },
  },
  'PATCH /v1/releases/{id}': { 'required_benefit_ids[]': { required_benefit_ids: [theirs.benefit_id] } },
  'POST /v1/artifacts/': {
    release_id: { release_id: theirs.release_id, file_id: ours.release_file_id },
    file_id: { release_id: ours.release_id, file_id: theirs.release_file_id },
    describes: { release_id: ours.release_id, file_id: ours.release_file_id, kind: 'sbom', describes: theirs.artifact_id },
  },
  'POST /v1/download-tokens/': {
    license_key_id: { license_key_id: theirs.license_key_id, product_id: ours.released_product_id },
    product_id: { license_key_id: ours.license_key_id, product_id: theirs.released_product_id },
  },
  'POST /v1/bulk/license-keys/': {
    'ids[]': { action: { type: 'disable' }, ids: [theirs.license_key_id] },
  },
  'POST /v1/bulk/license-keys/preview': {
    'ids[]': { action: { type: 'disable' }, ids: [theirs.license_key_id] },
  },
  'POST /v1/license-key-batches/': { benefit_id: { name: 'Boxes', size: 1, benefit_id: theirs.benefit_id } },
  'POST /v1/sign-in-clients/': { 'benefit_ids[]': { name: 'Atlas', benefit_ids: [theirs.benefit_id] } },
  'POST /v1/customer-portal/license-keys/sign-in': {
    client_id: { organization_id: ours.organization_id, client_id: theirs.sign_in_client_id },
  },
  'POST /v1/license-key-pools/': { benefit_id: { name: 'Batch', benefit_id: theirs.poolless_benefit_id } },
  'POST /v1/events/ingest': {
    'events[].customer_id': event({ customer_id: theirs.customer_id }),
    'events[].member_id': event({ customer_id: ours.team_id, member_id: theirs.member_id }),
  },
  'POST /v1/customer-seats': {
    subscription_id: seat({ subscription_id: theirs.seat_subscription_id }),
    order_id: seat({ order_id: theirs.order_id }),
    customer_id: { subscription_id: ours.seat_subscription_id, customer_id: theirs.customer_id },
    member_id: { subscription_id: ours.team_seat_subscription_id, member_id: theirs.member_id },
  },
  'POST /v1/customer-seats/bulk': {
    subscription_id: { subscription_id: theirs.seat_subscription_id, seats: [seat({})] },
    order_id: { order_id: theirs.order_id, seats: [seat({})] },
  },
  'POST /v1/customer-seats/release-expired': {
    subscription_id: { subscription_id: theirs.seat_subscription_id },
    order_id: { order_id: theirs.order_id },
  },
  'POST /v1/customer-portal/license-keys/{id}/attached-grants': {
    benefit_grant_id: { benefit_grant_id: theirs.add_on_grant_id },
  },
  'POST /v1/customer-portal/seats': {
    subscription_id: seat({ subscription_id: theirs.seat_subscription_id }),
    order_id: seat({ order_id: theirs.order_id }),
    checkout_id: seat({ checkout_id: randomUUID() }),
    customer_id: { subscription_id: ours.seat_subscription_id, customer_id: theirs.customer_id },
    member_id: { subscription_id: ours.seat_subscription_id, member_id: theirs.member_id },
  },
  'PATCH /v1/customer-portal/customers/me': { default_payment_method_id: { default_payment_method_id: randomUUID() } },
  'PATCH /v1/customer-portal/subscriptions/{id}': { product_id: { product_id: theirs.recurring_product_id } },
  'POST /v1/undelivered-purchases/{id}/map-price': { product_id: { product_id: theirs.delivered_product_id } },
  'POST /v1/undelivered-purchases/{id}/deliver': { product_id: { product_id: theirs.delivered_product_id } },
  'POST /v1/connectors/{id}/prices': {
    product_id: { external_id: 'price_9', product_id: theirs.product_id },
    meter_id: { external_id: 'price_9', brings: 'meter', meter_id: theirs.meter_id },
  },
  'POST /v1/webhooks/endpoints': {
    'product_ids[]': { ...ENDPOINT, product_ids: [theirs.product_id] },
    'benefit_ids[]': { ...ENDPOINT, benefit_ids: [theirs.benefit_id] },
  },
  'PATCH /v1/webhooks/endpoints/{id}': {
    'product_ids[]': { product_ids: [theirs.product_id] },
    'benefit_ids[]': { benefit_ids: [theirs.benefit_id] },
  },
};

const saved = [...contract.operations].flatMap(([operation, { requestBody }]) => {
  const { content = {} } = (requestBody ?? {}) as { readonly content?: { readonly [type: string]: { readonly schema: Schema } } };
  const paths = new Set(Object.values(content).flatMap(({ schema }) => idsIn(schema)));
  return [...paths].map((path) => `${operation} ${path}`).filter((each) => !ELSEWHERE.some(([, pattern]) => pattern.test(each)));
});

const cases = Object.entries(FOREIGN).flatMap(([operation, bodies]) =>
  Object.entries(bodies).map(([path, body]) => ({ name: `${operation} ${path}`, operation, path, body })),
);

test('each field with an id has a case here, or a reason not to', () => {
  expect(cases.map(({ name }) => name).sort()).toEqual(saved.sort());
});

test.each(cases)('$name refuses a row of another organization', async ({ operation, path, body }) => {
  const isPortal = operation.includes('/v1/customer-portal/');
  const url = EXAMPLES[operation]!.request(ours, isPortal ? { session: 'customer_session' } : {}).url;
  const call = callAs(api, isPortal ? ours.sessions.customer_session : ours.seller.oat);
  const before = await databaseWrites(api);
  const answer: Answer = await call(operation.split(' ')[0] as Method, url, body);
  const named = `body.${path.replaceAll('[]', '.0')}`;
  const place = answer.status === 422 ? answer.body.detail[0].loc.join('.') : answer.status;
  // A price that a product does not have is refused as a whole.
  expect([named, named.replace(/^(body\.prices\.0)\.id$/, '$1'), 400, 404]).toContain(place);
  expect(await databaseWrites(api)).toBe(before);
});
