import { EntityManager } from '@mikro-orm/postgresql';
import { decodeJwt } from 'jose';
import { recordStatements } from '../support/record-statements.ts';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';

let fixture: PurchaseFixture;
beforeAll(async () => {
  fixture = await openPurchaseFixture();
});
afterAll(() => fixture.close());

const DAY_MS = 86_400_000;

/** A subscription to a monthly product with a benefit whose keys may be activated twice. */
async function subscribed(properties: Parameters<PurchaseFixture['benefit']>[0] = {}) {
  const benefit = await fixture.benefit({ activations: { limit: 2, enableCustomerAdmin: true }, ...properties });
  const product = await fixture.product({ every: 'month', benefits: [benefit.id] });
  const customer = await fixture.customer();
  const subscription = await fixture.create('/v1/subscriptions/', { product_id: product.id, customer_id: customer.id });
  await fixture.settled();
  return { benefit, product, customer, subscription };
}

const patch = async (url: string, body: object): Promise<void> => {
  const { status, text } = await fixture.seller('PATCH', url, body);
  if (status !== 200) throw new Error(`${status} ${text}`);
  await fixture.settled();
};

test('an order grants a license key that can be read and validated', async () => {
  const benefit = await fixture.benefit({ expires: { ttl: 1, timeframe: 'year' }, limitUsage: 5 });
  const product = await fixture.product({ benefits: [benefit.id] });
  const { external_id } = await fixture.customer();
  const before = Date.now();
  const order = await fixture.create('/v1/orders/', { product_id: product.id, external_customer_id: external_id });
  await fixture.settled();
  const [key, ...others] = await fixture.keysOf(benefit);
  expect(others).toEqual([]);
  expect(key).toMatchObject({ status: 'granted', limit_usage: 5, limit_activations: null });
  const expiresAt = Date.parse(key.expires_at);
  expect(before + 365 * DAY_MS <= expiresAt && expiresAt <= Date.now() + 366 * DAY_MS).toBe(true);
  const validation = await fixture.seller('POST', '/v1/license-keys/validate', {
    key: key.key,
    organization_id: fixture.ours.organization.id,
  });
  expect(validation.status).toBe(200);
  const [grant, ...more] = await fixture.grantsOf(order);
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

test('the key of a subscription has no expiry and is revoked when the subscription ends', async () => {
  const { benefit, subscription } = await subscribed({ expires: { ttl: 1, timeframe: 'year' } });
  expect(await fixture.keysOf(benefit)).toMatchObject([{ status: 'granted', expires_at: null, limit_activations: 2 }]);
  const revocation = await fixture.seller('DELETE', `/v1/subscriptions/${subscription.id}`);
  expect(revocation.body).toMatchObject({ status: 'canceled' });
  await fixture.settled();
  expect(await fixture.keysOf(benefit)).toMatchObject([{ status: 'revoked' }]);
  expect(await fixture.grantsOf(subscription)).toMatchObject([{ is_granted: false, is_revoked: true }]);
});

test('without a grace period, a past due subscription loses its key, and gets the same key back when it is paid', async () => {
  const { benefit, subscription } = await subscribed();
  const [before] = await fixture.keysOf(benefit);
  await patch(`/v1/subscriptions/${subscription.id}`, { status: 'past_due' });
  expect(await fixture.keysOf(benefit)).toMatchObject([{ id: before.id, status: 'revoked' }]);
  await patch(`/v1/subscriptions/${subscription.id}`, { status: 'active' });
  expect(await fixture.keysOf(benefit)).toMatchObject([{ id: before.id, key: before.key, status: 'granted' }]);
});

test('canceling at the end of the period revokes nothing', async () => {
  const { benefit, subscription } = await subscribed();
  await patch(`/v1/subscriptions/${subscription.id}`, { cancel_at_period_end: true });
  expect(await fixture.keysOf(benefit)).toMatchObject([{ status: 'granted' }]);
});

test('two purchases of one benefit grant two keys', async () => {
  const benefit = await fixture.benefit();
  const product = await fixture.product({ benefits: [benefit.id] });
  const customer = await fixture.customer();
  for (let i = 0; i < 2; i++) await fixture.create('/v1/orders/', { product_id: product.id, customer_id: customer.id });
  await fixture.settled();
  expect(await fixture.keysOf(benefit)).toHaveLength(2);
});

test('buying seats makes the customer a team and grants it nothing', async () => {
  const benefit = await fixture.benefit();
  const tiers = [{ minSeats: 1, maxSeats: null, pricePerSeat: 100 }];
  const terms = { amountType: 'seat_based' as const, seatTiers: { seatTierType: 'volume' as const, tiers } };
  const product = await fixture.product({ benefits: [benefit.id], prices: [{ currency: 'usd', taxBehavior: null, terms }] });
  const customer = await fixture.customer();
  const order = await fixture.create('/v1/orders/', { product_id: product.id, customer_id: customer.id, seats: 3 });
  await fixture.settled();
  expect(order).toMatchObject({ seats: 3, total_amount: 300 });
  expect(await fixture.grantsOf(order)).toEqual([]);
  expect((await fixture.seller('GET', `/v1/customers/${customer.id}`)).body).toMatchObject({ type: 'team' });
});

describe('changing a benefit', () => {
  test('gives its keys the new terms and keeps their status', async () => {
    const { benefit } = await subscribed();
    const [key] = await fixture.keysOf(benefit);
    await patch(`/v1/license-keys/${key.id}`, { status: 'disabled', usage: 3 });
    const policy = { versions: { minimum: '2' } };
    const properties = { activations: { limit: 9, enable_customer_admin: false }, limit_usage: 7, policy };
    await patch(`/v1/benefits/${benefit.id}`, { type: 'license_keys', properties });
    expect(await fixture.keysOf(benefit)).toMatchObject([
      { id: key.id, status: 'disabled', limit_activations: 9, limit_usage: 7, usage: 3, policy },
    ]);
  });

  test('does not restart the lifetime of its keys unless the lifetime changes', async () => {
    const expires = { ttl: 1, timeframe: 'year' };
    const terms = (limit: number, lifetime = expires) => ({
      type: 'license_keys',
      properties: { expires: lifetime, activations: { limit, enable_customer_admin: false } },
    });
    const benefit = await fixture.benefit();
    await patch(`/v1/benefits/${benefit.id}`, terms(2));
    const product = await fixture.product({ benefits: [benefit.id] });
    await fixture.create('/v1/orders/', { product_id: product.id, customer_id: (await fixture.customer()).id });
    await fixture.settled();
    const [issued] = await fixture.keysOf(benefit);
    await patch(`/v1/benefits/${benefit.id}`, terms(3));
    expect(await fixture.keysOf(benefit)).toMatchObject([{ limit_activations: 3, expires_at: issued.expires_at }]);
    await patch(`/v1/benefits/${benefit.id}`, terms(3, { ttl: 2, timeframe: 'year' }));
    const [longer] = await fixture.keysOf(benefit);
    expect(new Date(longer.expires_at as string).getUTCFullYear()).toBe(
      new Date(issued.expires_at as string).getUTCFullYear() + 1,
    );
  });

  test('leaves what was set by hand on a key, until the key follows it again', async () => {
    const { benefit } = await subscribed();
    const [key] = await fixture.keysOf(benefit);
    await patch(`/v1/license-keys/${key.id}`, { limit_usage: 77, expires_at: '2030-01-01T00:00:00Z' });
    const properties = { activations: { limit: 9, enable_customer_admin: false }, limit_usage: 7 };
    await patch(`/v1/benefits/${benefit.id}`, { type: 'license_keys', properties });
    expect(await fixture.keysOf(benefit)).toMatchObject([
      { limit_activations: 9, limit_usage: 77, expires_at: '2030-01-01T00:00:00.000Z' },
    ]);
    const both = { limit_usage: 5, follow_benefit: ['limit_usage'] };
    expect((await fixture.seller('PATCH', `/v1/license-keys/${key.id}`, both)).status).toBe(422);
    await patch(`/v1/license-keys/${key.id}`, { follow_benefit: ['limit_usage', 'expires_at'] });
    expect(await fixture.keysOf(benefit)).toMatchObject([{ limit_usage: 7, expires_at: null }]);
    await patch(`/v1/benefits/${benefit.id}`, { type: 'license_keys', properties: { ...properties, limit_usage: 8 } });
    expect(await fixture.keysOf(benefit)).toMatchObject([{ limit_usage: 8 }]);
  });

  test('does not change its keys if only the prefix is new', async () => {
    const { benefit } = await subscribed();
    const [key] = await fixture.keysOf(benefit);
    await patch(`/v1/license-keys/${key.id}`, { limit_usage: 77 });
    const properties = { prefix: 'NEW', activations: { limit: 2, enable_customer_admin: true } };
    await patch(`/v1/benefits/${benefit.id}`, { type: 'license_keys', properties });
    expect(await fixture.keysOf(benefit)).toMatchObject([{ limit_usage: 77 }]);
  });

  test('by deletion revokes its keys', async () => {
    const { benefit, subscription } = await subscribed();
    const [{ id }] = await fixture.keysOf(benefit);
    expect((await fixture.seller('DELETE', `/v1/benefits/${benefit.id}`)).status).toBe(204);
    await fixture.settled();
    expect((await fixture.seller('GET', `/v1/license-keys/${id}`)).body).toMatchObject({ status: 'revoked' });
    expect(await fixture.grantsOf(subscription)).toMatchObject([{ is_revoked: true, benefit: { is_deleted: true } }]);
  });
});

test('changing the benefits of a product grants and revokes them for its existing purchases', async () => {
  const { benefit: old, product, subscription } = await subscribed();
  const added = await fixture.benefit();
  expect((await fixture.seller('POST', `/v1/products/${product.id}/benefits`, { benefits: [added.id] })).status).toBe(200);
  await fixture.settled();
  expect(await fixture.keysOf(old)).toMatchObject([{ status: 'revoked' }]);
  expect(await fixture.keysOf(added)).toMatchObject([{ status: 'granted' }]);
  expect(await fixture.grantsOf(subscription)).toHaveLength(2);
});

test('deleting a customer ends its subscriptions and revokes its keys', async () => {
  const { benefit, customer, subscription } = await subscribed();
  const bought = await fixture.benefit();
  const product = await fixture.product({ benefits: [bought.id] });
  await fixture.create('/v1/orders/', { product_id: product.id, customer_id: customer.id });
  await fixture.settled();
  expect((await fixture.seller('DELETE', `/v1/customers/${customer.id}`)).status).toBe(204);
  await fixture.settled();
  const { body } = await fixture.seller('GET', `/v1/subscriptions/${subscription.id}`);
  expect(body).toMatchObject({ status: 'canceled', customer: { id: customer.id, deleted_at: expect.any(String) } });
  for (const each of [benefit, bought]) expect(await fixture.keysOf(each)).toMatchObject([{ status: 'revoked' }]);
});

describe('changing a key directly', () => {
  test('to revoked revokes its grant; to granted restores it, and limits set by hand stay', async () => {
    const { benefit, subscription } = await subscribed();
    const [{ id }] = await fixture.keysOf(benefit);
    await patch(`/v1/license-keys/${id}`, { status: 'revoked', limit_activations: 50 });
    expect(await fixture.grantsOf(subscription)).toMatchObject([{ is_granted: false, is_revoked: true }]);
    await patch(`/v1/license-keys/${id}`, { status: 'granted' });
    expect(await fixture.grantsOf(subscription)).toMatchObject([{ is_granted: true, is_revoked: false }]);
    expect(await fixture.keysOf(benefit)).toMatchObject([{ id, status: 'granted', limit_activations: 50 }]);
  });

  test('to disabled does not change its grant', async () => {
    const { benefit, subscription } = await subscribed();
    const [{ id }] = await fixture.keysOf(benefit);
    await patch(`/v1/license-keys/${id}`, { status: 'disabled' });
    expect(await fixture.grantsOf(subscription)).toMatchObject([{ is_granted: true }]);
    expect(await fixture.keysOf(benefit)).toMatchObject([{ status: 'disabled' }]);
  });

  test('by rotation updates the properties of its grant', async () => {
    const { benefit, subscription } = await subscribed();
    const [{ id, display_key }] = await fixture.keysOf(benefit);
    const { body } = await fixture.seller('POST', `/v1/license-keys/${id}/rotate`);
    expect(body.display_key).not.toBe(display_key);
    await fixture.settled();
    expect(await fixture.grantsOf(subscription)).toMatchObject([{ properties: { display_key: body.display_key } }]);
  });
});

test('a revocation that is processed before its grant leaves no usable key', async () => {
  const benefit = await fixture.benefit();
  const product = await fixture.product({ every: 'month', benefits: [benefit.id] });
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      const { id: customer_id } = await fixture.customer();
      const { id } = await fixture.create('/v1/subscriptions/', { product_id: product.id, customer_id });
      expect((await fixture.seller('DELETE', `/v1/subscriptions/${id}`)).status).toBe(200);
    }),
  );
  await fixture.settled();
  expect((await fixture.keysOf(benefit)).filter(({ status }) => status !== 'revoked')).toEqual([]);
});

