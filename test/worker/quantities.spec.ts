import { deliveryOrders, type EventQueue, eventQueueOf } from '../support/event-queue.ts';
import { openSellerFixture, type SellerFixture } from '../support/seller-fixture.ts';

let shop: SellerFixture;
let queue: EventQueue;
beforeAll(async () => {
  shop = await openSellerFixture();
  queue = eventQueueOf(shop.api);
});
afterAll(() => shop.close());

const ORDERS = deliveryOrders(3);

interface Key {
  readonly id: string;
  readonly key: string;
  readonly status: string;
  readonly ordinal?: number;
  readonly limit_activations: number | null;
}

const activations = { limit: 2, enable_customer_admin: true };

async function patch(url: string, body: object): Promise<void> {
  const { status, text } = await shop.seller('PATCH', url, body);
  if (status !== 200) throw new Error(`${status} ${text}`);
}

/** A product with a benefit of license keys that says what quantity does, and what of it was bought. */
async function offered(quantity?: 'one' | 'each' | 'devices', every?: 'month') {
  const properties = { activations, ...(quantity ? { quantity } : {}) };
  const benefit = await shop.create('/v1/benefits/', { type: 'license_keys', description: 'Keys', properties });
  const product = await shop.product({ benefits: [benefit.id], ...(every ? { every } : {}) });
  const buy = async (bought: object) => {
    const { id: customer_id } = await shop.customer();
    return shop.create(every ? '/v1/subscriptions/' : '/v1/orders/', { product_id: product.id, customer_id, ...bought });
  };
  const keys = async (): Promise<Key[]> =>
    (await shop.seller('GET', `/v1/license-keys/?limit=100&benefit_id=${benefit.id}`)).body.items;
  const granted = async (): Promise<Key[]> => (await keys()).filter(({ status }) => status === 'granted');
  const ignored = async (): Promise<string[]> => {
    const names = await Promise.all((await keys()).map(({ id }) => shop.eventsOf(id)));
    return names.flat().filter((name) => name === 'license_key.quantity_ignored');
  };
  const change = (rule: 'one' | 'each' | 'devices') =>
    patch(`/v1/benefits/${benefit.id}`, { type: 'license_keys', properties: { activations, quantity: rule } });
  return { benefit, product, buy, keys, granted, ignored, change };
}

const ordinalsOf = (keys: readonly Key[]): (number | undefined)[] => keys.map(({ ordinal }) => ordinal).sort();

const activate = ({ key }: Key, label = 'Laptop') =>
  shop.seller('POST', '/v1/license-keys/activate', { key, organization_id: shop.ours.organization.id, label });

describe.each(ORDERS)('a worker that processes events %s', (_name, pick) => {
  test.each([
    ['one', 1, 2, 1],
    ['each', 5, 2, 0],
    ['devices', 1, 10, 0],
  ] as const)(
    'an order of five of a benefit that says `%s` brings %i keys for %i devices',
    async (rule, number, limit, ignored) => {
      const shelf = await offered(rule);
      await shelf.buy({ quantity: 5 });
      await queue.deliverAll(pick);
      const keys = await shelf.granted();
      expect(keys.map((key) => key.limit_activations)).toEqual(Array.from({ length: number }, () => limit));
      expect(ordinalsOf(keys)).toEqual(rule === 'each' ? [1, 2, 3, 4, 5] : [undefined]);
      expect(await shelf.ignored()).toHaveLength(ignored);
    },
  );

  test('another quantity of a subscription adds keys, and ends those that are not in use', async () => {
    const { buy, keys, granted } = await offered('each', 'month');
    const { id } = await buy({ quantity: 3 });
    await queue.deliverAll(pick);
    const used = (await keys()).find(({ ordinal }) => ordinal === 3)!;
    expect((await activate(used)).status).toBe(200);
    await patch(`/v1/subscriptions/${id}`, { quantity: 4 });
    await patch(`/v1/subscriptions/${id}`, { quantity: 2 });
    await queue.deliverAll(pick);
    expect(ordinalsOf(await granted())).toEqual([1, 3]);
    await patch(`/v1/subscriptions/${id}`, { quantity: 5 });
    await queue.deliverAll(pick);
    expect(ordinalsOf(await granted())).toEqual([1, 2, 3, 4, 5]);
    expect(await keys()).toHaveLength(5);
    await patch(`/v1/subscriptions/${id}`, { revoke: true });
    await queue.deliverAll(pick);
    expect(await granted()).toEqual([]);
  });

  test('of fewer pieces the key that was passed on ends last, even before its grant knows', async () => {
    const { buy, keys, granted } = await offered('each', 'month');
    const { id } = await buy({ quantity: 3 });
    await queue.deliverAll(pick);
    const bought = await keys();
    const [first, second, third] = [1, 2, 3].map((number) => bought.find(({ ordinal }) => ordinal === number)!);
    for (const used of [first!, second!]) expect((await activate(used)).status).toBe(200);
    const { id: customer_id } = await shop.customer();
    expect((await shop.seller('POST', `/v1/license-keys/${third!.id}/transfer`, { customer_id })).status).toBe(200);
    await patch(`/v1/subscriptions/${id}`, { quantity: 2 });
    await queue.deliverAll(pick);
    expect(ordinalsOf(await granted())).toEqual([1, 3]);
    await patch(`/v1/subscriptions/${id}`, { quantity: 1 });
    await queue.deliverAll(pick);
    expect(ordinalsOf(await granted())).toEqual([3]);
  });

  test('another quantity changes the number of devices, and takes no activation away', async () => {
    const { buy, granted } = await offered('devices', 'month');
    const { id } = await buy({ quantity: 2 });
    await queue.deliverAll(pick);
    const [key] = await granted();
    for (const label of ['Laptop', 'Desktop', 'Server']) expect((await activate(key!, label)).status).toBe(200);
    await patch(`/v1/subscriptions/${id}`, { quantity: 1 });
    await queue.deliverAll(pick);
    expect(await granted()).toMatchObject([{ limit_activations: 2 }]);
    expect((await activate(key!)).status).toBe(403);
    const { body } = await shop.seller('GET', `/v1/license-keys/${key!.id}`);
    expect(body.activations).toHaveLength(3);
  });

  test('what a benefit says of quantity applies to purchases that were made before', async () => {
    const { buy, granted, change, ignored } = await offered();
    await buy({ quantity: 3 });
    await queue.deliverAll(pick);
    expect([(await granted()).length, (await ignored()).length]).toEqual([1, 1]);
    await change('each');
    await queue.deliverAll(pick);
    expect(ordinalsOf(await granted())).toEqual([1, 2, 3]);
    await change('devices');
    await queue.deliverAll(pick);
    expect(await granted()).toMatchObject([{ limit_activations: 6 }]);
  });
});

