import { randomUUID } from 'node:crypto';
import type { Answer } from '../support/call.ts';
import { openSession, type TestPortalUser } from '../support/portal.ts';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';
import { seedLicenseKey } from '../support/seed-license-key.ts';

const KEYS = '/v1/customer-portal/license-keys';

let shop: PurchaseFixture;
beforeAll(async () => {
  shop = await openPurchaseFixture();
});
afterAll(() => shop.close());

type Body = Answer['body'];

const flag = (attach: object, terms: object = {}): Promise<Body> =>
  shop.create('/v1/benefits/', {
    type: 'feature_flag',
    description: 'Export module',
    properties: {},
    attach,
    values: { export: true },
    visibility: 'public',
    ...terms,
  });
const issue = (customer_id: string, terms: object = {}) => seedLicenseKey(shop.api, shop.ours, { customer_id, ...terms });

/** Buys an add-on for the customer, and returns its grant. */
async function buy(customer_id: string, benefit: Body): Promise<Body> {
  const product = await shop.product({ benefits: [benefit.id] });
  const order = await shop.create('/v1/orders/', { product_id: product.id, customer_id });
  await shop.settled();
  return (await shop.grantsOf(order))[0];
}

async function newCustomer() {
  const { id } = await shop.customer();
  return { id, ...(await openSession(shop.api, shop.ours, id)) };
}

const listed = async ({ call }: Pick<TestPortalUser, 'call'>): Promise<Body[]> => {
  const { status, body } = await call('GET', `${KEYS}/attached-grants`);
  expect(status).toBe(200);
  return body.items;
};
const choose = ({ call }: Pick<TestPortalUser, 'call'>, key: { readonly id: string }, grant: { readonly id: string }) =>
  call('POST', `${KEYS}/${key.id}/attached-grants`, { benefit_grant_id: grant.id });
const flagsOf = async ({ id }: { readonly id: string }): Promise<Body[]> =>
  (await shop.seller('GET', `/v1/license-keys/${id}`)).body.entitlements ?? [];
const refusal = ({ status, body }: Answer) => [status, body.detail[0].loc ?? body.detail];
const UNFIT = [422, ['body', 'benefit_grant_id']];

test('a customer sees which add-on waits and for which keys, chooses one, does so again, and moves it', async () => {
  const customer = await newCustomer();
  const [first, second] = [await issue(customer.id), await issue(customer.id)];
  const ended = await issue(customer.id, { expires_at: '2020-01-01T00:00:00Z' });
  const benefit = await flag({ to: 'choose' });
  const grant = await buy(customer.id, benefit);
  const shown = (key: Body) => ({ id: key.id, display_key: key.display_key, benefit_id: key.benefit_id });
  const addOn = {
    benefit_grant_id: grant.id,
    benefit: { id: benefit.id, description: 'Export module', values: { export: true } },
    license_key_id: null,
    license_keys: [shown(second), shown(first)],
  };
  expect(await listed(customer)).toEqual([addOn]);
  for (let again = 0; again < 2; again++) {
    expect((await choose(customer, first, grant)).status).toBe(204);
    expect([await flagsOf(first), await flagsOf(second)]).toEqual([[{ benefit_id: benefit.id, values: { export: true } }], []]);
  }
  expect(await listed(customer)).toEqual([{ ...addOn, license_key_id: first.id }]);
  expect((await choose(customer, second, grant)).status).toBe(204);
  expect([await flagsOf(first), await flagsOf(second)]).toEqual([[], [{ benefit_id: benefit.id, values: { export: true } }]]);
  expect(refusal(await choose(customer, ended, grant))).toEqual([403, 'License key is no longer active.']);
  expect(await listed(customer)).toEqual([{ ...addOn, license_key_id: second.id }]);
});