test('every change of a grant publishes an event', async () => {
  const { benefit, subscription } = await subscribed();
  await patch(`/v1/benefits/${benefit.id}`, { type: 'license_keys', properties: { limit_usage: 9 } });
  await fixture.seller('DELETE', `/v1/subscriptions/${subscription.id}`);
  await fixture.settled();
  const [grant] = await fixture.grantsOf(subscription);
  const events = await fixture.api.app
    .get(EntityManager)
    .fork()
    .execute<{ name: string }[]>('select name, payload from platform.outbox where aggregate_id = ? order by id', [grant.id]);
  // Created with its key, and updated when the terms of its benefit change.
  expect(events.map(({ name }) => name)).toEqual(
    ['decided', 'created', 'updated', 'revoked'].map((change) => `benefit_grant.${change}`),
  );
  const ids = { customer_id: grant.customer_id, benefit_id: benefit.id, subscription_id: subscription.id };
  expect(events.at(-1)).toMatchObject({ payload: { ...ids, is_granted: false, properties: grant.properties } });
});

test('no event contains a license key', async () => {
  const { benefit } = await subscribed();
  const [{ key }] = await fixture.keysOf(benefit);
  const em = fixture.api.app.get(EntityManager).fork();
  expect(await em.execute('select 1 from platform.outbox where strpos(payload::text, ?) > 0', [key])).toEqual([]);
});

