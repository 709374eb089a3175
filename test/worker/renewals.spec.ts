import { randomUUID } from 'node:crypto';
import { deliveryOrders, type EventQueue, eventQueueOf } from '../support/event-queue.ts';
import { openSellerFixture, type SellerFixture } from '../support/seller-fixture.ts';

let shop: SellerFixture;
let queue: EventQueue;
beforeAll(async () => {
  shop = await openSellerFixture();
  queue = eventQueueOf(shop.api);
});
afterAll(() => shop.close());

const ORDERS = deliveryOrders(1);

interface Key {
  readonly id: string;
  readonly key: string;
  readonly status: string;
  readonly expires_at: string | null;
}

const BOUGHT = '2026-01-15T00:00:00.000Z';
const [A_YEAR_AFTER_IT_WAS_BOUGHT, A_YEAR_AFTER_THAT] = ['2027-01-15T00:00:00.000Z', '2028-01-15T00:00:00.000Z'];

async function patch(url: string, body: object): Promise<void> {
  const { status, text } = await shop.seller('PATCH', url, body);
  if (status !== 200) throw new Error(`${status} ${text}`);
}

/** A customer and a product whose keys live for a year, and what the customer buys of it. */
async function offered(properties: object = { when_bought_again: 'renew' }, every?: 'month') {
  const terms = { expires: { ttl: 1, timeframe: 'year' }, activations: { limit: 2, enable_customer_admin: true }, ...properties };
  const benefit = await shop.create('/v1/benefits/', { type: 'license_keys', description: 'A year', properties: terms });
  const product = await shop.product({ benefits: [benefit.id], ...(every ? { every } : {}) });
  const { id: customer_id } = await shop.customer();
  const order = { product_id: product.id, customer_id, purchased_at: BOUGHT, amount: 100 };
  const buy = (bought: object = {}) => shop.create('/v1/orders/', { ...order, ...bought });
  const keys = async (): Promise<Key[]> =>
    (await shop.seller('GET', `/v1/license-keys/?limit=100&sorting=created_at&benefit_id=${benefit.id}`)).body.items;
  const termsOf = async () => (await keys()).map(({ expires_at }) => expires_at).sort();
  return { benefit, product, customer_id, order, buy, keys, termsOf };
}

const refund = (order: { id: string }) =>
  shop.create('/v1/refunds/', { order_id: order.id, reason: 'other', amount: 100, revoke_benefits: true });

const disputeOf = (order: { id: string }, status: string) => ({
  order_id: order.id,
  payment_id: `ch_${order.id}`,
  status,
  revoke_benefits: true,
});

const presented = ({ key }: Key) => ({ key, organization_id: shop.ours.organization.id });

const flagsOf = async ({ id }: Key): Promise<string[]> => {
  const { entitlements } = (await shop.seller('GET', `/v1/license-keys/${id}`)).body;
  return (entitlements ?? []).map(({ benefit_id }: { benefit_id: string }) => benefit_id);
};

