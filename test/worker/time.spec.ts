import { EntityManager } from '@mikro-orm/postgresql';
import { randomUUID } from 'node:crypto';
import { startScheduler } from '../../apps/worker/scheduler.ts';
import { eventually } from '../support/eventually.ts';
import { openPurchaseFixture, type PurchaseFixture } from '../support/purchase-fixture.ts';
import { seatsOf } from '../support/seat-fixture.ts';

let fixture: PurchaseFixture;
beforeAll(async () => {
  fixture = await openPurchaseFixture();
});
afterAll(() => fixture.close());

const execute = (sql: string, id: string) => fixture.api.app.get(EntityManager).fork().execute(sql, [id]);
const read = async (id: string) => (await fixture.seller('GET', `/v1/subscriptions/${id}`)).body;

/** A subscription and its benefit. */
async function subscribed(changes?: object) {
  const benefit = await fixture.benefit();
  const product = await fixture.product({ every: 'month', benefits: [benefit.id] });
  const { id: customer_id } = await fixture.customer();
  const { id } = await fixture.create('/v1/subscriptions/', { product_id: product.id, customer_id });
  if (changes) await fixture.seller('PATCH', `/v1/subscriptions/${id}`, changes);
  await fixture.settled();
  return { benefit, id };
}

/** As if it had ended a month ago, on the day of the month on which periods start: two more have begun since, whatever the date. */
const endPeriod = (id: string) =>
  execute(
    `update entitlements.subscriptions set current_period_end = current_period_start - interval '1 month' where id = ?`,
    id,
  );

test('the scheduler starts periods, ends canceled subscriptions and grace periods; two schedulers share the work', async () => {
  const [running, canceled, late] = [await subscribed(), await subscribed({ cancel_at_period_end: true }), await subscribed()];
  await execute(
    `update entitlements.subscriptions set status = 'past_due', past_due_at = now() - interval '3 days', grace_ends_at = now() where id = ?`,
    late.id,
  );
  for (const { id } of [running, canceled]) await endPeriod(id);
  {
    await using schedulers = new AsyncDisposableStack();
    schedulers.use(startScheduler(fixture.api.app, 50));
    schedulers.use(startScheduler(fixture.api.app, 50));
    await eventually(async () => (await read(canceled.id)).status === 'canceled');
    await eventually(async () => Date.parse((await read(running.id)).current_period_end) > Date.now());
    await fixture.settled();
    await eventually(async () => (await fixture.keysOf(late.benefit))[0].status === 'revoked');
  }
  await fixture.settled();
  expect(await read(running.id)).toMatchObject({ status: 'active', ended_at: null });
  expect(await fixture.keysOf(running.benefit)).toMatchObject([{ status: 'granted' }]);
  expect(await fixture.keysOf(canceled.benefit)).toMatchObject([{ status: 'revoked' }]);
  expect(await read(late.id)).toMatchObject({ status: 'past_due' });
  const cycled = `select 1 from platform.outbox where name = 'subscription.cycled' and aggregate_id = ?`;
  expect(await execute(cycled, running.id)).toHaveLength(2);
});