test('a benefit that is removed from a product stays with existing customers if the seller says so', async () => {
  const { benefit, product, subscription } = await subscribed();
  const offer = async (query: string, benefits: readonly string[]) => {
    const { status } = await fixture.seller('POST', `/v1/products/${product.id}/benefits${query}`, { benefits });
    await fixture.settled();
    return status;
  };
  const statuses = async () => (await fixture.keysOf(benefit)).map(({ status }) => status);
  expect(await offer('?existing_customers=keep', [])).toBe(200);
  const { id: customer_id } = await fixture.customer();
  await fixture.create('/v1/subscriptions/', { product_id: product.id, customer_id });
  await fixture.settled();
  expect(await statuses()).toEqual(['granted']);
  for (const status of ['past_due', 'active']) await patch(`/v1/subscriptions/${subscription.id}`, { status });
  expect(await statuses()).toEqual(['granted']);
  await offer('', [benefit.id]);
  expect(await statuses()).toEqual(['granted', 'granted']);
  await offer('?existing_customers=revoke', []);
  expect(await statuses()).toEqual(['revoked', 'revoked']);
  expect(await offer('?existing_customers=ask', [])).toBe(422);
});

test('a subscription that takes a product after a benefit was removed from it does not get the benefit', async () => {
  const [former, { product }] = [await subscribed(), await subscribed()];
  await fixture.seller('POST', `/v1/products/${former.product.id}/benefits?existing_customers=keep`, { benefits: [] });
  const { id: customer_id } = await fixture.customer();
  const { id } = await fixture.create('/v1/subscriptions/', { product_id: product.id, customer_id });
  await patch(`/v1/subscriptions/${id}`, { product_id: former.product.id });
  expect(await fixture.keysOf(former.benefit)).toMatchObject([{ status: 'granted', customer_id: former.customer.id }]);
});