describe.each(ORDERS)('a worker that processes events %s', (_name, pick) => {
  test('buying again renews the key, however often it is told, and a refund takes back what it gave', async () => {
    const { buy, keys, termsOf } = await offered();
    await buy();
    await queue.deliverAll(pick);
    const [first] = await keys();
    const again = await buy();
    await queue.deliverAll(pick);
    expect(await keys()).toMatchObject([{ id: first!.id, key: first!.key, expires_at: A_YEAR_AFTER_THAT }]);
    await refund(again);
    await queue.deliverAll(pick);
    expect(await termsOf()).toEqual([A_YEAR_AFTER_IT_WAS_BOUGHT]);
    expect(await keys()).toMatchObject([{ id: first!.id, status: 'granted' }]);
  });

  test('a key that has expired, also by hand, works again, with its devices', async () => {
    const { buy, keys } = await offered();
    await buy();
    await queue.deliverAll(pick);
    const [key] = await keys();
    const call = (what: string, body: object = {}) => {
      return shop.seller('POST', `/v1/license-keys/${what}`, { ...presented(key!), ...body });
    };
    const { body: activation } = await call('activate', { label: 'Laptop' });
    await patch(`/v1/license-keys/${key!.id}`, { expires_at: '2026-02-01T00:00:00.000Z' });
    expect((await call('validate')).status).toBe(404);
    await buy({ purchased_at: undefined });
    await queue.deliverAll(pick);
    expect((await call('validate', { activation_id: activation.id })).status).toBe(200);
  });

  test('with several keys it brings another one, and says so', async () => {
    const { buy, keys } = await offered({});
    await buy();
    await buy();
    await queue.deliverAll(pick);
    const before = await keys();
    expect(before).toHaveLength(2);
    const { benefit_id } = before[0] as unknown as { benefit_id: string };
    const { body } = await shop.seller('GET', `/v1/benefits/${benefit_id}`);
    const properties = { ...body.properties, when_bought_again: 'renew' };
    await patch(`/v1/benefits/${benefit_id}`, { type: 'license_keys', properties });
    await buy();
    await queue.deliverAll(pick);
    const names = await Promise.all((await keys()).map(({ id }) => shop.eventsOf(id)));
    expect([names.length, names.flat().filter((name) => name === 'license_key.renewal_undecided').length]).toEqual([3, 1]);
  });

  test('a purchase may name the key, and its grant shows it', async () => {
    const { buy, keys } = await offered({});
    await buy();
    await buy();
    await queue.deliverAll(pick);
    const [first, second] = (await keys()) as [Key, Key];
    const order = await buy({ renews_license_key_id: second.id });
    await queue.deliverAll(pick);
    expect(order.renews_license_key_id).toBe(second.id);
    const terms = new Map((await keys()).map(({ id, expires_at }) => [id, expires_at]));
    expect([terms.size, terms.get(first.id), terms.get(second.id)]).toEqual([2, A_YEAR_AFTER_IT_WAS_BOUGHT, A_YEAR_AFTER_THAT]);
    const { items } = (await shop.seller('GET', '/v1/benefit-grants/?limit=100')).body;
    const grant = items.find(({ order_id }: { order_id: string }) => order_id === order.id);
    expect(grant.properties).toEqual({ license_key_id: second.id });
  });

  test('a key whose purchase was refunded is granted again when it is bought again', async () => {
    const { buy, keys } = await offered();
    const first = await buy();
    await queue.deliverAll(pick);
    await refund(first);
    await queue.deliverAll(pick);
    expect(await keys()).toMatchObject([{ status: 'revoked' }]);
    await buy();
    await queue.deliverAll(pick);
    expect(await keys()).toMatchObject([{ status: 'granted', expires_at: A_YEAR_AFTER_IT_WAS_BOUGHT }]);
  });

  const endings: [string, (order: { id: string }) => Promise<unknown>][] = [
    ['is refunded', refund],
    ['is lost in a dispute', (order) => shop.create('/v1/disputes/', disputeOf(order, 'lost'))],
    ['is void', (order) => shop.seller('POST', `/v1/orders/${order.id}/void`)],
  ];
  test.each(endings)(
    'of a key that was renewed, the first purchase %s: only its time is lost, and its flags',
    async (_how, end) => {
      const { buy, keys, product } = await offered();
      const flag = await shop.create('/v1/benefits/', { type: 'feature_flag', description: 'Flag', properties: {} });
      const both = [...(await shop.seller('GET', `/v1/products/${product.id}`)).body.benefits, flag].map(({ id }) => id);
      await shop.seller('POST', `/v1/products/${product.id}/benefits`, { benefits: both });
      const first = await buy();
      await queue.deliverAll(pick);
      const [key] = await keys();
      const again = await buy({ purchased_at: '2026-03-01T00:00:00.000Z' });
      await queue.deliverAll(pick);
      expect(await keys()).toMatchObject([{ expires_at: A_YEAR_AFTER_THAT }]);
      await end(first);
      await queue.deliverAll(pick);
      expect(await keys()).toMatchObject([{ id: key!.id, status: 'granted', expires_at: '2027-03-01T00:00:00.000Z' }]);
      expect(await flagsOf(key!)).toEqual([flag.id]);
      await end(again);
      await queue.deliverAll(pick);
      expect(await keys()).toMatchObject([{ id: key!.id, status: 'revoked' }]);
      expect(await flagsOf(key!)).toEqual([]);
    },
  );

  test('a subscription that ended is bought again: the key and its devices stay', async () => {
    const { keys, product, customer_id } = await offered({ when_bought_again: 'renew', expires: null }, 'month');
    const subscribe = () => shop.create('/v1/subscriptions/', { product_id: product.id, customer_id });
    const { id } = await subscribe();
    await queue.deliverAll(pick);
    const [key] = await keys();
    await patch(`/v1/subscriptions/${id}`, { revoke: true });
    await queue.deliverAll(pick);
    expect(await keys()).toMatchObject([{ status: 'revoked' }]);
    const second = await subscribe();
    await queue.deliverAll(pick);
    expect(await keys()).toMatchObject([{ id: key!.id, status: 'granted', expires_at: null }]);
    await patch(`/v1/subscriptions/${second.id}`, { revoke: true });
    await queue.deliverAll(pick);
    expect(await keys()).toMatchObject([{ id: key!.id, status: 'revoked' }]);
  });

  test.each([
    ['by the rule of the benefit', { when_bought_again: 'renew' }, false],
    ['by name', {}, true],
  ])('from a subscription to a lifetime, %s: the key outlives the subscription', async (_how, properties, isNamed) => {
    const { keys, benefit, product, customer_id, buy } = await offered({ ...properties, expires: null }, 'month');
    const { id } = await shop.create('/v1/subscriptions/', { product_id: product.id, customer_id });
    await queue.deliverAll(pick);
    const [key] = await keys();
    const lifetime = await shop.product({ benefits: [benefit.id] });
    const named = isNamed ? { renews_license_key_id: key!.id } : {};
    await buy({ product_id: lifetime.id, ...named });
    await queue.deliverAll(pick);
    await patch(`/v1/subscriptions/${id}`, { revoke: true });
    await queue.deliverAll(pick);
    expect(await keys()).toMatchObject([{ id: key!.id, status: 'granted', expires_at: null }]);
    expect((await shop.seller('POST', '/v1/license-keys/validate', presented(key!))).status).toBe(200);
  });

  test('a year of updates is bought again for a key without an end', async () => {
    const policy = { updates: { period: { ttl: 1, timeframe: 'year' } } };
    const { buy, keys } = await offered({ when_bought_again: 'renew', expires: null, policy });
    await buy();
    await queue.deliverAll(pick);
    const until = async () =>
      (await keys()).map(
        (key) => (key as unknown as { policy_state: { updates: { until: string } } }).policy_state.updates.until,
      );
    expect(await until()).toEqual([A_YEAR_AFTER_IT_WAS_BOUGHT]);
    const again = await buy();
    await queue.deliverAll(pick);
    expect(await until()).toEqual([A_YEAR_AFTER_THAT]);
    await refund(again);
    await queue.deliverAll(pick);
    expect(await until()).toEqual([A_YEAR_AFTER_IT_WAS_BOUGHT]);
  });
});

