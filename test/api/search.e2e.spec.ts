import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import { IssueAccessToken } from '#organizations';
import { type Scope, SCOPES } from '#platform/auth';
import { folded } from '#support/texts';
import { startApi } from '../support/api.ts';
import { callAs } from '../support/call.ts';
import { plantTexts } from '../support/planted-texts.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { seedLicenseKey } from '../support/seed-license-key.ts';
import { seedProduct } from '../support/seed-product.ts';
import { seedOrganization } from '../support/seed.ts';

interface Result {
  readonly type: string;
  readonly id: string;
  readonly name: string;
  readonly detail: string | null;
  readonly status: string | null;
  readonly problem: string | null;
  readonly tag: string | null;
}

const api = await startApi();
afterAll(() => api.close());

const seller = await seedOrganization(api);
await plantTexts(api, seller);
await plantTexts(api, await seedOrganization(api));
const organizationId = seller.organization.id;

const search = async (text: string, token = seller.oat, more = ''): Promise<readonly Result[]> => {
  const { status, body } = await callAs(api, token)('GET', `/v1/search?query=${encodeURIComponent(text)}${more}`);
  expect([text, status]).toEqual([text, 200]);
  return body.items;
};
const kinds = async (text: string, token?: string): Promise<readonly string[]> =>
  (await search(text, token)).map(({ type }) => type);

const OF_ADA = ['license_key', 'license_key', 'customer', 'order', 'subscription'];

test('shows what was found: what it is called, whose it is and how it is', async () => {
  const found = await search('ada lovelace');
  const of = (type: string) => found.filter((each) => each.type === type);
  expect(of('license_key')).toContainEqual(
    expect.objectContaining({ name: '****-0QXZ71', detail: 'Ada Lovelace', status: 'granted' }),
  );
  expect(of('customer')).toEqual([
    expect.objectContaining({
      name: 'Ada Lovelace',
      detail: 'ada@lovelace.example',
      status: null,
      organization_id: organizationId,
    }),
  ]);
  expect(of('order')).toContainEqual(expect.objectContaining({ name: 'Acme Pro', detail: 'Ada Lovelace', status: 'paid' }));
  expect(of('subscription')).toEqual([expect.objectContaining({ detail: 'Ada Lovelace', status: 'active' })]);
});

test.each([
  ['ADA LOVE', OF_ADA],
  ['da@lovelace.ex', OF_ADA],
  ['a-of-lon', OF_ADA],
  ['ad', OF_ADA],
  ['SAME–KEY–IN–BOTH–0QXZ71', ['license_key']],
  ['XZ7', ['license_key']],
  ['A-4711', ['license_key', 'license_key', 'order']],
  ['r-2026-08', ['order']],
  ['s-471', ['subscription']],
  ['s-', ['subscription']],
  ['acme', ['product', 'product']],
  ['invoi called', ['note']],
  ['analytical eng', ['license_key']],
  ['PAY_90', ['undelivered_purchase']],
  ['charles@babbage', ['undelivered_purchase']],
  ['x'.repeat(1024), []],
  ['ada%lovelace', []],
  ['ada_lovelace', []],
  ['%', []],
  [' ', []],
])('finds by %j', async (text, expected) => {
  expect([...new Set(await kinds(text))]).toEqual([...new Set(expected)]);
});

test('finds everything by its ID, and what a longer text refers to', async () => {
  for (const { type, id } of [
    ...(await search('ada lovelace')),
    ...(await search('acme')),
    ...(await search('invoice')),
    ...(await search('pay_9042')),
  ]) {
    const found = await search(id.toUpperCase());
    expect(found).toContainEqual(expect.objectContaining({ type, id }));
    expect(await search(`https://keys.example/console/acme/pages/${id}?page=2`)).toEqual(found);
  }
  const ada = await search('ada@lovelace.example');
  for (const text of ['mailto:ada@lovelace.example?subject=Key', 'Ada L. <ada@lovelace.example>']) {
    expect(await search(text)).toEqual(ada);
  }
  const [key] = await search('SAME-KEY-IN-BOTH-0QXZ71');
  expect(await search('Our key “SAME–KEY–IN–BOTH–0QXZ71” (ada@lovelace.example) is refused.')).toEqual([key]);
});

