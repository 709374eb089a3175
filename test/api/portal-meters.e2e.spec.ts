import { randomUUID } from 'node:crypto';
import { callAs } from '../support/call.ts';
import { eventsNamed, openMeteringFixture } from '../support/metering-fixture.ts';
import { openSession } from '../support/portal.ts';
import { seedMetered } from '../support/seed-metered.ts';
import { seedCustomer } from '../support/seed-customer.ts';

const fixture = await openMeteringFixture();
const { api, ours, theirs, seller } = fixture;
afterAll(() => fixture.close());

const ada = await fixture.customer();
const { body: team } = await seller('POST', '/v1/customers/', { email: 'team@example.com', name: 'Team', type: 'team' });
/** Both customers have credits of the meter, which counts every event. */
const metered = await seedMetered(api, seller, ours.organization.id, { customer_id: ada.id, team_id: team.id });
const session = await openSession(api, ours, ada.id);

const DAYS = 'start_timestamp=2026-03-01T00:00:00Z&end_timestamp=2026-03-03T23:59:59Z&interval=day';
const quantitiesOf = (id: string, query = DAYS, call = session.call) =>
  call('GET', `/v1/customer-portal/meters/${id}/quantities?${query}`);

test('a customer sees what it used of a meter over time, and nothing of others', async () => {
  const at = (timestamp: string, customer_id: string) => ({ name: 'render', timestamp, customer_id });
  await fixture.ingest(
    at('2026-03-01T10:00:00Z', ada.id),
    at('2026-03-01T22:30:00Z', ada.id),
    at('2026-03-03T10:00:00Z', ada.id),
    at('2026-03-03T10:00:00Z', team.id),
  );
  const { status, body } = await quantitiesOf(metered.customer_meter_id);
  expect(status).toBe(200);
  expect(body).toEqual({
    quantities: [
      { timestamp: '2026-03-01T00:00:00.000Z', quantity: 2 },
      { timestamp: '2026-03-02T00:00:00.000Z', quantity: 0 },
      { timestamp: '2026-03-03T00:00:00.000Z', quantity: 1 },
    ],
    total: 3,
  });
  const zoned = await quantitiesOf(metered.customer_meter_id, `${DAYS}&timezone=Asia/Kolkata`);
  expect(zoned.body.quantities.map(({ quantity }: { quantity: number }) => quantity)).toEqual([1, 1, 1, 0]);
  const all = await seller('GET', `/v1/meters/${metered.meter_id}/quantities?${DAYS}`);
  expect(all.body.total).toBe(4);
});

test('filters of the seller are ignored: the customer of the session is the only one', async () => {
  const { body } = await quantitiesOf(metered.customer_meter_id, `${DAYS}&customer_id=${team.id}&external_customer_id=x`);
  expect(body.total).toBe(3);
});

test('customer meters of others, and those that the portal does not show, are not found', async () => {
  const hidden = await fixture.meter({ func: 'count' }, eventsNamed('render'));
  const unknown = await quantitiesOf(randomUUID());
  expect([unknown.status, unknown.body]).toEqual([404, { error: 'ResourceNotFound', detail: 'Not found' }]);
  const shown = (await fixture.balance(ada, hidden)) as { id: string };
  expect((await quantitiesOf(shown.id)).status).toBe(404);
  expect((await quantitiesOf(metered.own_meter_id)).status).toBe(404);
  expect((await quantitiesOf(metered.meter_id)).status).toBe(404);
});

test('members who see only what is theirs see no usage; owners and billing managers do', async () => {
  const statuses = await Promise.all(
    (['owner', 'billing_manager', 'member'] as const).map(async (role) => {
      const { call } = await openSession(api, ours, team.id, role);
      return (await quantitiesOf(metered.own_meter_id, DAYS, call)).status;
    }),
  );
  expect(statuses).toEqual([200, 200, 404]);
});

test('only sessions of customers are accepted', async () => {
  expect((await quantitiesOf(metered.customer_meter_id, DAYS, seller)).status).toBe(401);
  expect((await quantitiesOf(metered.customer_meter_id, DAYS, callAs(api))).status).toBe(401);
  const stranger = await openSession(api, theirs, (await seedCustomer(api, theirs.organization.id)).id);
  expect((await quantitiesOf(metered.customer_meter_id, DAYS, stranger.call)).status).toBe(404);
});

test.each([
  ['nothing', '', ['query.start_timestamp missing', 'query.end_timestamp missing', 'query.interval missing']],
  ['too many intervals', DAYS.replace('2026-03-01', '2024-03-01'), ['query value_error']],
  ['an end before the start', DAYS.replace('2026-03-03', '2026-02-01'), ['query value_error']],
  ['an early start', DAYS.replace('2026-03-01', '2020-03-01'), ['query.start_timestamp greater_than_equal']],
  ['a time zone that does not exist', `${DAYS}&timezone=Europe/Nowhere`, ['query.timezone enum']],
])('%s is refused', async (_case, query, expected) => {
  const { status, body } = await quantitiesOf(metered.customer_meter_id, query);
  expect(status).toBe(422);
  expect(body.detail.map(({ loc, type }: { loc: string[]; type: string }) => `${loc.join('.')} ${type}`)).toEqual(expected);
});

test('an id that is none is refused', async () => {
  expect((await quantitiesOf('none')).status).toBe(422);
});
