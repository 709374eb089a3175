import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';

let mailbox: Mailbox;
let fixture: PurchaseFixture;
beforeAll(async () => {
  mailbox = await openMailbox();
  fixture = await openPurchaseFixture({ LATCHKEY_DATA: mailbox.folder });
});
afterAll(async () => {
  await fixture.close();
  await mailbox.remove();
});

let count = 0;
const unique = (prefix: string): string => `${prefix}-${++count}`;
const keyBenefit = (properties: object = {}) =>
  fixture.create('/v1/benefits/', { type: 'license_keys', description: 'Keys', properties });

async function productOf(benefits: readonly { id: string }[], attributes: { every?: 'month' } = {}): Promise<string> {
  const { id } = await fixture.product(attributes);
  await fixture.seller('POST', `/v1/products/${id}/benefits`, { benefits: benefits.map((each) => each.id) });
  return id;
}

async function reported(resource: 'orders' | 'subscriptions', body: object) {
  const customer = { email: `${unique('buyer')}@example.com` };
  const purchase = await fixture.create(`/v1/${resource}/`, { customer, ...body });
  await fixture.settled();
  return purchase;
}

test('each item of an order brings the benefits of its product, each benefit once, also those added later', async () => {
  const [shared, own, later] = [await keyBenefit(), await keyBenefit(), await keyBenefit()];
  const [first, second] = [await productOf([shared]), await productOf([shared, own])];
  const items = [{ product_id: first, quantity: 2 }, { product_id: second }];
  const order = await reported('orders', { items });
  const granted = async () => (await fixture.grantsOf(order)).map(({ benefit_id }) => benefit_id).sort();
  expect(await granted()).toEqual([shared.id, own.id].sort());
  await fixture.seller('POST', `/v1/products/${second}/benefits`, { benefits: [shared.id, own.id, later.id] });
  await fixture.settled();
  expect(await granted()).toEqual([shared.id, own.id, later.id].sort());
});

test('a pending order brings its benefits when it is paid', async () => {
  const benefit = await keyBenefit();
  const order = await reported('orders', { product_id: await productOf([benefit]), status: 'pending' });
  expect(await fixture.grantsOf(order)).toEqual([]);
  await fixture.seller('PATCH', `/v1/orders/${order.id}`, { status: 'paid' });
  await fixture.settled();
  expect(await fixture.grantsOf(order)).toMatchObject([{ is_granted: true }]);
  expect(await fixture.keysOf(benefit)).toHaveLength(1);
});

test('a payment for a subscription brings nothing more', async () => {
  const benefit = await keyBenefit();
  const { id } = await reported('subscriptions', { product_id: await productOf([benefit], { every: 'month' }) });
  const payment = await fixture.create('/v1/orders/', { subscription_id: id });
  await fixture.settled();
  expect(await fixture.grantsOf(payment)).toEqual([]);
  expect(await fixture.keysOf(benefit)).toHaveLength(1);
});

test.each(['orders', 'subscriptions'] as const)(
  'the recipient gets the benefits of %s, the buyer has the purchase',
  async (resource) => {
    const benefit = await keyBenefit({ deliver_by_email: true });
    const product_id = await productOf([benefit], resource === 'orders' ? {} : { every: 'month' });
    const email = `${unique('recipient')}@example.com`;
    const purchase = await reported(resource, { product_id, recipient: { email } });
    const { recipient_id, customer_id } = purchase;
    expect(await fixture.grantsOf(purchase)).toMatchObject([
      { is_granted: true, customer_id: recipient_id, customer: { email } },
    ]);
    expect(await fixture.keysOf(benefit)).toMatchObject([{ customer_id: recipient_id }]);
    expect((await mailbox.messages()).filter(({ to }) => to === email)).toHaveLength(1);
    const state = async (id: string) => (await fixture.seller('GET', `/v1/customers/${id}/state`)).body;
    expect((await state(recipient_id)).granted_benefits).toHaveLength(1);
    expect((await state(customer_id)).granted_benefits).toEqual([]);
    expect((await state(customer_id)).active_subscriptions).toHaveLength(resource === 'orders' ? 0 : 1);
  },
);

test('keys that were issued elsewhere stay, and are mailed only if the purchase says so', async () => {
  const [moved, generated] = [await keyBenefit({ deliver_by_email: true }), await keyBenefit({ prefix: 'NEW' })];
  const product_id = await productOf([moved, generated]);
  const key = unique('LEGACY-KEY-OF-2019');
  const license_keys = [{ benefit_id: moved.id, key }];
  const order = await reported('orders', { product_id, license_keys, deliver_by_email: false });
  expect(await fixture.keysOf(moved)).toMatchObject([{ key, status: 'granted', customer_id: order.customer_id }]);
  expect(await fixture.keysOf(generated)).toMatchObject([{ key: expect.stringMatching(/^NEW-/) }]);
  expect((await mailbox.messages()).filter(({ to }) => to === order.customer.email)).toEqual([]);
  const validated = { key, organization_id: fixture.ours.organization.id };
  expect(await fixture.seller('POST', '/v1/license-keys/validate', validated)).toMatchObject({ status: 200, body: { key } });

  const asked = await reported('orders', { product_id, deliver_by_email: true });
  expect((await mailbox.messages()).filter(({ to }) => to === asked.customer.email)).toHaveLength(2);

  const refusal = async (body: object) => {
    const customer = { email: `${unique('buyer')}@example.com` };
    const { status, body: answer } = await fixture.seller('POST', '/v1/orders/', { customer, product_id, ...body });
    return [status, answer.detail?.map(({ loc }: { loc: string[] }) => loc.slice(1).join('.'))];
  };
  expect(await refusal({ license_keys })).toEqual([422, ['license_keys.0.key']]);
  const twice = [
    { benefit_id: generated.id, key: unique('SAME-KEY') },
    { benefit_id: generated.id, key: unique('SAME-KEY') },
  ];
  expect(await refusal({ license_keys: twice })).toEqual([422, ['license_keys.1.benefit_id']]);
  const elsewhere = [{ benefit_id: (await keyBenefit()).id, key: unique('OTHER-KEY') }];
  expect(await refusal({ license_keys: elsewhere })).toEqual([422, ['license_keys.0.benefit_id']]);
});

test('of two purchases reported with the same key at the same time, one gets it and the other a new key', async () => {
  const benefit = await keyBenefit();
  const product_id = await productOf([benefit]);
  const license_keys = [{ benefit_id: benefit.id, key: unique('TOLD-TWICE-KEY') }];
  const pending = { product_id, license_keys, status: 'pending' };
  const orders = [await reported('orders', pending), await reported('orders', pending)];
  for (const { id } of orders) await fixture.seller('PATCH', `/v1/orders/${id}`, { status: 'paid' });
  await fixture.settled();
  const keys = (await fixture.keysOf(benefit)).map(({ key }) => key);
  expect(keys).toHaveLength(2);
  expect(keys.filter((key) => key === license_keys[0]!.key)).toHaveLength(1);
});

test('keys expire counted from the purchase that was made earlier', async () => {
  const benefit = await keyBenefit({ expires: { ttl: 2, timeframe: 'year' } });
  await reported('orders', { product_id: await productOf([benefit]), purchased_at: '2025-03-01T10:00:00Z' });
  expect(await fixture.keysOf(benefit)).toMatchObject([{ expires_at: '2027-03-01T10:00:00.000Z' }]);
});
