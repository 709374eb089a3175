import { randomUUID } from 'node:crypto';
import { MoveUsageOfMergedCustomer } from '../../libs/metering/src/commands/move-usage-of-merged-customer.ts';
import { callAs } from '../support/call.ts';
import { eventsNamed, openMeteringFixture } from '../support/metering-fixture.ts';

const fixture = await openMeteringFixture();
afterAll(() => fixture.close());

const reason = 'Sent twice';
type Aggregation = { readonly func: string; readonly property?: string };

/** A customer whose events have these values, with a meter of them. */
async function using(aggregation: Aggregation, values: readonly (number | string)[], attributes: object = {}) {
  const [name, customer] = [randomUUID(), await fixture.customer()];
  const meter = await fixture.meter(aggregation, eventsNamed(name));
  const externalIds = values.map(() => randomUUID());
  const event = (n: number | string, external_id: string) => ({ name, customer_id: customer.id, external_id, metadata: { n } });
  for (const [index, n] of values.entries()) await fixture.ingest({ ...event(n, externalIds[index]!), ...attributes });
  const list = async (query = ''): Promise<{ id: string; metadata: { n: number }; voided_at: string | null }[]> =>
    (await fixture.seller('GET', `/v1/events/?customer_id=${customer.id}&name=${name}&sorting=timestamp${query}`)).body.items;
  const units = async (): Promise<number> => (await fixture.balance(customer, meter)).consumed_units;
  const change = (what: 'void' | 'unvoid', body: object, headers: Record<string, string> = {}) =>
    fixture.seller('POST', `/v1/events/${what}`, { reason, ...body }, headers);
  const quantity = async (): Promise<number> => {
    const range = `start_timestamp=${new Date(Date.now() - 86_400_000).toISOString()}&end_timestamp=${new Date(Date.now() + 60_000).toISOString()}&interval=day`;
    return (await fixture.seller('GET', `/v1/meters/${meter.id}/quantities?${range}`)).body.total;
  };
  return { name, customer, meter, externalIds, list, units, change, quantity };
}

const sum = { func: 'sum', property: 'n' };

test.each([
  [{ func: 'count' }, 4, 3],
  [sum, 17.5, 9.5],
  [{ func: 'avg', property: 'n' }, 4.375, 9.5 / 3],
  [{ func: 'max', property: 'n' }, 8, 5],
  [{ func: 'min', property: 'n' }, 1.5, 1.5],
  [{ func: 'unique', property: 'n' }, 4, 3],
])('%j: a voided event is counted nowhere, and can count again', async (aggregation, before, after) => {
  const { externalIds, units, change, quantity } = await using(aggregation, [1.5, 3, 8, 5]);
  const named = { external_ids: [externalIds[2]!] };
  expect([await units(), await quantity()]).toEqual([before, before]);
  expect((await change('void', named)).body).toEqual({ changed: 1, unchanged: 0 });
  expect([await units(), await quantity()]).toEqual([after, after]);
  expect((await change('unvoid', named)).body).toEqual({ changed: 1, unchanged: 0 });
  expect([await units(), await quantity()]).toEqual([before, before]);
});

test.each([
  ['max', [7, 9, 9], 9],
  ['min', [2, 2, 7], 2],
  ['unique', ['x', 'x', 'y'], 2],
] as const)('%s: another event has the same value', async (func, values, left) => {
  const { externalIds, units, change } = await using({ func, property: 'n' }, values);
  await change('void', { external_ids: [externalIds[func === 'max' ? 1 : 0]!] });
  expect(await units()).toBe(left);
});