test('a refund of the whole order revokes all keys, and one of a part none', async () => {
  const { buy, granted } = await offered('each');
  const order = await buy({ quantity: 3, amount: 300 });
  await queue.deliverAll();
  const refund = (amount: number, revoke_benefits: boolean) =>
    shop.create('/v1/refunds/', { order_id: order.id, reason: 'other', amount, revoke_benefits });
  await refund(100, false);
  await queue.deliverAll();
  expect(await granted()).toHaveLength(3);
  await refund(200, true);
  await queue.deliverAll();
  expect(await granted()).toEqual([]);
});

test('each piece has a key and a grant with its number, in lists and in the portal', async () => {
  const { buy, keys, benefit } = await offered('each');
  const order = await buy({ quantity: 2 });
  await queue.deliverAll();
  const { items } = (await shop.seller('GET', '/v1/benefit-grants/?limit=100')).body;
  const grants = items.filter(({ order_id }: { order_id: string }) => order_id === order.id);
  const keyOf = new Map((await keys()).map(({ id, ordinal }) => [id, ordinal]));
  expect(grants.map((grant: { ordinal: number }) => grant.ordinal).sort()).toEqual([1, 2]);
  for (const { ordinal, properties, benefit_id } of grants)
    expect([keyOf.get(properties.license_key_id), benefit_id]).toEqual([ordinal, benefit.id]);
});

test('a pool gives as many strings as it has, and the other pieces wait', async () => {
  const { benefit, buy, granted } = await offered('each');
  const pool = await shop.create('/v1/license-key-pools', { name: 'Batch', benefit_id: benefit.id });
  const entries = (from: number, to: number): string[] =>
    Array.from({ length: to - from + 1 }, (_, index) => `BATCH-${benefit.id}-${from + index}`);
  const add = async (from: number, to: number) => {
    await shop.seller('POST', `/v1/license-key-pools/${pool.id}/entries`, { entries: entries(from, to) });
    await queue.deliverAll();
  };
  await add(1, 2);
  await buy({ quantity: 3 });
  await queue.deliverAll();
  expect((await granted()).map(({ key }) => key).sort()).toEqual(entries(1, 2));
  await add(3, 4);
  expect((await granted()).map(({ key }) => key).sort()).toEqual(entries(1, 3));
});

test('the amount is that of the quantity, and the same report with another quantity is a conflict', async () => {
  const { product } = await offered('each');
  const { id: customer_id } = await shop.customer();
  const body = { product_id: product.id, customer_id, external_id: 'quantity-1', quantity: 4 };
  const order = await shop.create('/v1/orders/', body);
  expect(order).toMatchObject({ net_amount: 4000, items: [{ quantity: 4 }] });
  expect((await shop.seller('POST', '/v1/orders/', body)).body.id).toBe(order.id);
  expect((await shop.seller('POST', '/v1/orders/', { ...body, quantity: 5 })).status).toBe(409);
});

test('422: a quantity of nothing, of too many, of a product that is sold by seats, and beside items', async () => {
  const { product } = await offered('each');
  const { id: customer_id } = await shop.customer();
  const attempt = async (body: object) => {
    const { status, body: answer } = await shop.seller('POST', '/v1/orders/', { customer_id, ...body });
    return [status, answer.detail?.[0]?.loc];
  };
  for (const quantity of [0, 10_001, 1.5, 'many'])
    expect(await attempt({ product_id: product.id, quantity })).toEqual([422, ['body', 'quantity']]);
  const seats = await shop.seatProduct();
  expect(await attempt({ product_id: seats.id, seats: 2, quantity: 2 })).toEqual([422, ['body', 'quantity']]);
  expect((await attempt({ items: [{ product_id: product.id }], quantity: 2 }))[0]).toBe(422);
});