test('the scheduler ends what stays past due, pauses and resumes, and applies scheduled changes of the product', async () => {
  const [late, pausing, resuming, changing] = [
    await subscribed(),
    await subscribed({ pause_at_period_end: true }),
    await subscribed({ pause_at_period_end: true, resumes_at: '2090-01-01T00:00:00Z' }),
    await subscribed(),
  ];
  await fixture.seller('PATCH', `/v1/subscriptions/${late.id}`, { status: 'past_due' });
  const other = await fixture.benefit();
  const pro = await fixture.product({ every: 'month', benefits: [changing.benefit.id, other.id] });
  await fixture.seller('PATCH', `/v1/subscriptions/${changing.id}`, { product_id: pro.id, proration_behavior: 'next_period' });
  const [{ id: keptKey }] = await fixture.keysOf(changing.benefit);
  await execute('update entitlements.subscriptions set dunning_ends_at = now() where id = ?', late.id);
  await execute(`update entitlements.subscriptions set resumes_at = now() where id = ?`, resuming.id);
  for (const { id } of [pausing, resuming, changing]) await endPeriod(id);
  {
    await using schedulers = new AsyncDisposableStack();
    schedulers.use(startScheduler(fixture.api.app, 50));
    await eventually(async () => (await read(late.id)).status === 'canceled');
    await eventually(async () => (await read(pausing.id)).status === 'paused');
    await eventually(async () => (await read(resuming.id)).current_period_end > new Date().toISOString());
    await eventually(async () => (await read(changing.id)).product_id === pro.id);
  }
  await fixture.settled();
  expect(await read(resuming.id)).toMatchObject({ status: 'active', paused_at: null, pause_at_period_end: false });
  const statuses = async ({ benefit }: { benefit: { id: string } }) => (await fixture.keysOf(benefit)).map((key) => key.status);
  expect(await Promise.all([late, pausing, resuming].map(statuses))).toEqual([['revoked'], ['revoked'], ['granted']]);
  expect(await fixture.keysOf(changing.benefit)).toMatchObject([{ id: keptKey, status: 'granted' }]);
  expect(await fixture.keysOf(other)).toMatchObject([{ status: 'granted' }]);
  await fixture.seller('PATCH', `/v1/subscriptions/${pausing.id}`, { resume: true });
  await fixture.settled();
  expect(await statuses(pausing)).toEqual(['granted']);
  const { customer_id, product_id } = await read(late.id);
  expect((await fixture.seller('POST', '/v1/subscriptions/', { customer_id, product_id })).status).toBe(201);
});

test('the scheduler deletes activations that were deactivated more than LICENSE_HISTORY_DAYS ago', async () => {
  const key = randomUUID();
  const of = `from licensing.activations where license_key_id = ?`;
  await execute(
    `insert into licensing.activations (organization_id, id, license_key_id, label, conditions, meta, created_at, deactivated_at)
     select gen_random_uuid(), gen_random_uuid(), ?, days::text, '{}', '{}', now(), now() - days * interval '1 day'
     from unnest(array[399, 401]) as days`,
    key,
  );
  await using scheduler = new AsyncDisposableStack();
  scheduler.use(startScheduler(fixture.api.app));
  await eventually(async () => (await execute(`select 1 ${of}`, key)).length === 1);
  expect(await execute(`select label ${of}`, key)).toEqual([{ label: '399' }]);
});

test('the scheduler applies scheduled seats, of which nobody loses one that is assigned', async () => {
  const seats = seatsOf(fixture);
  const [free, assigned] = [await seats.subscription(5), await seats.subscription(5)];
  for (let holder = 0; holder < 3; holder += 1) await seats.seat(assigned);
  for (const { id } of [free, assigned]) {
    const scheduled = { seats: 2, proration_behavior: 'next_period' };
    const { body } = await fixture.seller('PATCH', `/v1/subscriptions/${id}`, scheduled);
    expect(body).toMatchObject({ seats: 5, pending_update: { seats: 2 } });
    await execute(`update entitlements.subscriptions set current_period_end = now() where id = ?`, id);
  }
  {
    await using schedulers = new AsyncDisposableStack();
    schedulers.use(startScheduler(fixture.api.app, 50));
    schedulers.use(startScheduler(fixture.api.app, 50));
    for (const { id } of [free, assigned]) await eventually(async () => (await read(id)).pending_update === null);
  }
  await fixture.settled();
  expect([(await read(free.id)).seats, (await read(assigned.id)).seats]).toEqual([2, 3]);
  for (const { id } of [free, assigned]) {
    const counted = `select payload -> 'new_seats' as seats from platform.outbox where name = 'subscription.seats_updated' and aggregate_id = ?`;
    expect(await execute(counted, id)).toHaveLength(1);
    expect(Date.parse((await read(id)).current_period_end)).toBeGreaterThan(Date.now());
  }
});