describe('the benefits of an order', () => {
  async function ordered() {
    const benefit = await fixture.benefit();
    const product = await fixture.product({ benefits: [benefit.id] });
    const customer = await fixture.customer();
    const order = await fixture.create('/v1/orders/', { product_id: product.id, customer_id: customer.id, amount: 1000 });
    await fixture.settled();
    return { benefit, order };
  }
  const post = async (url: string, body?: object): Promise<{ id: string }> => {
    const { status, text, body: answer } = await fixture.seller('POST', url, body);
    if (status >= 300) throw new Error(`${status} ${text}`);
    await fixture.settled();
    return answer;
  };
  const statusOf = async (benefit: { readonly id: string }) => (await fixture.keysOf(benefit)).map(({ status }) => status);

  test('stay when it is refunded, unless the refund revokes them', async () => {
    const { benefit, order } = await ordered();
    const refund = { order_id: order.id, reason: 'other', amount: 500 };
    await post('/v1/refunds/', refund);
    expect(await statusOf(benefit)).toEqual(['granted']);
    await post('/v1/refunds/', { ...refund, revoke_benefits: true });
    expect(await statusOf(benefit)).toEqual(['revoked']);
  });

  test('are revoked while it is void, and the key is the same again afterwards', async () => {
    const { benefit, order } = await ordered();
    const [before] = await fixture.keysOf(benefit);
    await post(`/v1/orders/${order.id}/void`);
    expect(await statusOf(benefit)).toEqual(['revoked']);
    await post(`/v1/orders/${order.id}/unvoid`);
    expect(await fixture.keysOf(benefit)).toMatchObject([{ id: before.id, key: before.key, status: 'granted' }]);
  });

  test('are revoked by a dispute where the seller wants it, and given back when it is won', async () => {
    const { benefit, order } = await ordered();
    const dispute = { order_id: order.id, payment_id: 'ch_1' };
    const harmless = await post('/v1/disputes/', dispute);
    expect(await statusOf(benefit)).toEqual(['granted']);
    await patch(`/v1/disputes/${harmless.id}`, { status: 'won' });
    const { id } = await post('/v1/disputes/', { ...dispute, revoke_benefits: true });
    expect(await statusOf(benefit)).toEqual(['revoked']);
    await patch(`/v1/disputes/${id}`, { status: 'won' });
    expect(await statusOf(benefit)).toEqual(['granted']);
    const lost = await post('/v1/disputes/', { ...dispute, revoke_benefits: true });
    await patch(`/v1/disputes/${lost.id}`, { status: 'lost' });
    expect(await statusOf(benefit)).toEqual(['revoked']);
  });

  test('come back when a dispute is taken back that was recorded by mistake, unless something else revokes them', async () => {
    const { benefit, order } = await ordered();
    const dispute = { order_id: order.id, payment_id: 'ch_1', revoke_benefits: true };
    const lost = await post('/v1/disputes/', dispute);
    await post(`/v1/disputes/${lost.id}/accept`);
    expect(await statusOf(benefit)).toEqual(['revoked']);
    await post(`/v1/disputes/${lost.id}/cancel`);
    expect(await statusOf(benefit)).toEqual(['granted']);
    const refund = await post('/v1/refunds/', { order_id: order.id, reason: 'other', amount: 500, revoke_benefits: true });
    const mistaken = await post('/v1/disputes/', dispute);
    await post(`/v1/disputes/${mistaken.id}/cancel`);
    expect(await statusOf(benefit)).toEqual(['revoked']);
    await post(`/v1/refunds/${refund.id}/cancel`);
    expect(await statusOf(benefit)).toEqual(['granted']);
  });

  test('a key that is revoked says why: everything that would have to change, and what was done by hand', async () => {
    const { benefit, order } = await ordered();
    const [{ id }] = await fixture.keysOf(benefit);
    const key = `/v1/license-keys/${id}`;
    const because = async (): Promise<unknown> => (await fixture.seller('GET', key)).body.revoked_because;
    const of = { order_id: order.id, subscription_id: null };
    expect(await because()).toBeUndefined();
    const dispute = await post('/v1/disputes/', { order_id: order.id, payment_id: 'ch_1', revoke_benefits: true });
    const disputed = { reason: 'dispute', ...of, dispute_id: dispute.id };
    expect(await because()).toEqual([disputed]);
    await patch(key, { status: 'granted' });
    expect(await because()).toBeUndefined();
    await patch(key, { status: 'revoked' });
    const byHand = { reason: 'by_hand', ...of, dispute_id: null };
    expect(await because()).toEqual([disputed, byHand]);
    await patch(`/v1/disputes/${dispute.id}`, { status: 'won' });
    expect(await because()).toEqual([byHand]);
    await patch(key, { status: 'granted' });
    await post('/v1/refunds/', { order_id: order.id, reason: 'other', amount: 1000, revoke_benefits: true });
    expect(await because()).toEqual([{ reason: 'refund', ...of, dispute_id: null }]);
  });

  test('a key says that its order is void, its subscription over, or that somebody revoked it who had issued it', async () => {
    const { benefit, order } = await ordered();
    const causesOf = async (id: string): Promise<string[]> => {
      const { body } = await fixture.seller('GET', `/v1/license-keys/${id}`);
      return body.revoked_because.map(({ reason }: { reason: string }) => reason);
    };
    await post(`/v1/orders/${order.id}/void`);
    const [{ id, customer_id }] = await fixture.keysOf(benefit);
    expect(await causesOf(id)).toEqual(['void']);
    const monthly = await fixture.product({ every: 'month', benefits: [benefit.id] });
    const subscription = await fixture.create('/v1/subscriptions/', { product_id: monthly.id, customer_id });
    await fixture.settled();
    const [, monthlyKey] = await fixture.keysOf(benefit);
    expect((await fixture.seller('DELETE', `/v1/subscriptions/${subscription.id}`)).status).toBe(200);
    await fixture.settled();
    expect(await causesOf(monthlyKey.id)).toEqual(['ended']);
    const issued = await fixture.create('/v1/license-keys/', { benefit_id: benefit.id, customer_id });
    await patch(`/v1/license-keys/${issued.id}`, { status: 'revoked' });
    expect(await causesOf(issued.id)).toEqual(['by_hand']);
    expect((await fixture.seller('DELETE', `/v1/benefits/${benefit.id}`)).status).toBe(204);
    await fixture.settled();
    expect(await causesOf(issued.id)).toEqual(['removed']);
  });
});

