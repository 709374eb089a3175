import { EntityManager } from '@mikro-orm/postgresql';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';

let shop: PurchaseFixture;
beforeAll(async () => {
  shop = await openPurchaseFixture();
});
afterAll(() => shop.close());

const YEAR_MS = 365 * 86_400_000;

/** A subscription to a monthly product with a benefit whose keys may be activated twice. */
async function subscribed(properties: Parameters<PurchaseFixture['benefit']>[0] = {}) {
  const benefit = await shop.benefit({ activations: { limit: 2, enableCustomerAdmin: true }, ...properties });
  const product = await shop.product({ every: 'month', benefits: [benefit.id] });
  const customer = await shop.customer();
  const subscription = await shop.create('/v1/subscriptions/', { product_id: product.id, customer_id: customer.id });
  await shop.settled();
  return { benefit, product, customer, subscription };
}

const patch = async (url: string, body: object): Promise<void> => {
  const { status, text } = await shop.seller('PATCH', url, body);
  if (status !== 200) throw new Error(`${status} ${text}`);
  await shop.settled();
};

test('who orders a product gets a key that can be read and validated', async () => {
  const benefit = await shop.benefit({ expires: { ttl: 1, timeframe: 'year' }, limitUsage: 5 });
  const product = await shop.product({ benefits: [benefit.id] });
  const { external_id } = await shop.customer();
  const order = await shop.create('/v1/orders/', { product_id: product.id, external_customer_id: external_id });
  await shop.settled();
  const [key, ...others] = await shop.keysOf(benefit);
  expect(others).toEqual([]);
  expect(key).toMatchObject({ status: 'granted', limit_usage: 5, limit_activations: null });
  expect(Math.abs(Date.parse(key.expires_at) - Date.now() - YEAR_MS)).toBeLessThan(2 * 86_400_000);
  const validation = await shop.seller('POST', '/v1/license-keys/validate', {
    key: key.key,
    organization_id: shop.ours.organization.id,
  });
  expect(validation.status).toBe(200);
  const [grant, ...more] = await shop.grantsOf(order);
  expect(more).toEqual([]);
  expect(grant).toMatchObject({
    is_granted: true,
    is_revoked: false,
    order_id: order.id,
    subscription_id: null,
    benefit_id: benefit.id,
    properties: { license_key_id: key.id, display_key: key.display_key },
  });
});

test('the key of a subscription never expires by itself, goes when the subscription ends', async () => {
  const { benefit, subscription } = await subscribed({ expires: { ttl: 1, timeframe: 'year' } });
  expect(await shop.keysOf(benefit)).toMatchObject([{ status: 'granted', expires_at: null, limit_activations: 2 }]);
  const revocation = await shop.seller('DELETE', `/v1/subscriptions/${subscription.id}`);
  expect(revocation.body).toMatchObject({ status: 'canceled' });
  await shop.settled();
  expect(await shop.keysOf(benefit)).toMatchObject([{ status: 'revoked' }]);
  expect(await shop.grantsOf(subscription)).toMatchObject([{ is_granted: false, is_revoked: true }]);
});

test('a purchase that is past due keeps nothing without grace, and the same key comes back when it is paid', async () => {
  const { benefit, subscription } = await subscribed();
  const [before] = await shop.keysOf(benefit);
  await patch(`/v1/subscriptions/${subscription.id}`, { status: 'past_due' });
  expect(await shop.keysOf(benefit)).toMatchObject([{ id: before.id, status: 'revoked' }]);
  await patch(`/v1/subscriptions/${subscription.id}`, { status: 'active' });
  expect(await shop.keysOf(benefit)).toMatchObject([{ id: before.id, key: before.key, status: 'granted' }]);
});

test('canceling at the end of the period takes nothing away', async () => {
  const { benefit, subscription } = await subscribed();
  await patch(`/v1/subscriptions/${subscription.id}`, { cancel_at_period_end: true });
  expect(await shop.keysOf(benefit)).toMatchObject([{ status: 'granted' }]);
});