test('finds customers and notes however their umlauts and accents are written', async () => {
  const muller = await seedCustomer(api, organizationId, { name: 'Jürgen Müller', email: 'jürgen@strasse.example' });
  await seedCustomer(api, organizationId, { name: 'Jose Mueller', external_id: 'Straße-José' });
  await callAs(api, seller.oat)('POST', '/v1/notes/', { customer_id: muller.id, text: 'Jürgen fährt nach Łódź' });
  const called = async (text: string) => (await search(text)).map(({ type, name }) => `${type} ${name}`);
  const both = ['customer Jose Mueller', 'customer Jürgen Müller'];
  for (const text of ['Müller', 'MUELLER', 'mu\u0308ller']) expect((await called(text)).toSorted()).toEqual(both);
  for (const text of ['jurgen@', 'JÜRGEN MU', 'juergen mueller']) expect(await called(text)).toContain('customer Jürgen Müller');
  for (const text of ['muller', 'josé', 'strasse-jose']) expect(await called(text)).not.toEqual([]);
  for (const text of ['faehrt lodz', 'FAHRT Łódź']) expect(await called(text)).toEqual(['note Jürgen fährt nach Łódź']);
  for (const [text, expected] of [
    ['muller', 1],
    ['Müller', 2],
    ['mü', 2],
  ] as const) {
    const { body } = await callAs(api, seller.oat)('GET', `/v1/customers/?query=${encodeURIComponent(text)}`);
    expect([text, body.pagination.total_count]).toEqual([text, expected]);
  }
});

test('PostgreSQL folds texts as this program does', async () => {
  const letters = Array.from({ length: 0x24f - 0xc0 }, (_, n) => String.fromCodePoint(0xc0 + n));
  const texts = [...letters, 'plain TEXT 1', 'Mu\u0308ller', 'ẞ', 'Việt Nam', 'ΟΔΌΣ', 'Ёлка', '한글', 'プログラム', 'ﬁ'];
  const rows = await api.app
    .get(EntityManager)
    .fork()
    .execute('select platform.folded(text) as folded from unnest(array[?]::text[]) with ordinality as t (text, n) order by n', [
      texts,
    ]);
  expect(rows.map((row, n) => [texts[n], row['folded']])).toEqual(texts.map((text) => [text, folded(text)]));
});

test.each([
  ['ADA LOVE', 2, 1],
  ['a-of-lon', 2, 1],
  ['-4711', 1, 0],
  ['r-2026-08', 1, 0],
  ['4712', 0, 1],
  ['cme pro', 3, 2],
  ['ada_lovelace', 0, 0],
])('the lists of purchases are filtered by %j', async (text, orders, subscriptions) => {
  for (const [list, expected] of Object.entries({ orders, subscriptions })) {
    const { body } = await callAs(api, seller.oat)('GET', `/v1/${list}/?query=${encodeURIComponent(text)}`);
    expect([list, body.pagination.total_count, body.items.length]).toEqual([list, expected, expected]);
  }
});

test('a blank text filters no list', async () => {
  const { body } = await callAs(api, seller.oat)('GET', '/v1/orders/?query=%20');
  expect(body.pagination.total_count).toBe(3);
});

const tokenWith = async (scope: Scope): Promise<string> => {
  const attributes = { comment: scope, scopes: [scope], within: SCOPES, lifetime: null, latestExpiry: null };
  return (await api.app.get(CommandBus).execute(new IssueAccessToken({ organizationId }, attributes))).token;
};

test.each([
  ['license_keys:read', ['license_key']],
  ['customers:read', ['customer']],
  ['orders:write', ['order']],
  ['subscriptions:read', ['subscription']],
  ['products:read', []],
  ['notes:read', []],
  ['webhooks:read', []],
] as const)('with %s it finds %j of a customer', async (scope, expected) => {
  expect([...new Set(await kinds('ada lovelace', await tokenWith(scope)))]).toEqual(expected);
});