test('a key shows the flags of its purchase with their values, and so does its lease', async () => {
  const flag = (values?: object) =>
    fixture.create('/v1/benefits/', { type: 'feature_flag', description: 'Export', properties: {}, values });
  const offline = { leaseSeconds: 3600, graceSeconds: 0, maxOfflineDevices: 2 };
  const keys = await fixture.benefit({ activations: { limit: 2, enableCustomerAdmin: true }, offline });
  const [exporting, plain, elsewhere] = [await flag({ maxPages: 500 }), await flag(), await flag({ other: true })];
  const product = await fixture.product({ every: 'month', benefits: [keys.id, exporting.id, plain.id] });
  const addOn = await fixture.product({ benefits: [elsewhere.id] });
  const without = await fixture.product({ benefits: [keys.id] });
  const { id: customer_id } = await fixture.customer();
  const subscription = await fixture.create('/v1/subscriptions/', { product_id: product.id, customer_id });
  for (const { id: product_id } of [addOn, without]) await fixture.create('/v1/orders/', { product_id, customer_id });
  await fixture.settled();

  const all = await fixture.keysOf(keys);
  const key = all.find(({ entitlements }: { entitlements?: unknown }) => entitlements);
  const bare = all.find(({ id }: { id: string }) => id !== key.id);
  const flags = [
    { benefit_id: exporting.id, values: { maxPages: 500 } },
    { benefit_id: plain.id, values: {} },
  ];
  expect([key.entitlements.length, key.entitlements]).toEqual([2, expect.arrayContaining(flags)]);
  expect(bare).not.toHaveProperty('entitlements');

  const organization_id = fixture.ours.organization.id;
  const ask = async (what: string, shown: { key: string }, body: object = {}) => {
    const url = `/v1/customer-portal/license-keys/${what}`;
    const { status, body: answer } = await fixture.seller('POST', url, { key: shown.key, organization_id, ...body });
    expect(status).toBe(200);
    return answer;
  };
  const shownBy = async () => (await ask('validate', key)).entitlements;
  /** The worker of this process sends others. */
  const statements = async (shown: { key: string }) =>
    (await recordStatements(() => ask('validate', shown))).filter((text) => text.includes('licensing.')).length;
  expect([await shownBy(), (await ask('activate', key, { label: 'laptop' })).license_key.entitlements]).toEqual([
    key.entitlements,
    key.entitlements,
  ]);
  await ask('validate', bare);
  const sent = await statements(bare);
  expect([sent > 0, await statements(key)]).toEqual([true, sent]);
  const { lease } = await ask('lease', key, { label: 'desktop' });
  expect(decodeJwt(lease)['entitlements']).toEqual([
    { type: 'license_keys', benefit_id: keys.id },
    ...key.entitlements.map((each: object) => ({ type: 'feature_flag', ...each })),
  ]);

  await patch(`/v1/benefits/${exporting.id}`, { type: 'feature_flag', values: { maxPages: 900 } });
  expect(await shownBy()).toContainEqual({ benefit_id: exporting.id, values: { maxPages: 900 } });
  const grant = (await fixture.grantsOf(subscription)).find(({ benefit_id }) => benefit_id === exporting.id);
  await fixture.seller('POST', `/v1/benefit-grants/${grant.id}/revoke`);
  await fixture.settled();
  expect(await shownBy()).toEqual([{ benefit_id: plain.id, values: {} }]);
});