test('one event is voided once, told, listed as voided, and in the audit log with the reason', async () => {
  const { customer, meter, list, units } = await using(sum, [2, 3]);
  const { id } = (await list())[0]!;
  const headers = { 'idempotency-key': randomUUID() };
  const first = await fixture.seller('POST', `/v1/events/${id}/void`, { reason }, headers);
  expect([first.status, first.body.id]).toEqual([200, id]);
  expect(first.body.voided_at).not.toBeNull();
  expect((await fixture.seller('POST', `/v1/events/${id}/void`, { reason }, headers)).text).toBe(first.text);
  expect((await fixture.seller('POST', `/v1/events/${id}/void`, { reason })).body).toEqual(first.body);
  expect([await units(), (await list('&is_voided=true')).map((each) => each.id)]).toEqual([3, [id]]);
  expect((await list('&is_voided=false')).map(({ metadata }) => metadata.n)).toEqual([3]);
  expect((await list(`&meter_id=${meter.id}`)).map(({ metadata }) => metadata.n)).toEqual([3]);
  const { id: balance } = await fixture.balance(customer, meter);
  const told = (await fixture.eventsOf(balance)).filter(({ name }) => name === 'customer_meter.corrected');
  const payload = { customer_id: customer.id, meter_id: meter.id, units: -2, consumed_units: 3, thresholds_undone: [] };
  expect(told).toEqual([{ name: 'customer_meter.corrected', payload }]);
  expect((await fixture.seller('POST', `/v1/events/${id}/unvoid`, { reason: 'It was right' })).body.voided_at).toBeNull();
  expect(await units()).toBe(5);
  const entries = await callAs(fixture.api, fixture.ours.pat)('GET', `/v1/audit-log/?resource_id=${id}&sorting=created_at`);
  expect(entries.body.items).toMatchObject([
    {
      action: 'updated',
      resource: { type: 'event', id },
      customer_id: customer.id,
      changes: { voided_at: { before: null, after: first.body.voided_at }, reason: { before: null, after: reason } },
    },
    { changes: { voided_at: { after: null }, reason: { after: 'It was right' } } },
  ]);
});

test('a threshold that was reached by mistake is undone, and reached again', async () => {
  const { name, customer, meter, externalIds, change } = await using(sum, [4]);
  await fixture.seller('PUT', `/v1/meters/${meter.id}/thresholds`, { thresholds: [5, 10, 100] });
  const use = (n: number, external_id: string) =>
    fixture.ingest({ name, customer_id: customer.id, external_id, metadata: { n } });
  const wrong = randomUUID();
  await use(20, wrong);
  const { id } = await fixture.balance(customer, meter);
  const told = async () =>
    (await fixture.eventsOf(id)).map(({ name: kind, payload }) =>
      kind === 'customer_meter.corrected' ? payload['thresholds_undone'] : payload['threshold'],
    );
  expect(await told()).toEqual([5, 10]);
  await change('void', { external_ids: [wrong] });
  expect(await told()).toEqual([5, 10, [5, 10]]);
  await use(2, randomUUID());
  expect(await told()).toEqual([5, 10, [5, 10], 5]);
  await change('unvoid', { external_ids: [wrong] });
  expect(await told()).toEqual([5, 10, [5, 10], 5, [], 10]);
  expect(externalIds).toHaveLength(1);
});

test('an event of a billing period that has ended changes quantities, and no balance', async () => {
  const { customer, meter, externalIds, units, change, quantity } = await using(sum, [4]);
  const { id } = await fixture.balance(customer, meter);
  await fixture.seller('POST', `/v1/customer-meters/${id}/reset`, { reason });
  await change('void', { external_ids: externalIds });
  expect([await units(), await quantity()]).toEqual([0, 0]);
  await change('unvoid', { external_ids: externalIds });
  expect([await units(), await quantity()]).toEqual([0, 4]);
});

test('many are voided at once, all or none', async () => {
  const { externalIds, list, units, change } = await using(sum, [1, 2, 4]);
  const [first] = await list();
  const unknown = randomUUID();
  const wrong = await change('void', { ids: [first!.id, unknown], external_ids: [externalIds[1], 'nobody'] });
  expect([wrong.status, wrong.body.detail.map(({ loc }: { loc: unknown }) => loc)]).toEqual([
    422,
    [
      ['body', 'ids', 1],
      ['body', 'external_ids', 1],
    ],
  ]);
  expect(await units()).toBe(7);
  const body = { ids: [first!.id], external_ids: [externalIds[0], externalIds[1]] };
  expect((await change('void', body)).body).toEqual({ changed: 2, unchanged: 0 });
  expect((await change('void', { external_ids: externalIds })).body).toEqual({ changed: 1, unchanged: 2 });
  expect(await units()).toBe(0);
  // The external id stays taken.
  const again = { name: 'x', customer_id: (await fixture.customer()).id, external_id: externalIds[0]! };
  expect(await fixture.ingest(again)).toEqual({ inserted: 0, duplicates: 1 });
});

test('usage from before its customer, and from a merged one, is voided too', async () => {
  const external_customer_id = randomUUID();
  const [name, id] = [randomUUID(), randomUUID()];
  const meter = await fixture.meter(sum, eventsNamed(name));
  await fixture.ingest({ name, external_customer_id, external_id: id, metadata: { n: 3 } });
  await fixture.ingest({ name, external_customer_id, metadata: { n: 1 } });
  await fixture.seller('POST', '/v1/events/void', { external_ids: [id], reason });
  const customer = await fixture.customer({ external_id: external_customer_id });
  await fixture.ingest({ name, customer_id: customer.id, metadata: { n: 10 } });
  expect((await fixture.balance(customer, meter)).consumed_units).toBe(11);
  await fixture.seller('POST', '/v1/events/unvoid', { external_ids: [id], reason });
  expect((await fixture.balance(customer, meter)).consumed_units).toBe(14);
});