test('two purchases of one benefit are two keys', async () => {
  const benefit = await shop.benefit();
  const product = await shop.product({ benefits: [benefit.id] });
  const customer = await shop.customer();
  for (let i = 0; i < 2; i++) await shop.create('/v1/orders/', { product_id: product.id, customer_id: customer.id });
  await shop.settled();
  expect(await shop.keysOf(benefit)).toHaveLength(2);
});

test('who buys seats is a team, and granted nothing by that', async () => {
  const benefit = await shop.benefit();
  const tiers = [{ minSeats: 1, maxSeats: null, pricePerSeat: 100 }];
  const terms = { amountType: 'seat_based' as const, seatTiers: { seatTierType: 'volume' as const, tiers } };
  const product = await shop.product({ benefits: [benefit.id], prices: [{ currency: 'usd', taxBehavior: null, terms }] });
  const customer = await shop.customer();
  const order = await shop.create('/v1/orders/', { product_id: product.id, customer_id: customer.id, seats: 3 });
  await shop.settled();
  expect(order).toMatchObject({ seats: 3, total_amount: 300 });
  expect(await shop.grantsOf(order)).toEqual([]);
  expect((await shop.seller('GET', `/v1/customers/${customer.id}`)).body).toMatchObject({ type: 'team' });
});

describe('a benefit that changes', () => {
  test('gives its keys the new terms and leaves their status', async () => {
    const { benefit } = await subscribed();
    const [key] = await shop.keysOf(benefit);
    await patch(`/v1/license-keys/${key.id}`, { status: 'disabled', usage: 3 });
    const properties = { activations: { limit: 9, enable_customer_admin: false }, limit_usage: 7 };
    await patch(`/v1/benefits/${benefit.id}`, { type: 'license_keys', properties });
    expect(await shop.keysOf(benefit)).toMatchObject([
      { id: key.id, status: 'disabled', limit_activations: 9, limit_usage: 7, usage: 3 },
    ]);
  });

  test('leaves keys alone where only its prefix is another', async () => {
    const { benefit } = await subscribed();
    const [key] = await shop.keysOf(benefit);
    await patch(`/v1/license-keys/${key.id}`, { limit_usage: 77 });
    const properties = { prefix: 'NEW', activations: { limit: 2, enable_customer_admin: true } };
    await patch(`/v1/benefits/${benefit.id}`, { type: 'license_keys', properties });
    expect(await shop.keysOf(benefit)).toMatchObject([{ limit_usage: 77 }]);
  });

  test('and is deleted takes its keys along', async () => {
    const { benefit, subscription } = await subscribed();
    const [{ id }] = await shop.keysOf(benefit);
    expect((await shop.seller('DELETE', `/v1/benefits/${benefit.id}`)).status).toBe(204);
    await shop.settled();
    expect((await shop.seller('GET', `/v1/license-keys/${id}`)).body).toMatchObject({ status: 'revoked' });
    expect(await shop.grantsOf(subscription)).toMatchObject([{ is_revoked: true, benefit: { is_deleted: true } }]);
  });
});

test('a product that brings other benefits grants and revokes to those who bought it', async () => {
  const { benefit: old, product, subscription } = await subscribed();
  const fresh = await shop.benefit();
  expect((await shop.seller('POST', `/v1/products/${product.id}/benefits`, { benefits: [fresh.id] })).status).toBe(200);
  await shop.settled();
  expect(await shop.keysOf(old)).toMatchObject([{ status: 'revoked' }]);
  expect(await shop.keysOf(fresh)).toMatchObject([{ status: 'granted' }]);
  expect(await shop.grantsOf(subscription)).toHaveLength(2);
});

test('a customer who is deleted has no subscriptions, grants and live keys', async () => {
  const { benefit, customer, subscription } = await subscribed();
  const bought = await shop.benefit();
  const product = await shop.product({ benefits: [bought.id] });
  await shop.create('/v1/orders/', { product_id: product.id, customer_id: customer.id });
  await shop.settled();
  expect((await shop.seller('DELETE', `/v1/customers/${customer.id}`)).status).toBe(204);
  await shop.settled();
  const { body } = await shop.seller('GET', `/v1/subscriptions/${subscription.id}`);
  expect(body).toMatchObject({ status: 'canceled', customer: { id: customer.id, deleted_at: expect.any(String) } });
  for (const each of [benefit, bought]) expect(await shop.keysOf(each)).toMatchObject([{ status: 'revoked' }]);
});