describe('a key that is transferred', () => {
  const transfer = (key: { id: string }, body: object) => fixture.seller('POST', `/v1/license-keys/${key.id}/transfer`, body);
  const stateOf = async ({ id }: { id: string }) => (await fixture.seller('GET', `/v1/customers/${id}/state`)).body;
  const eventsAbout = (id: string) =>
    fixture.api.app
      .get(EntityManager)
      .fork()
      .execute<{ name: string }[]>('select name from platform.outbox where aggregate_id = ? order by id', [id]);

  test('takes its grant along, stays with the purchase of its buyer, and can leave its devices behind', async () => {
    const { benefit, customer, subscription } = await subscribed();
    const [key] = await fixture.keysOf(benefit);
    const organization_id = fixture.ours.organization.id;
    const activate = () =>
      fixture.seller('POST', '/v1/license-keys/activate', { key: key.key, organization_id, label: 'laptop' });
    expect([(await activate()).status, (await activate()).status]).toEqual([200, 200]);
    const [first, second] = [await fixture.customer(), await fixture.customer()];

    const kept = await transfer(key, { customer_id: first.id });
    expect([kept.status, kept.body.customer.id, kept.body.key]).toEqual([200, first.id, key.key]);
    const left = await transfer(key, { customer_id: second.id, activations: 'deactivate' });
    expect([left.status, left.body.customer_id]).toEqual([200, second.id]);
    await fixture.settled();
    expect((await fixture.seller('GET', `/v1/license-keys/${key.id}`)).body).toMatchObject({
      customer_id: second.id,
      activations: [],
    });
    const names = (await eventsAbout(key.id)).map(({ name }) => name.replace('license_key.', '')).slice(1);
    expect(names).toEqual(['activated', 'activated', 'transferred', 'deactivated', 'deactivated', 'transferred']);

    const [grant] = await fixture.grantsOf(subscription);
    expect([grant.customer_id, grant.is_granted]).toEqual([second.id, true]);
    const granted = async (holder: { id: string }) => (await stateOf(holder)).granted_benefits.length;
    expect([await granted(customer), await granted(first), await granted(second)]).toEqual([0, 0, 1]);
    expect((await stateOf(customer)).active_subscriptions).toHaveLength(1);

    expect((await fixture.seller('DELETE', `/v1/subscriptions/${subscription.id}`)).status).toBe(200);
    await fixture.settled();
    const [ended] = await fixture.keysOf(benefit);
    expect([ended.status, ended.customer_id]).toEqual(['revoked', second.id]);
    const again = await transfer(key, { customer_id: first.id });
    expect([again.status, again.body.error]).toEqual([409, 'LicenseKeyNotTransferable']);
  });

  test('goes to a customer who exists and does not hold it', async () => {
    const { benefit, customer } = await subscribed();
    const [key] = await fixture.keysOf(benefit);
    const deleted = await fixture.customer();
    await fixture.seller('DELETE', `/v1/customers/${deleted.id}`);
    for (const customer_id of [deleted.id, customer.id, fixture.ours.organization.id]) {
      const { status, body } = await transfer(key, { customer_id });
      expect([status, body.detail[0].loc]).toEqual([422, ['body', 'customer_id']]);
    }
  });
});