test('an event from before the billing window of a merged customer was not counted, so voiding it subtracts nothing', async () => {
  const { name, customer, meter, externalIds, change } = await using(sum, [4]);
  const { id } = await fixture.balance(customer, meter);
  await fixture.seller('POST', `/v1/customer-meters/${id}/reset`, { reason });
  const [target, current] = [await fixture.customer(), randomUUID()];
  await fixture.ingest(
    { name, customer_id: customer.id, external_id: current, metadata: { n: 1 } },
    { name, customer_id: target.id, metadata: { n: 10 } },
  );
  await fixture.seller('POST', `/v1/customers/${target.id}/merge`, { customer_id: customer.id });
  await fixture.run(new MoveUsageOfMergedCustomer(customer.id));
  const units = async (): Promise<number> => (await fixture.balance(target, meter)).consumed_units;
  expect(await units()).toBe(11);
  await change('void', { external_ids: externalIds });
  expect(await units()).toBe(11);
  await change('void', { external_ids: [current] });
  expect(await units()).toBe(10);
  await change('unvoid', { external_ids: [...externalIds, current] });
  expect(await units()).toBe(11);
});

test('input that is not valid, and events that cannot be voided', async () => {
  const { customer, list, change } = await using(sum, [1]);
  const [event] = await list();
  for (const body of [{}, { ids: [event!.id], reason: '' }, { ids: [event!.id], id: 'x' }, { ids: ['x'] }]) {
    expect([body, (await change('void', body)).status]).toEqual([body, 422]);
  }
  const theirs = callAs(fixture.api, fixture.theirs.oat);
  expect((await theirs('POST', `/v1/events/${event!.id}/void`, { reason })).status).toBe(404);
  expect((await theirs('POST', '/v1/events/void', { ids: [event!.id], reason })).status).toBe(422);
  const { id: balance } = await fixture.balance(customer, {
    id: (await fixture.seller('GET', `/v1/customer-meters/?customer_id=${customer.id}`)).body.items[0].meter_id,
  });
  await fixture.seller('POST', `/v1/customer-meters/${balance}/credits`, { units: 1, reason });
  const [system] = (await fixture.seller('GET', `/v1/events/?customer_id=${customer.id}&source=system`)).body.items;
  const refused = await fixture.seller('POST', `/v1/events/${system.id}/void`, { reason });
  expect([refused.status, refused.body.error]).toEqual([409, 'EventNotVoidable']);
});

test('a meter that goes by the time of events leaves late ones to the period in which they happened', async () => {
  const [name, customer] = [randomUUID(), await fixture.customer()];
  const body = { name: 'Calls', filter: eventsNamed(name), aggregation: sum };
  const { body: byTime } = await fixture.seller('POST', '/v1/meters/', { ...body, late_events: 'timestamp' });
  const { body: byArrival } = await fixture.seller('POST', '/v1/meters/', body);
  expect([byTime.late_events, byArrival.late_events]).toEqual(['timestamp', 'arrival']);
  const use = (n: number, external_id = randomUUID(), timestamp = new Date().toISOString()) =>
    fixture.ingest({ name, customer_id: customer.id, external_id, timestamp, metadata: { n } });
  const before = new Date(Date.now() - 1000).toISOString();
  await use(1);
  for (const meter of [byTime, byArrival]) {
    const { id } = await fixture.balance(customer, meter);
    await fixture.seller('POST', `/v1/customer-meters/${id}/reset`, { reason });
  }
  const late = randomUUID();
  await use(2, late, before);
  await use(4);
  const units = async () => [
    (await fixture.balance(customer, byTime)).consumed_units,
    (await fixture.balance(customer, byArrival)).consumed_units,
  ];
  expect(await units()).toEqual([4, 6]);
  await fixture.seller('POST', '/v1/events/void', { external_ids: [late], reason });
  expect(await units()).toEqual([4, 4]);
  const change = await fixture.seller('PATCH', `/v1/meters/${byTime.id}`, { late_events: 'arrival' });
  expect([change.status, change.body.detail[0].loc]).toEqual([422, ['body', 'late_events']]);
  expect((await fixture.seller('PATCH', `/v1/meters/${byTime.id}`, { late_events: 'timestamp', name: 'Same' })).status).toBe(200);
});
