import { randomUUID } from 'node:crypto';
import { Balances } from '../../libs/metering/src/domain/balances.ts';
import { Subjects } from '../../libs/metering/src/domain/usage-event.ts';
import { eventsNamed, openMeteringFixture, type MeteringFixture } from '../support/metering-fixture.ts';
import { callAs } from '../support/call.ts';

let fixture: MeteringFixture;
beforeAll(async () => {
  fixture = await openMeteringFixture();
});
afterAll(() => fixture.close());

type Seeded = Awaited<ReturnType<typeof fixture.customer>>;
const known = ({ id }: Seeded) => ({
  id,
  organizationId: fixture.ours.organization.id,
  externalId: null,
  name: null,
  isDeleted: false,
});

const SUM = { func: 'sum', property: 'n' };

async function credit(customer: Seeded, meterId: string, units: number): Promise<string> {
  const state = { isGranted: true, stateRevision: 1, transferEventId: 0, subscriptionId: null, rollover: false };
  const grant = { id: randomUUID(), benefitId: randomUUID(), meterId, units, ...state };
  await fixture.api.app.get(Balances).syncCredits(grant, known(customer), new Date());
  return (await fixture.balance(customer, { id: meterId })).id;
}

/** A customer with units of a meter that sums `n` of events with a name of their own. */
async function credited(units: number, aggregation: object = SUM) {
  const [name, customer] = [randomUUID(), await fixture.customer()];
  const meter = await fixture.meter(aggregation, eventsNamed(name));
  return { name, customer, meter, id: await credit(customer, meter.id, units) };
}
type Credited = Awaited<ReturnType<typeof credited>>;

const at = (id: string) => `/v1/customer-meters/${id}/reservations`;
const reserve = ({ id }: { id: string }, body: object, headers: Record<string, string> = {}) =>
  fixture.seller('POST', at(id), body, headers);
const commit = ({ id, name }: Credited, reservation: string, n: number, event: object = {}) =>
  fixture.seller('POST', `${at(id)}/${reservation}/commit`, { event: { name, metadata: { n }, ...event } });
const release = ({ id }: { id: string }, reservation: string) =>
  fixture.seller('POST', `${at(id)}/${reservation}/release`, undefined);
const list = async ({ id }: { id: string }) => (await fixture.seller('GET', at(id))).body.items;
const outcome = ({ status, headers }: { status: number; headers: object }) => [
  status,
  (headers as Record<string, unknown>)['license-code'],
];
const NONE = [404, 'RESERVATION_NOT_FOUND'];

test('units are reserved, listed, and committed in part by the event that is ingested', async () => {
  const meter = await credited(10);
  const reserved = await reserve(meter, { units: 6, ttl_seconds: 60 });
  expect([reserved.status, reserved.body]).toEqual([
    200,
    {
      id: expect.any(String),
      units: 6,
      created_at: expect.any(String),
      expires_at: expect.any(String),
      customer_meter_id: meter.id,
      balance: 10,
      reserved_units: 6,
    },
  ]);
  const { id, units, created_at, expires_at } = reserved.body;
  expect(Date.parse(expires_at) - Date.parse(created_at)).toBe(60_000);
  const listed = await fixture.seller('GET', at(meter.id));
  expect(listed.body).toEqual({ items: [{ id, units, created_at, expires_at }], pagination: { total_count: 1, max_page: 1 } });
  const refused = await reserve(meter, { units: 5 });
  expect([...outcome(refused), refused.body.detail]).toEqual([
    400,
    'USAGE_LIMIT_EXCEEDED',
    'Only 4 units of the balance are left.',
  ]);
  const committed = await commit(meter, id, 2.5);
  expect([committed.status, committed.body]).toEqual([
    200,
    { units: 2.5, customer_meter_id: meter.id, balance: 7.5, reserved_units: 0 },
  ]);
  expect(outcome(await commit(meter, id, 1))).toEqual(NONE);
  expect(outcome(await release(meter, id))).toEqual(NONE);
  expect(await fixture.balance(meter.customer, meter.meter)).toMatchObject({ consumed_units: 2.5, balance: 7.5 });
  const { body } = await fixture.seller('GET', `/v1/events/?name=${meter.name}`);
  expect(body.items).toMatchObject([{ name: meter.name, customer_id: meter.customer.id, metadata: { n: 2.5 } }]);
});

test('a meter that was created since is counted by a commit as well', async () => {
  const meter = await credited(3, { func: 'count' });
  const { body } = await reserve(meter, { units: 1 });
  const other = await fixture.meter({ func: 'count' }, eventsNamed(meter.name));
  expect((await commit(meter, body.id, 0)).body).toMatchObject({ units: 1, balance: 2 });
  expect(await fixture.balance(meter.customer, other)).toMatchObject({ consumed_units: 1 });
});

test('a commit of more units than were reserved is refused and stores nothing', async () => {
  const meter = await credited(10);
  const { body } = await reserve(meter, { units: 4 });
  const refused = await commit(meter, body.id, 4.5);
  expect([refused.status, refused.body.detail[0].loc]).toEqual([422, ['body', 'event']]);
  expect((await fixture.seller('GET', `/v1/events/?name=${meter.name}`)).body.items).toEqual([]);
  expect((await release(meter, body.id)).status).toBe(204);
  expect(await list(meter)).toEqual([]);
});

