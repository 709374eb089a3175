import { randomUUID } from 'node:crypto';
import { EndCredits } from '#metering';
import { callAs } from '../support/call.ts';
import { eventsNamed, openMeteringFixture } from '../support/metering-fixture.ts';
import { recordStatements } from '../support/record-statements.ts';

const fixture = await openMeteringFixture();
afterAll(() => fixture.close());

const reason = 'A gift';
const HOUR_MS = 3_600_000;
const inHours = (hours: number): string => new Date(Date.now() + hours * HOUR_MS).toISOString();

/** A customer with used units of a meter. */
async function using(used: number) {
  const [name, customer] = [randomUUID(), await fixture.customer()];
  const meter = await fixture.meter({ func: 'sum', property: 'n' }, eventsNamed(name));
  const use = (n: number) => fixture.ingest({ name, customer_id: customer.id, metadata: { n } });
  await use(used);
  const { id } = await fixture.balance(customer, meter);
  const post = (what: string, body: object) => fixture.seller('POST', `/v1/customer-meters/${id}/${what}`, { reason, ...body });
  const units = async () => {
    const { credited_units, consumed_units, balance } = await fixture.balance(customer, meter);
    return [credited_units, consumed_units, balance];
  };
  const credits = async () => (await fixture.seller('GET', `/v1/customer-meters/${id}/credits`)).body.items;
  /** Makes all ends of the customer's credits come now. */
  const comeToEnd = async (): Promise<void> => {
    const now = new Date();
    await fixture.rows(
      'update metering.credits set expires_at = ? where drawn is not null and subject_id in (select subject_id from metering.customer_meters where id = ?) returning id',
      now,
      id,
    );
    await fixture.rows('update metering.customer_meters set credits_end_at = ? where id = ? returning id', now, id);
  };
  return { id, customer, meter, use, post, units, credits, comeToEnd };
}

test('usage draws from credits by priority and end, which are listed in that order', async () => {
  const { use, post, units, credits } = await using(0);
  const [soon, late] = [inHours(1), inHours(2)];
  await post('credits', { units: 10, expires_at: late });
  await post('credits', { units: 10, expires_at: soon, rollover: false });
  await post('credits', { units: 10, priority: 1 });
  await post('credits', { units: 10 });
  await use(15.5);
  const shared = { units: 10, benefit_grant_id: null };
  expect(await credits()).toMatchObject([
    { ...shared, units_left: 0, priority: 1, expires_at: null, rollover: false },
    { ...shared, units_left: 4.5, priority: 50, expires_at: soon, rollover: false },
    { ...shared, units_left: 10, priority: 50, expires_at: late, rollover: true },
  ]);
  expect(await units()).toEqual([40, 15.5, 24.5]);
});

test('at the end of a credit the balance falls by what is left at once, and it is told once', async () => {
  const { id, customer, meter, use, post, units, credits, comeToEnd } = await using(0);
  await post('credits', { units: 10, expires_at: inHours(1) });
  await post('credits', { units: 5 });
  await use(3);
  const [{ id: credit_id }] = await credits();
  await comeToEnd();
  expect([await units(), await credits()]).toEqual([[8, 3, 5], []]);
  await use(1);
  expect(await units()).toEqual([8, 4, 4]);
  expect((await fixture.seller('POST', `/v1/customer-meters/${id}/reservations`, { units: 5 })).status).toBe(400);
  await Promise.all([fixture.run(new EndCredits()), fixture.run(new EndCredits())]);
  expect(await units()).toEqual([8, 4, 4]);
  const told = (await fixture.eventsOf(id)).filter(({ name }) => name === 'customer_meter.credit_expired');
  expect(told).toEqual([
    {
      name: 'customer_meter.credit_expired',
      payload: { customer_id: customer.id, meter_id: meter.id, credit_id, units: 7, expired_at: expect.any(String) },
    },
  ]);
  const [entry] = (await callAs(fixture.api, fixture.ours.pat)('GET', `/v1/audit-log/?resource_id=${id}`)).body.items;
  expect([entry.actor.type, entry.changes]).toEqual(['system', { credited_units: { before: 15, after: 8 } }]);
  const history = (await fixture.seller('GET', `/v1/events/?customer_id=${customer.id}&name=meter.credited`)).body.items;
  expect(history.map(({ metadata }: { metadata: { units: number } }) => metadata.units)).toEqual([-7, 5, 10]);
});

test('who finds that a credit has ended does not matter', async () => {
  const { post, units, comeToEnd } = await using(2);
  await post('credits', { units: 10, expires_at: inHours(1) });
  await comeToEnd();
  await post('credits', { units: 1 });
  expect(await units()).toEqual([3, 2, 1]);
});

test('a credit that was given by mistake is taken back as far as it was not used', async () => {
  const { id, use, post, units, credits } = await using(0);
  await post('credits', { units: 10, priority: 10 });
  await use(4);
  const [credit] = await credits();
  expect((await post(`credits/${credit.id}/revoke`, {})).body).toMatchObject({ credited_units: 4, balance: 0 });
  expect((await post(`credits/${credit.id}/revoke`, {})).status).toBe(404);
  await post('credits', { units: 10 });
  expect((await post('debits', { units: 11 })).body.detail[0]).toMatchObject({
    loc: ['body', 'units'],
    msg: 'Only 10 units are left of credits without an end and a priority.',
  });
  expect((await post('debits', { units: 10 })).status).toBe(200);
  expect(await units()).toEqual([4, 4, 0]);
  const told = (await fixture.eventsOf(id)).map(({ payload }) => payload['units']);
  expect(told).toEqual([10, -6, 10, -10]);
});

test('a reset keeps credits with all of their units, or removes them, and what was is in the audit log', async () => {
  const { id, use, post, units, credits } = await using(0);
  await post('credits', { units: 10, expires_at: inHours(1) });
  await post('credits', { units: 5 });
  await use(12);
  await post('reset', {});
  expect([await units(), (await credits())[0].units_left]).toEqual([[15, 0, 15], 10]);
  await use(1);
  await post('reset', { credits: 'remove' });
  expect([await units(), await credits()]).toEqual([[0, 0, 0], []]);
  const [entry] = (await callAs(fixture.api, fixture.ours.pat)('GET', `/v1/audit-log/?resource_id=${id}`)).body.items;
  expect(entry.changes).toMatchObject({ credited_units: { before: 15, after: 0 }, consumed_units: { before: 1, after: 0 } });
  expect((await post('reset', { credits: 'halve' })).status).toBe(422);
});

test('input that is not valid changes nothing', async () => {
  const { post, units } = await using(0);
  for (const body of [
    { expires_at: inHours(-1) },
    { expires_at: '2030-01-01T00:00:00' },
    { priority: -1 },
    { priority: 101 },
    { priority: 1.5 },
    { rollover: 'sometimes' },
  ]) {
    expect([body, (await post('credits', { units: 1, ...body })).status]).toEqual([body, 422]);
  }
  expect((await post(`credits/${randomUUID()}/revoke`, {})).status).toBe(404);
  expect(await units()).toEqual([0, 0, 0]);
});

test('ingestion has the same statements whether customers have credits with an end or not', async () => {
  const { use, post } = await using(1);
  // A new connection has settings, too.
  const ingested = async () => (await recordStatements(() => use(1))).filter((text) => !text.startsWith('set session'));
  const before = await ingested();
  await post('credits', { units: 10, expires_at: inHours(1), priority: 3 });
  expect(await ingested()).toEqual(before);
});