describe('a key that is changed by hand', () => {
  test('and revoked takes its grant along; reinstated, it brings it back on the terms of the benefit', async () => {
    const { benefit, subscription } = await subscribed();
    const [{ id }] = await shop.keysOf(benefit);
    await patch(`/v1/license-keys/${id}`, { status: 'revoked', limit_activations: 50 });
    expect(await shop.grantsOf(subscription)).toMatchObject([{ is_granted: false, is_revoked: true }]);
    await patch(`/v1/license-keys/${id}`, { status: 'granted' });
    expect(await shop.grantsOf(subscription)).toMatchObject([{ is_granted: true, is_revoked: false }]);
    expect(await shop.keysOf(benefit)).toMatchObject([{ id, status: 'granted', limit_activations: 2 }]);
  });

  test('and disabled leaves its grant as it is', async () => {
    const { benefit, subscription } = await subscribed();
    const [{ id }] = await shop.keysOf(benefit);
    await patch(`/v1/license-keys/${id}`, { status: 'disabled' });
    expect(await shop.grantsOf(subscription)).toMatchObject([{ is_granted: true }]);
    expect(await shop.keysOf(benefit)).toMatchObject([{ status: 'disabled' }]);
  });

  test('and rotated is shown by its grant as it is now', async () => {
    const { benefit, subscription } = await subscribed();
    const [{ id, display_key }] = await shop.keysOf(benefit);
    const { body } = await shop.seller('POST', `/v1/license-keys/${id}/rotate`);
    expect(body.display_key).not.toBe(display_key);
    await shop.settled();
    expect(await shop.grantsOf(subscription)).toMatchObject([{ properties: { display_key: body.display_key } }]);
  });
});

test('a revocation that overtakes its grant leaves no live key', async () => {
  const benefit = await shop.benefit();
  const product = await shop.product({ every: 'month', benefits: [benefit.id] });
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      const { id: customer_id } = await shop.customer();
      const { id } = await shop.create('/v1/subscriptions/', { product_id: product.id, customer_id });
      await shop.seller('DELETE', `/v1/subscriptions/${id}`);
    }),
  );
  await shop.settled();
  expect((await shop.keysOf(benefit)).filter(({ status }) => status !== 'revoked')).toEqual([]);
});

test('everything that happens to a grant is told', async () => {
  const { benefit, subscription } = await subscribed();
  await patch(`/v1/benefits/${benefit.id}`, { type: 'license_keys', properties: { limit_usage: 9 } });
  await shop.seller('DELETE', `/v1/subscriptions/${subscription.id}`);
  await shop.settled();
  const [grant] = await shop.grantsOf(subscription);
  const told = await shop.api.app
    .get(EntityManager)
    .fork()
    .execute<{ name: string }[]>('select name, payload from platform.outbox where aggregate_id = ? order by id', [grant.id]);
  // Updated by its key, which is new, and by its benefit, whose terms are.
  expect(told.map(({ name }) => name)).toEqual(
    ['created', 'updated', 'updated', 'revoked'].map((what) => `benefit_grant.${what}`),
  );
  const facts = { customer_id: grant.customer_id, benefit_id: benefit.id, subscription_id: subscription.id };
  expect(told.at(-1)).toMatchObject({ payload: { ...facts, is_granted: false, properties: grant.properties } });
});

test('no event carries a key', async () => {
  const { benefit } = await subscribed();
  const [{ key }] = await shop.keysOf(benefit);
  const em = shop.api.app.get(EntityManager).fork();
  expect(await em.execute('select 1 from platform.outbox where strpos(payload::text, ?) > 0', [key])).toEqual([]);
});