test('a subscription renews the key that it names for as long as it lasts', async () => {
  const { buy, benefit, customer_id, termsOf } = await offered({});
  await buy();
  await queue.deliverAll();
  const [key] = (await shop.seller('GET', `/v1/license-keys/?benefit_id=${benefit.id}`)).body.items;
  const product = await shop.product({ benefits: [benefit.id], every: 'month' });
  const { id } = await shop.create('/v1/subscriptions/', {
    product_id: product.id,
    customer_id,
    renews_license_key_id: key.id,
  });
  await queue.deliverAll();
  expect(await termsOf()).toEqual([null]);
  await patch(`/v1/subscriptions/${id}`, { revoke: true });
  await queue.deliverAll();
  expect(await termsOf()).toEqual([A_YEAR_AFTER_IT_WAS_BOUGHT]);
});

test('a lifetime that changes later does not change what was bought', async () => {
  const { buy, benefit, termsOf } = await offered();
  await buy();
  await queue.deliverAll();
  await buy({ purchased_at: undefined });
  await queue.deliverAll();
  const before = await termsOf();
  const properties = { expires: { ttl: 1, timeframe: 'day' }, when_bought_again: 'renew' };
  await patch(`/v1/benefits/${benefit.id}`, { type: 'license_keys', properties });
  await queue.deliverAll();
  expect(await termsOf()).toEqual(before);
});

test("422: a key that is not the customer's, is of another benefit, is revoked or does not exist, and nothing changes", async () => {
  const { buy, keys, order, termsOf, customer_id } = await offered();
  const [stranger, another] = [await offered(), await offered()];
  await buy();
  await stranger.buy();
  await another.buy({ customer_id });
  await queue.deliverAll();
  const [own] = await keys();
  const [foreign, other] = [(await stranger.keys())[0]!, (await another.keys())[0]!];
  const attempt = async (body: object) => {
    const { status, body: answer } = await shop.seller('POST', '/v1/orders/', { ...order, ...body });
    return [status, answer.detail?.[0]?.loc];
  };
  const refused = [422, ['body', 'renews_license_key_id']];
  for (const id of [foreign.id, other.id, randomUUID(), 'nonsense'])
    expect(await attempt({ renews_license_key_id: id })).toEqual(refused);
  const nobody = { customer_id: undefined, customer: { email: 'nobody@example.com' }, renews_license_key_id: own!.id };
  expect(await attempt(nobody)).toEqual(refused);
  const { items } = (await shop.seller('GET', '/v1/customers/?email=nobody@example.com')).body;
  expect(items).toEqual([]);
  await patch(`/v1/license-keys/${own!.id}`, { status: 'revoked' });
  expect(await attempt({ renews_license_key_id: own!.id })).toEqual(refused);
  await queue.deliverAll();
  expect(await termsOf()).toEqual([A_YEAR_AFTER_IT_WAS_BOUGHT]);
});
