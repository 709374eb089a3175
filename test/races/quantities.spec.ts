import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';
import { randomness } from './randomness.ts';

let fixture: PurchaseFixture;
beforeAll(async () => {
  fixture = await openPurchaseFixture();
});
afterAll(() => fixture.close());

const MOST = 6;

test('a subscription whose quantity changes while its keys are issued has as many keys as the last change says', async () => {
  const properties = { quantity: 'each' };
  const benefit = await fixture.create('/v1/benefits/', { type: 'license_keys', description: 'Each', properties });
  const product = await fixture.product({ every: 'month', benefits: [benefit.id] });
  const random = randomness(7);
  const subscriptions = await Promise.all(
    Array.from({ length: 8 }, async () => {
      const { id: customer_id } = await fixture.customer();
      return fixture.create('/v1/subscriptions/', { product_id: product.id, customer_id, quantity: 3 });
    }),
  );
  const change = ({ id }: { id: string }) =>
    fixture.seller('PATCH', `/v1/subscriptions/${id}`, { quantity: 1 + Math.floor(random() * MOST) });
  await Promise.all(subscriptions.flatMap((each) => Array.from({ length: 6 }, () => change(each))));
  await fixture.settled();
  const keys = await fixture.keysOf(benefit);
  for (const { id, customer_id } of subscriptions) {
    const { body } = await fixture.seller('GET', `/v1/subscriptions/${id}`);
    const own = keys.filter((key) => key.customer_id === customer_id);
    expect(own.filter(({ status }) => status === 'granted')).toHaveLength(body.quantity);
    expect(own.length).toBeLessThanOrEqual(MOST);
    expect(new Set(own.map(({ ordinal }) => ordinal)).size).toBe(own.length);
  }
});

test('purchases that renew one key at the same time give it the time of each, once', async () => {
  const properties = { expires: { ttl: 1, timeframe: 'year' }, when_bought_again: 'renew' };
  const benefit = await fixture.create('/v1/benefits/', { type: 'license_keys', description: 'A year', properties });
  const product = await fixture.product({ benefits: [benefit.id] });
  const { id: customer_id } = await fixture.customer();
  const buy = (external_id: string) =>
    fixture.seller('POST', '/v1/orders/', {
      product_id: product.id,
      customer_id,
      external_id,
      purchased_at: '2026-01-15T00:00:00Z',
    });
  await buy('first');
  await fixture.settled();
  await Promise.all(Array.from({ length: 5 }, (_, n) => [buy(`renewal-${n}`), buy(`renewal-${n}`)]).flat());
  await fixture.settled();
  expect(await fixture.keysOf(benefit)).toMatchObject([{ expires_at: '2032-01-15T00:00:00.000Z' }]);
});
