import { randomUUID } from 'node:crypto';
import { callAs } from '../support/call.ts';
import { eventsNamed, openMeteringFixture } from '../support/metering-fixture.ts';

const fixture = await openMeteringFixture();
afterAll(() => fixture.close());

const reason = 'An outage';

/** A customer with used units of a meter. */
async function using(used: number) {
  const [name, customer] = [randomUUID(), await fixture.customer()];
  const meter = await fixture.meter({ func: 'sum', property: 'n' }, eventsNamed(name));
  const use = (n: number) => fixture.ingest({ name, customer_id: customer.id, metadata: { n } });
  await use(used);
  const { id } = await fixture.balance(customer, meter);
  const change = (what: 'credits' | 'reset', body: object, headers: Record<string, string> = {}) =>
    fixture.seller('POST', `/v1/customer-meters/${id}/${what}`, { reason, ...body }, headers);
  const units = async () => {
    const { credited_units, consumed_units, balance } = await fixture.balance(customer, meter);
    return [credited_units, consumed_units, balance];
  };
  return { id, customer, meter, use, change, units };
}

test('units are credited once for an idempotency key, told, and in the audit log with the reason', async () => {
  const { id, customer, meter, change, units } = await using(7.5);
  const headers = { 'idempotency-key': randomUUID() };
  const first = await change('credits', { units: 100 }, headers);
  expect([first.status, first.body]).toEqual([200, await fixture.balance(customer, meter)]);
  expect((await change('credits', { units: 100 }, headers)).text).toBe(first.text);
  expect(await units()).toEqual([100, 7.5, 92.5]);
  await change('credits', { units: 1, rollover: true });
  expect(await units()).toEqual([101, 7.5, 93.5]);
  const ids = { customer_id: customer.id, meter_id: meter.id };
  expect(await fixture.eventsOf(id)).toMatchObject([
    { name: 'customer_meter.credited', payload: { ...ids, units: 100, rollover: false } },
    { name: 'customer_meter.credited', payload: { ...ids, units: 1, rollover: true } },
  ]);
  const entries = (await callAs(fixture.api, fixture.ours.pat)('GET', `/v1/audit-log/?resource_id=${id}&sorting=created_at`)).body
    .items;
  expect(entries).toMatchObject([
    {
      action: 'updated',
      resource: { type: 'customer_meter', id },
      customer_id: customer.id,
      changes: { credited_units: { before: 0, after: 100 }, reason: { before: null, after: reason } },
    },
    { changes: { credited_units: { before: 100, after: 101 } } },
  ]);
});

test('a customer of whom nothing was counted gets one customer meter, which can be credited', async () => {
  const [name, customer] = [randomUUID(), await fixture.customer()];
  const meter = await fixture.meter({ func: 'count' }, eventsNamed(name));
  const ask = { customer_id: customer.id, meter_id: meter.id };
  const answers = await Promise.all([1, 2, 3].map(() => fixture.seller('POST', '/v1/customer-meters/', ask)));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  const [{ id }] = answers.map(({ body }) => body);
  for (const { body } of answers) expect(body).toMatchObject({ id, ...ask, credited_units: 0, consumed_units: 0, balance: 0 });
  expect(answers[0]!.body).toEqual(await fixture.balance(customer, meter));
  await fixture.seller('POST', `/v1/customer-meters/${id}/credits`, { units: 5, reason });
  await fixture.ingest({ name, customer_id: customer.id });
  expect(await fixture.balance(customer, meter)).toMatchObject({ id, credited_units: 5, consumed_units: 1, balance: 4 });
  const { body } = await callAs(fixture.api, fixture.ours.pat)('GET', `/v1/audit-log/?resource_id=${id}&sorting=created_at`);
  expect(body.items.map(({ action }: { action: string }) => action)).toEqual(['created', 'updated']);
  await fixture.seller('DELETE', `/v1/customers/${customer.id}`);
  expect((await fixture.seller('POST', '/v1/customer-meters/', ask)).status).toBe(422);
});

test('of concurrent credits none is lost', async () => {
  const { change, units } = await using(1);
  await Promise.all(Array.from({ length: 8 }, () => change('credits', { units: 5 })));
  expect(await units()).toEqual([40, 1, 39]);
});

test('a reset sets the use back to 0, keeps the credits, and counts what follows', async () => {
  const { id, customer, meter, use, change, units } = await using(7);
  await change('credits', { units: 10 });
  const { status, body } = await change('reset', {});
  expect([status, body.consumed_units, body.credited_units, body.balance]).toEqual([200, 0, 10, 10]);
  await use(2);
  expect(await units()).toEqual([10, 2, 8]);
  const payload = { customer_id: customer.id, meter_id: meter.id, units: 7 };
  expect((await fixture.eventsOf(id)).at(-1)).toMatchObject({ name: 'customer_meter.reset', payload });
  const [entry] = (await callAs(fixture.api, fixture.ours.pat)('GET', `/v1/audit-log/?resource_id=${id}`)).body.items;
  expect(entry.changes).toEqual({ consumed_units: { before: 7, after: 0 }, reason: { before: null, after: reason } });
});

test('input that is not valid, and customers who are deleted', async () => {
  const { customer, change, units } = await using(1);
  for (const body of [
    { units: 0 },
    { units: 1.5 },
    { units: 1_000_000_000_000_001 },
    { units: 1, reason: '' },
    { units: 1, reason: 'x'.repeat(501) },
  ]) {
    expect([body, (await change('credits', body)).status]).toEqual([body, 422]);
  }
  expect((await change('reset', { reason: null })).status).toBe(422);
  expect(await units()).toEqual([0, 1, -1]);
  await fixture.seller('DELETE', `/v1/customers/${customer.id}`);
  expect([(await change('credits', { units: 1 })).status, (await change('reset', {})).status]).toEqual([404, 404]);
});