test('ingestion is never refused, and lowers what can be reserved', async () => {
  const meter = await credited(10);
  expect((await reserve(meter, { units: 8 })).status).toBe(200);
  await fixture.ingest({ name: meter.name, customer_id: meter.customer.id, metadata: { n: 5 } });
  const refused = await reserve(meter, { units: 1 });
  expect([...outcome(refused), refused.body.detail]).toEqual([
    400,
    'USAGE_LIMIT_EXCEEDED',
    'Only 0 units of the balance are left.',
  ]);
});

test('an expired reservation gives its units back', async () => {
  const meter = await credited(4);
  const { body } = await reserve(meter, { units: 4 });
  const past = [{ id: body.id, units: 4, createdAt: '2020-01-01T00:00:00.000Z', expiresAt: '2020-01-01T00:10:00.000Z' }];
  await fixture.rows(
    'update metering.customer_meters set reservations = ?::jsonb where id = ? returning id',
    JSON.stringify(past),
    meter.id,
  );
  expect(await list(meter)).toEqual([]);
  expect(outcome(await commit(meter, body.id, 1))).toEqual(NONE);
  expect((await reserve(meter, { units: 4 })).status).toBe(200);
});

test('a customer meter has at most 100 open reservations', async () => {
  const meter = await credited(1000);
  const outcomes = await Promise.all(Array.from({ length: 101 }, () => reserve(meter, { units: 1 })));
  expect(outcomes.map(outcome).filter(([status]) => status !== 200)).toEqual([[403, 'RESERVATION_LIMIT_REACHED']]);
});

test('units are reserved only of a meter that counts or sums and is not archived', async () => {
  const unique = await credited(5, { func: 'unique', property: 'n' });
  expect(outcome(await reserve(unique, { units: 1 }))).toEqual([403, 'METER_NOT_RESERVABLE']);
  const archived = await credited(5);
  await fixture.seller('PATCH', `/v1/meters/${archived.meter.id}`, { is_archived: true });
  expect(outcome(await reserve(archived, { units: 1 }))).toEqual([403, 'METER_NOT_RESERVABLE']);
});

test('reservations belong to their customer meter, and that to its organization', async () => {
  const [meter, another] = [await credited(5), await credited(5)];
  const { body } = await reserve(meter, { units: 1 });
  expect(outcome(await commit(another, body.id, 1))).toEqual(NONE);
  expect(outcome(await release(another, body.id))).toEqual(NONE);
  const theirs = callAs(fixture.api, fixture.theirs.oat);
  const event = { name: 'call' };
  for (const [method, path, sent] of [
    ['GET', at(meter.id), undefined],
    ['POST', at(meter.id), { units: 1 }],
    ['POST', `${at(meter.id)}/${body.id}/commit`, { event }],
    ['POST', `${at(meter.id)}/${body.id}/release`, undefined],
  ] as const) {
    expect(outcome(await theirs(method, path, sent))).toEqual([404, undefined]);
  }
});

test('a commit for a customer that was deleted is refused', async () => {
  const meter = await credited(5);
  const { body } = await reserve(meter, { units: 1 });
  await fixture.seller('DELETE', `/v1/customers/${meter.customer.id}`);
  expect(outcome(await commit(meter, body.id, 1))).toEqual([404, undefined]);
  expect((await release(meter, body.id)).status).toBe(204);
});

test('a repeated request with the same idempotency key reserves once', async () => {
  const meter = await credited(5);
  const header = { 'Idempotency-Key': randomUUID() };
  const [first, again] = [await reserve(meter, { units: 1 }, header), await reserve(meter, { units: 1 }, header)];
  expect([again.body, again.headers['idempotency-replayed']]).toEqual([first.body, 'true']);
  expect(await list(meter)).toHaveLength(1);
});

test('reservations of a customer that is merged into another one move with its balance', async () => {
  const source = await credited(5);
  const target = await fixture.customer();
  const id = await credit(target, source.meter.id, 10);
  const { body } = await reserve(source, { units: 5 });
  await reserve({ id }, { units: 3 });
  await fixture.api.app.get(Subjects).merge(source.customer.id, known(target));
  expect((await list({ id })).map(({ units }: { units: number }) => units)).toEqual([3, 5]);
  expect((await reserve(source, { units: 1 })).status).toBe(404);
  expect((await commit({ ...source, id }, body.id, 5)).body).toMatchObject({ units: 5, balance: 10, reserved_units: 3 });
});

test.each([
  ['units', 0],
  ['units', 1_000_000_000_000_001],
  ['ttl_seconds', 0],
  ['ttl_seconds', 86_401],
])('%s is not %j', async (field, value) => {
  const refused = await reserve({ id: randomUUID() }, { units: 1, [field]: value });
  expect([refused.status, refused.body.detail[0].loc]).toEqual([422, ['body', field]]);
});
