import { EntityManager } from '@mikro-orm/postgresql';
import { startApi, type TestApi } from '../support/api.ts';
import { type Call, callAs } from '../support/call.ts';
import { type EventQueue, eventQueueOf } from '../support/event-queue.ts';
import { ANY } from '../support/metering-fixture.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { seedProduct } from '../support/seed-product.ts';
import { seedOrganization, type SeededOrganization } from '../support/seed.ts';

let api: TestApi;
let ours: SeededOrganization;
let seller: Call;
let events: EventQueue;
beforeAll(async () => {
  api = await startApi();
  ours = await seedOrganization(api);
  seller = callAs(api, ours.oat);
  events = eventQueueOf(api);
});
afterAll(() => api.close());

const execute = (sql: string) => api.app.get(EntityManager).fork().execute<{ affectedRows: number }>(sql, [], 'run');

const create = async (url: string, body: object) => {
  const answer = await seller('POST', url, body);
  if (answer.status !== 201) throw new Error(`${url}: ${answer.status} ${answer.text}`);
  return answer.body;
};

/** An order of a product with a key, and with further benefits. */
async function ordered(further: readonly { id: string }[] = []) {
  const benefit = await seedBenefit(api, ours.organization.id, { limitUsage: 5 });
  const product = await seedProduct(api, ours.organization.id, { benefits: [benefit.id, ...further.map(({ id }) => id)] });
  const customer = await seedCustomer(api, ours.organization.id);
  await events.deliverAll();
  const order = await create('/v1/orders/', { product_id: product.id, customer_id: customer.id });
  const keys = async () => (await seller('GET', `/v1/license-keys/?customer_id=${customer.id}`)).body.items;
  const grants = async () => (await seller('GET', `/v1/benefit-grants/?customer_id=${customer.id}`)).body.items;
  return { benefit, customer, order, keys, grants };
}

const grantsDecided = () => events.deliverOnly('order.paid');

test('events of the last release, which tell nothing of the decision, bring the same: their hearers ask', async () => {
  const flag = await create('/v1/benefits/', {
    type: 'feature_flag',
    description: 'Export',
    properties: {},
    values: { pages: 5 },
  });
  const meter = await create('/v1/meters/', { name: 'Calls', filter: ANY, aggregation: { func: 'count' } });
  const properties = { meter_id: meter.id, units: 10, rollover: false };
  const credit = await create('/v1/benefits/', { type: 'meter_credit', description: 'Calls', properties });
  const bought = async (publishedAsBefore: () => Promise<unknown>) => {
    const { customer, keys, grants } = await ordered([flag, credit]);
    await grantsDecided();
    await publishedAsBefore();
    await events.deliverOnly('benefit_grant.decided');
    await publishedAsBefore();
    await events.deliverAll();
    const { items } = (await seller('GET', `/v1/customer-meters/?customer_id=${customer.id}`)).body;
    const listed = (await seller('GET', `/v1/events/?customer_id=${customer.id}`)).body.items as { metadata: object }[];
    return {
      keys: (await keys()).map(({ status, limit_usage }: { status: string; limit_usage: number }) => ({ status, limit_usage })),
      flags: (await keys()).map(({ entitlements }: { entitlements: unknown }) => entitlements),
      granted: (await grants()).map(({ is_granted }: { is_granted: boolean }) => is_granted),
      credited: items.map(({ credited_units }: { credited_units: number }) => credited_units),
      types: listed.flatMap(({ metadata }) => ('benefit_type' in metadata ? [metadata.benefit_type] : [])).sort(),
    };
  };
  const told = await bought(async () => undefined);
  expect(told).toEqual({
    keys: [{ status: 'granted', limit_usage: 5 }],
    flags: [[{ benefit_id: flag.id, values: { pages: 5 } }]],
    granted: [true, true, true],
    credited: [10],
    types: ['feature_flag', 'license_keys', 'meter_credit'],
  });
  const OLD_FORM = `update platform.outbox set payload = payload - 'decision' - 'is_mailed'
    where done_at is null and (payload ? 'decision' or payload ? 'is_mailed')`;
  const changed: number[] = [];
  expect(await bought(async () => changed.push((await execute(OLD_FORM)).affectedRows))).toEqual(told);
  expect(changed).toEqual([3, 1]);
});

test('a decision that arrives after a later one issues no key', async () => {
  const { order, keys, grants } = await ordered();
  await grantsDecided();
  expect((await seller('POST', `/v1/orders/${order.id}/void`)).status).toBe(200);
  await events.deliverOnly('order.updated');
  await events.deliverOnly('benefit_grant.revoked');
  await events.deliverAll();
  expect([await keys(), await grants()]).toMatchObject([[], [{ is_granted: false, is_revoked: true }]]);
  expect((await seller('POST', `/v1/orders/${order.id}/unvoid`)).status).toBe(200);
  await events.deliverAll();
  expect([await keys(), await grants()]).toMatchObject([[{ status: 'granted' }], [{ is_granted: true }]]);
});

test('a change of the benefit that missed a new grant reaches its key', async () => {
  const { benefit, keys } = await ordered();
  await grantsDecided();
  const limited = { type: 'license_keys', properties: { limit_usage: 9 } };
  expect((await seller('PATCH', `/v1/benefits/${benefit.id}`, limited)).status).toBe(200);
  // It was processed before the grant was stored, as if the decision had waited for a lock.
  await execute(`update platform.outbox set done_at = now() where name = 'benefit.updated' and aggregate_id = '${benefit.id}'`);
  await events.deliverAll();
  expect(await keys()).toMatchObject([{ status: 'granted', limit_usage: 9 }]);
});

test('a first decision that arrives again lets no grant wait that has a key', async () => {
  const { benefit, keys, grants } = await ordered();
  const pool = await create('/v1/license-key-pools', { name: 'Batch 7', benefit_id: benefit.id });
  const entries = [`PUBLISHER-${pool.id}`];
  expect((await seller('POST', `/v1/license-key-pools/${pool.id}/entries`, { entries })).status).toBe(200);
  await events.deliverAll();
  const [{ id }] = await grants();
  await execute(`update platform.outbox set done_at = null where name = 'benefit_grant.decided' and aggregate_id = '${id}'`);
  await events.deliverAll();
  const waiting = (await seller('GET', `/v1/license-key-pools/${pool.id}/waiting-grants`)).body;
  expect([await keys(), waiting.items]).toMatchObject([[{ status: 'granted' }], []]);
});