test('an add-on of keys of one benefit is moved among those only', async () => {
  const customer = await newCustomer();
  const app = await shop.benefit();
  const [older, newer, other] = [
    await issue(customer.id, { benefit_id: app.id }),
    await issue(customer.id, { benefit_id: app.id }),
    await issue(customer.id),
  ];
  const grant = await buy(customer.id, await flag({ to: 'key_of', benefit_id: app.id }));
  const [addOn] = await listed(customer);
  expect([addOn.license_key_id, addOn.license_keys.map(({ id }: Body) => id)]).toEqual([newer.id, [newer.id, older.id]]);
  expect((await choose(customer, older, grant)).status).toBe(204);
  expect(refusal(await choose(customer, other, grant))).toEqual(UNFIT);
  expect([await flagsOf(older), await flagsOf(newer), await flagsOf(other)].map(({ length }) => length)).toEqual([1, 0, 0]);
});

test('nobody chooses for somebody else, what ended, or what is hidden from customers', async () => {
  const [customer, another] = [await newCustomer(), await newCustomer()];
  const [own, foreign] = [await issue(customer.id), await issue(another.id)];
  const grant = await buy(customer.id, await flag({ to: 'choose' }));
  const hidden = await buy(customer.id, await flag({ to: 'choose' }, { visibility: 'private' }));
  const plain = await buy(customer.id, await flag({ to: 'own_key' }));
  const ended = await buy(customer.id, await flag({ to: 'choose' }));
  await shop.seller('POST', `/v1/benefit-grants/${ended.id}/revoke`);
  await shop.settled();
  for (const refused of [hidden, plain, ended, { id: randomUUID() }])
    expect(refusal(await choose(customer, own, refused))).toEqual(UNFIT);
  expect(refusal(await choose(another, foreign, grant))).toEqual(UNFIT);
  for (const key of [own, { id: randomUUID() }]) expect((await choose(another, key, grant)).status).toBe(404);
  expect((await customer.call('POST', `${KEYS}/${own.id}/attached-grants`, {})).status).toBe(422);
  expect((await customer.call('GET', `${KEYS}/attached-grants?page=0`)).status).toBe(422);
  expect((await listed(customer)).map(({ benefit_grant_id }) => benefit_grant_id)).toEqual([grant.id]);
  expect(await listed(another)).toEqual([]);
  expect([await flagsOf(own), await flagsOf(foreign)]).toEqual([[], []]);
});

test('a team leader chooses for what nobody holds; a member sees neither', async () => {
  const { id } = await shop.customer();
  const owner = await openSession(shop.api, shop.ours, id, 'owner');
  const member = await openSession(shop.api, shop.ours, id, 'member');
  const shared = await issue(id);
  const held = await issue(id, { member_id: member.memberId });
  const grant = await buy(id, await flag({ to: 'choose' }));
  expect((await listed(owner))[0].license_keys.map((key: Body) => key.id)).toEqual([shared.id]);
  expect(await listed(member)).toEqual([]);
  expect([(await choose(owner, held, grant)).status, (await choose(member, shared, grant)).status]).toEqual([404, 404]);
  expect(refusal(await choose(member, held, grant))).toEqual(UNFIT);
  expect((await choose(owner, shared, grant)).status).toBe(204);
  await shop.seller('POST', `/v1/license-keys/${held.id}/attached-grants`, { benefit_grant_id: grant.id });
  expect(await listed(owner)).toEqual([]);
  expect(refusal(await choose(owner, shared, grant))).toEqual(UNFIT);
});

test('of choices at the same time one remains, and exactly its key has the add-on', async () => {
  const customer = await newCustomer();
  const keys = [await issue(customer.id), await issue(customer.id), await issue(customer.id)];
  const grant = await buy(customer.id, await flag({ to: 'choose' }));
  for (let round = 0; round < 3; round++) {
    const answers = await Promise.all([...keys, ...keys].map((key) => choose(customer, key, grant)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 204));
    const [addOn] = await listed(customer);
    const having = await Promise.all(keys.map(async (key) => [key.id, (await flagsOf(key)).length]));
    expect(having.filter(([, count]) => count !== 0)).toEqual([[addOn.license_key_id, 1]]);
  }
});