test('says what is wrong with what it has found', async () => {
  const problems = async (text: string) => (await search(text)).map(({ type, problem }) => [type, problem]);
  expect(await problems('pay_9042')).toEqual([['undelivered_purchase', 'price_unmapped']]);
  const { id } = await seedLicenseKey(api, seller, { key: 'KEY-WITH-A-PROBLEM-7WQ4', limit_activations: 1 });
  expect(await problems(id)).toEqual([['license_key', null]]);
  const device = { key: 'KEY-WITH-A-PROBLEM-7WQ4', organization_id: organizationId, label: 'Its only device' };
  await callAs(api, seller.oat)('POST', '/v1/license-keys/activate', device);
  expect(await problems(id)).toEqual([['license_key', 'ACTIVATION_LIMIT_REACHED']]);
  await callAs(api, seller.oat)('PATCH', `/v1/license-keys/${id}`, { status: 'disabled' });
  expect(await problems('its only device')).toEqual([['license_key', 'DISABLED']]);
});

test('finds the newest with a tag, of what the caller may read', async () => {
  const call = callAs(api, seller.oat);
  const tagged: Readonly<Record<string, string[]>> = { license_key: [], customer: [], order: [] };
  const paths: Readonly<Record<string, string>> = { license_key: 'license-keys', customer: 'customers', order: 'orders' };
  const product = await seedProduct(api, organizationId, { name: 'Loom' });
  for (let n = 0; n < 3; n++) {
    const customer = await seedCustomer(api, organizationId, { name: `Joseph ${n}`, email: `joseph-${n}@looms.example` });
    const order = await call('POST', '/v1/orders/', { product_id: product.id, customer_id: customer.id });
    const key = await seedLicenseKey(api, seller, { customer_id: customer.id });
    for (const [kind, { id }] of Object.entries({ license_key: key, customer, order: order.body })) {
      tagged[kind]!.unshift(id);
      expect((await call('PUT', `/v1/${paths[kind]}/${id}/tags`, { tags: ['early adopter'] })).status).toBe(200);
    }
  }
  const found = await search('  EARLY  Adopter ', seller.oat, '&limit=2');
  expect(found.map(({ type, id, tag }) => [type, id, tag])).toEqual(
    Object.entries(tagged).flatMap(([kind, ids]) => ids.slice(0, 2).map((id) => [kind, id, 'early adopter'])),
  );
  expect(await kinds('early adopte')).toEqual([]);
  const ofCustomer = await search('joseph 2');
  expect(ofCustomer.map(({ type, tag }) => [type, tag])).toEqual(Object.keys(tagged).map((kind) => [kind, null]));
  expect(await kinds('early adopter', (await seedOrganization(api)).oat)).toEqual([]);
  expect([...new Set(await kinds('early adopter', await tokenWith('customers:read')))]).toEqual(['customer']);
  expect([...new Set(await kinds('early adopter', await seller.tokenAs('support')))]).toEqual(['license_key', 'customer']);
});

test('needs one of the scopes', async () => {
  expect((await callAs(api, await tokenWith('events:read'))('GET', '/v1/search?query=ada')).status).toBe(403);
});

test('has at most so many of each kind, and purchases found by a number before those of customers', async () => {
  const grace = await seedCustomer(api, organizationId, { name: 'Grace Hopper' });
  const { id } = await seedProduct(api, organizationId, { name: 'Grace' });
  const orders: string[] = [];
  for (let n = 0; n < 3; n++) {
    await seedCustomer(api, organizationId, { name: `Grace Hopper ${n}` });
    await seedLicenseKey(api, seller, { customer_id: grace.id });
    const order = { product_id: id, customer_id: grace.id, ...(n === 0 ? { external_id: 'grace-1' } : {}) };
    orders.push((await callAs(api, seller.oat)('POST', '/v1/orders/', order)).body.id);
  }
  const found = await search('grace', seller.oat, '&limit=2');
  const pairs = ['license_key', 'customer', 'order'].flatMap((kind) => [kind, kind]);
  expect(found.map(({ type }) => type)).toEqual([...pairs, 'product']);
  expect(found.filter(({ type }) => type === 'order').map((each) => each.id)).toEqual([orders[0], orders[2]]);
});

test.each(['', 'query=', 'query=a&limit=0', 'query=a&limit=26', 'query=a&organization_id=x'])(
  'refuses %j',
  async (parameters) => {
    expect((await callAs(api, seller.oat)('GET', `/v1/search?${parameters}`)).status).toBe(422);
  },
);
