import { EntityManager } from '@mikro-orm/postgresql';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';

let fixture: PurchaseFixture;
beforeAll(async () => {
  fixture = await openPurchaseFixture();
});
afterAll(() => fixture.close());

interface StoredEvent {
  readonly name: string;
  readonly payload: { readonly is_granted: boolean; readonly properties: { readonly license_key_id?: string } };
}

/** The published events of a grant, oldest first. */
const eventsOf = ({ id }: { id: string }): Promise<StoredEvent[]> =>
  fixture.api.app
    .get(EntityManager)
    .fork()
    .execute('select name, payload from platform.outbox where aggregate_id = ? order by id', [id]);

const namesOf = async (grant: { id: string }): Promise<string[]> => (await eventsOf(grant)).map(({ name }) => name);

const stateOf = async (order: { customer_id: string }) =>
  (await fixture.seller('GET', `/v1/customers/${order.customer_id}/state`)).body.granted_benefits;

/** An order whose grant waits for an entry of an empty pool. */
async function waiting() {
  const benefit = await fixture.benefit();
  const product = await fixture.product({ benefits: [benefit.id] });
  const pool = await fixture.create('/v1/license-key-pools', { name: 'Batch 7', benefit_id: benefit.id });
  const customer = await fixture.customer();
  const order = await fixture.create('/v1/orders/', { product_id: product.id, customer_id: customer.id });
  await fixture.settled();
  const fill = async () => {
    const entries = [`PUBLISHER-${pool.id}`];
    expect((await fixture.seller('POST', `/v1/license-key-pools/${pool.id}/entries`, { entries })).status).toBe(200);
    await fixture.settled();
  };
  const [grant] = await fixture.grantsOf(order);
  return { benefit, order, grant, fill };
}

test('a grant without its key is listed as not granted, and created once, with the key', async () => {
  const { benefit, order, grant, fill } = await waiting();
  expect(grant).toMatchObject({ is_granted: false, is_revoked: false, granted_at: null, revoked_at: null, properties: {} });
  const list = async (isGranted: boolean) =>
    (await fixture.seller('GET', `/v1/benefits/${benefit.id}/grants?is_granted=${isGranted}`)).body.items;
  expect([await list(false), await list(true), await stateOf(order)]).toMatchObject([[{ id: grant.id }], [], []]);
  expect(await namesOf(grant)).toEqual(['benefit_grant.decided']);

  await fill();
  const [{ id: license_key_id, display_key }] = await fixture.keysOf(benefit);
  const properties = { license_key_id, display_key };
  expect(await eventsOf(grant)).toMatchObject([
    { name: 'benefit_grant.decided' },
    { name: 'benefit_grant.created', payload: { is_granted: true, properties } },
  ]);
  expect([await list(false), await list(true)]).toMatchObject([[], [{ id: grant.id, is_granted: true, properties }]]);
  expect(await stateOf(order)).toMatchObject([{ id: grant.id, properties }]);
});

test('a grant that is revoked while it waits is never created, and one that is granted again waits again', async () => {
  const { benefit, grant, fill } = await waiting();
  const decide = async (decision: string) => {
    const { status, body } = await fixture.seller('POST', `/v1/benefit-grants/${grant.id}/${decision}`);
    expect(status).toBe(200);
    await fixture.settled();
    return body;
  };
  expect(await decide('revoke')).toMatchObject({ is_granted: false, is_revoked: true });
  await fill();
  expect([await fixture.keysOf(benefit), await namesOf(grant)]).toEqual([[], ['benefit_grant.decided', 'benefit_grant.revoked']]);
  expect(await decide('grant')).toMatchObject({ is_granted: false, is_revoked: false });
  expect((await namesOf(grant)).slice(2)).toEqual(['benefit_grant.decided', 'benefit_grant.created']);
});

test('whenever the purchase ends while the key is issued, a grant is created only with its key, and revoked after that', async () => {
  const benefit = await fixture.benefit();
  const product = await fixture.product({ every: 'month', benefits: [benefit.id] });
  const grants = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const { id: customer_id } = await fixture.customer();
      const subscription = await fixture.create('/v1/subscriptions/', { product_id: product.id, customer_id });
      expect((await fixture.seller('DELETE', `/v1/subscriptions/${subscription.id}`)).status).toBe(200);
      return subscription;
    }),
  ).then(async (all) => {
    await fixture.settled();
    return (await Promise.all(all.map((each) => fixture.grantsOf(each)))).flat();
  });
  for (const grant of grants) {
    const events = await eventsOf(grant);
    const created = events.filter(({ name }) => name === 'benefit_grant.created');
    expect(created.every(({ payload }) => payload.properties.license_key_id !== undefined)).toBe(true);
    expect(created.length).toBeLessThan(2);
    const names = events.map(({ name }) => name);
    expect(names.lastIndexOf('benefit_grant.revoked')).toBeGreaterThan(names.indexOf('benefit_grant.created'));
  }
  expect((await fixture.keysOf(benefit)).filter(({ status }) => status !== 'revoked')).toEqual([]);
});
