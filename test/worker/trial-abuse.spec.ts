import { EntityManager } from '@mikro-orm/postgresql';
import { callAs } from '../support/call.ts';
import { type EventQueue, eventQueueOf } from '../support/event-queue.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import { openSellerFixture, type SellerFixture } from '../support/seller-fixture.ts';

const TRIAL = { every: 'month', trial: { unit: 'day', count: 14 } } as const;

let shop: SellerFixture;
let queue: EventQueue;
beforeAll(async () => {
  shop = await openSellerFixture();
  queue = eventQueueOf(shop.api);
});
beforeEach(() => prevent(true));
afterAll(() => shop.close());

async function prevent(prevent_trial_abuse: boolean): Promise<void> {
  const [url, owner] = [`/v1/organizations/${shop.ours.organization.id}`, callAs(shop.api, shop.ours.pat)];
  const { subscription_settings } = (await owner('GET', url)).body;
  await owner('PATCH', url, { subscription_settings: { ...subscription_settings, prevent_trial_abuse } });
}

let people = 0;
const person = (email = `person-${++people}@example.com`) => shop.create('/v1/customers/', { email });

const subscribe = async (product: { id: string }, customer: { id: string }, reported: object = {}) =>
  shop.create('/v1/subscriptions/', { product_id: product.id, customer_id: customer.id, ...reported });

const end = ({ id }: { id: string }) => shop.seller('DELETE', `/v1/subscriptions/${id}`);

test('a customer has one trial of each product, also after it was deleted', async () => {
  const [product, other] = [await shop.product(TRIAL), await shop.product(TRIAL)];
  const ada = await person('ada@example.com');
  const first = await subscribe(product, ada);
  expect(first).toMatchObject({ status: 'trialing' });
  await end(first);
  const second = await subscribe(product, ada);
  expect(second).toMatchObject({ status: 'active', trial_start: null, trial_end: null });
  expect(await shop.eventsOf(second.id)).toEqual(['subscription.created', 'subscription.active']);
  await end(second);
  const elsewhere = await subscribe(other, ada);
  expect(elsewhere).toMatchObject({ status: 'trialing' });
  await shop.seller('DELETE', `/v1/customers/${ada.id}`);
  expect(await subscribe(product, await person('ada@example.com'))).toMatchObject({ status: 'active' });
});

test('a customer has had the trials of the customers that were merged into it, along a chain', async () => {
  const product = await shop.product(TRIAL);
  const [first, second, third] = [await person(), await person(), await person()];
  await end(await subscribe(product, first));
  for (const [source, target] of [
    [first, second],
    [second, third],
  ] as const) {
    const { status } = await shop.seller('POST', `/v1/customers/${target.id}/merge`, { customer_id: source.id });
    expect(status).toBe(200);
  }
  expect(await subscribe(product, third)).toMatchObject({ status: 'active', trial_end: null });
});

test.each([
  ['e-mail address', 'grace@example.com', 'Grace+2@example.com', {}],
  ['mailbox at Gmail', 'grace@gmail.com', 'g.race@googlemail.com', {}],
  ['means of payment', undefined, undefined, { payment_fingerprint: 'card-1' }],
  ['device', undefined, undefined, { device_id: 'laptop-1' }],
] as const)('somebody else with the same %s gets no second trial', async (_what, email, other, reported) => {
  const product = await shop.product(TRIAL);
  expect(await subscribe(product, await person(email), reported)).toMatchObject({ status: 'trialing' });
  expect(await subscribe(product, await person(other), reported)).toMatchObject({ status: 'active', trial_end: null });
});

test('a device on which a key of a trial was activated has had the trial', async () => {
  const benefit = await seedBenefit(shop.api, shop.ours.organization.id, {
    activations: { limit: 3, enableCustomerAdmin: true },
  });
  const product = await shop.product({ ...TRIAL, benefits: [benefit.id] });
  await subscribe(product, await person());
  await queue.deliverAll();
  const { body } = await shop.seller('GET', `/v1/license-keys/?benefit_id=${benefit.id}`);
  const activation = await shop.api.app.inject({
    method: 'POST',
    url: '/v1/customer-portal/license-keys/activate',
    headers: { 'license-device': 'workstation-7' },
    payload: { key: body.items[0].key, organization_id: shop.ours.organization.id, label: 'Work' },
  });
  expect(activation.statusCode).toBe(200);
  await queue.deliverAll();
  expect(await subscribe(product, await person(), { device_id: 'workstation-7' })).toMatchObject({ status: 'active' });
  expect(await subscribe(product, await person(), { device_id: 'workstation-8' })).toMatchObject({ status: 'trialing' });
});

test('a purchase that is rejected uses up no trial', async () => {
  const [product, other] = [await shop.product(TRIAL), await shop.product(TRIAL)];
  const customer = await person();
  const subscription = await subscribe(product, customer);
  const rejected = await shop.seller('POST', '/v1/subscriptions/', { product_id: other.id, customer_id: customer.id });
  expect(rejected.status).toBe(422);
  await end(subscription);
  expect(await subscribe(other, customer)).toMatchObject({ status: 'trialing' });
});

test('trials are recorded while nothing is prevented, and only as digests', async () => {
  await prevent(false);
  const product = await shop.product(TRIAL);
  const reported = { payment_fingerprint: 'card-77', device_id: 'laptop-77' };
  for (let i = 0; i < 2; i++) expect(await subscribe(product, await person(), reported)).toMatchObject({ status: 'trialing' });
  await prevent(true);
  expect(await subscribe(product, await person(), reported)).toMatchObject({ status: 'active' });
  const em = shop.api.app.get(EntityManager).fork();
  const rows = await em.execute('select * from entitlements.trial_traits where product_id = ?', [product.id]);
  expect(rows).toHaveLength(6);
  expect(JSON.stringify(rows)).not.toMatch(/card-77|laptop-77|example\.com/);
});

test.each([{ payment_fingerprint: '' }, { payment_fingerprint: 'x'.repeat(256) }, { device_id: 'x'.repeat(129) }])(
  '422: %j',
  async (reported) => {
    const body = { product_id: (await shop.product(TRIAL)).id, customer_id: (await person()).id, ...reported };
    const answer = await shop.seller('POST', '/v1/subscriptions/', body);
    expect(answer).toMatchObject({ status: 422, body: { detail: [{ loc: ['body', Object.keys(reported)[0]] }] } });
  },
);
