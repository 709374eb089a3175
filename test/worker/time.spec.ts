import { EntityManager } from '@mikro-orm/postgresql';
import { startScheduler } from '../../apps/worker/scheduler.ts';
import { eventually } from '../support/eventually.ts';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';

let shop: PurchaseFixture;
beforeAll(async () => {
  shop = await openPurchaseFixture();
});
afterAll(() => shop.close());

const execute = (sql: string, id: string) => shop.api.app.get(EntityManager).fork().execute(sql, [id]);
const read = async (id: string) => (await shop.seller('GET', `/v1/subscriptions/${id}`)).body;

/** A subscription that began so long ago that its first period is over; and its benefit. */
async function overdue(body?: object) {
  const benefit = await shop.benefit();
  const product = await shop.product({ every: 'month', benefits: [benefit.id] });
  const { id: customer_id } = await shop.customer();
  const { id } = await shop.create('/v1/subscriptions/', { product_id: product.id, customer_id });
  if (body) await shop.seller('PATCH', `/v1/subscriptions/${id}`, body);
  await shop.settled();
  return { benefit, id };
}

const passPeriod = (id: string) =>
  execute(`update entitlements.subscriptions set current_period_end = now() - interval '40 days' where id = ?`, id);

test('periods advance by themselves, what was canceled ends, and grace runs out; two keepers of time share the work', async () => {
  const [running, leaving, late] = [await overdue(), await overdue({ cancel_at_period_end: true }), await overdue()];
  await execute(
    `update entitlements.subscriptions set status = 'past_due', past_due_at = now() - interval '3 days', grace_ends_at = now() where id = ?`,
    late.id,
  );
  for (const { id } of [running, leaving]) await passPeriod(id);
  {
    await using keepers = new AsyncDisposableStack();
    keepers.use(startScheduler(shop.api.app, 50));
    keepers.use(startScheduler(shop.api.app, 50));
    await eventually(async () => (await read(leaving.id)).status === 'canceled');
    await eventually(async () => Date.parse((await read(running.id)).current_period_end) > Date.now());
    await shop.settled();
    await eventually(async () => (await shop.keysOf(late.benefit))[0].status === 'revoked');
  }
  await shop.settled();
  expect(await read(running.id)).toMatchObject({ status: 'active', ended_at: null });
  expect(await shop.keysOf(running.benefit)).toMatchObject([{ status: 'granted' }]);
  expect(await shop.keysOf(leaving.benefit)).toMatchObject([{ status: 'revoked' }]);
  expect(await read(late.id)).toMatchObject({ status: 'past_due' });
  const cycled = `select 1 from platform.outbox where name = 'subscription.cycled' and aggregate_id = ?`;
  expect(await execute(cycled, running.id)).toHaveLength(2);
});
