import { newId } from '#kernel';
import { eventsNamed, openMeteringFixture } from '../../../../../test/support/metering-fixture.ts';
import { aMeter } from '../../../testing/meter.builder.ts';
import { RunBackfills } from '../../commands/run-backfills.ts';
import { SyncCustomer } from '../../commands/sync-customer.ts';
import { Balances, rolloverUnits } from '../../domain/balances.ts';
import type { Filter } from '../../domain/filter.ts';
import { Backfills, Meters } from '../../domain/meters.ts';

const fixture = await openMeteringFixture();
afterAll(() => fixture.close());

const meters = fixture.api.app.get(Meters);
const organizationId = fixture.ours.organization.id;
type Customer = Awaited<ReturnType<typeof fixture.customer>>;

/** A meter that counts the events of one name, whose backfill has not run yet, with helpers for one meter. */
async function newMeter(thresholds: readonly number[] = [], name = newId()) {
  const meter = aMeter()
    .of(organizationId)
    .counting(eventsNamed(name) as Filter)
    .build();
  meter.setThresholds(thresholds, new Date());
  await meters.add(meter);
  const patch = async (changes: object): Promise<void> => {
    const { status, text } = await fixture.seller('PATCH', `/v1/meters/${meter.id}`, changes);
    if (status !== 200) throw new Error(text);
  };
  const balance = async (customer: { id: string }) => {
    const { consumed_units, credited_units } = await fixture.balance(customer, meter);
    return [credited_units, consumed_units];
  };
  return {
    id: meter.id,
    name,
    balance,
    patch,
    archive: () => patch({ is_archived: true }),
    unarchive: () => patch({ is_archived: false }),
    use: (times: number, of: object) => fixture.ingest(...Array.from({ length: times }, () => ({ name, ...of }))),
    /** The thresholds of the published alerts, with the consumed units. */
    alerts: async (customer: { id: string }) => {
      const events = await fixture.eventsOf((await fixture.balance(customer, meter)).id);
      return events
        .filter((each) => each.name === 'customer_meter.threshold_reached')
        .map(({ payload }) => [payload['threshold'], payload['consumed_units']]);
    },
  };
}

const byCustomerId = ({ id }: Customer) => ({ customer_id: id });
const toKnownCustomer = ({ id, external_id }: Customer) => ({
  id,
  organizationId,
  externalId: external_id,
  name: null,
  isDeleted: false,
});

async function reset(customer: Customer, meter: { id: string }, cutoff = new Date()): Promise<void> {
  const cycle = { subscriptionId: newId(), meterIds: [meter.id], credits: new Map(), cutoff, rollOver: rolloverUnits };
  await fixture.api.app.get(Balances).cycle(toKnownCustomer(customer), cycle, new Date());
}

async function credit(customer: Customer, meter: { id: string }, units: number, rollover = false): Promise<void> {
  const grant = { id: newId(), benefitId: newId(), subscriptionId: null, isGranted: true, stateRevision: 1, transferEventId: 0 };
  await fixture.api.app
    .get(Balances)
    .syncCredits({ ...grant, meterId: meter.id, units, rollover }, toKnownCustomer(customer), new Date());
}

test('the first event of an organization is not counted twice by its first meter', async () => {
  const customer = await fixture.customer();
  const meter = await newMeter();
  await meter.use(1, byCustomerId(customer));
  await fixture.run(new RunBackfills());
  expect(await meter.balance(customer)).toEqual([0, 1]);
});

describe('an event that a meter has not counted yet', () => {
  test('is counted once if a billing window starts while the meter is archived', async () => {
    const customer = await fixture.customer();
    const meter = await newMeter();
    await meter.use(1, byCustomerId(customer));
    await meter.archive();
    const cutoff = new Date();
    await meter.use(2, byCustomerId(customer));
    await reset(customer, meter, cutoff);
    expect(await meter.balance(customer)).toEqual([0, 0]);
    await meter.unarchive();
    expect(await meter.balance(customer)).toEqual([0, 2]);
  });

  test('is counted once if a billing window starts before the backfill is complete', async () => {
    const customer = await fixture.customer();
    const meter = await newMeter();
    const cutoff = new Date();
    await meter.archive();
    await meter.use(3, byCustomerId(customer));
    await meters.change({ id: meter.id, organizations: [organizationId] }, (archived, known) =>
      archived.update({ isArchived: false }, { ...known, activeProducts: false, activeBenefits: false }, new Date()),
    );
    await fixture.api.app.get(Backfills).run(1, meter.id);
    await reset(customer, meter, cutoff);
    expect(await meter.balance(customer)).toEqual([0, 1]);
    await fixture.run(new RunBackfills());
    expect(await meter.balance(customer)).toEqual([0, 3]);
  });

  test('is counted once if its subject is merged into a customer with a restarted billing window', async () => {
    const customer = await fixture.customer({ external_id: null });
    const external_customer_id = newId();
    const meter = await newMeter();
    await meter.use(1, byCustomerId(customer));
    await reset(customer, meter);
    await meter.use(1, { external_customer_id });
    await meter.archive();
    await meter.use(2, { external_customer_id });
    await fixture.seller('PATCH', `/v1/customers/${customer.id}`, { external_id: external_customer_id });
    await fixture.run(new SyncCustomer(customer.id));
    expect(await meter.balance(customer)).toEqual([0, 1]);
    await meter.unarchive();
    expect(await meter.balance(customer)).toEqual([0, 3]);
  });

  test('does not reduce the rollover', async () => {
    const customer = await fixture.customer();
    const meter = await newMeter();
    await credit(customer, meter, 10, true);
    await meter.use(3, byCustomerId(customer));
    await meter.archive();
    await meter.use(2, byCustomerId(customer));
    const cutoff = new Date();
    await meter.use(1, byCustomerId(customer));
    await reset(customer, meter, cutoff);
    expect(await meter.balance(customer)).toEqual([7, 0]);
  });
});

describe('an archived meter whose filter changes', () => {
  test.each<[string, (patch: (changes: object) => Promise<void>, filter: object) => Promise<void>]>([
    ['and is unarchived', (patch, filter) => patch({ ...filter, is_archived: false })],
    [
      'and is unarchived later',
      async (patch, filter) => {
        await patch(filter);
        await patch({ is_archived: false });
      },
    ],
    [
      'twice, and is unarchived',
      async (patch, filter) => {
        await patch({ filter: eventsNamed('yet another') });
        await patch({ ...filter, is_archived: false });
      },
    ],
  ])('%s: counts all events by the new filter, once', async (_what, change) => {
    const customer = await fixture.customer();
    const other = newId();
    const ingest = () => fixture.ingest({ name: other, ...byCustomerId(customer) });
    const meter = await newMeter();
    await ingest();
    await meter.archive();
    await ingest();
    await change(meter.patch, { filter: eventsNamed(other) });
    await ingest();
    expect(await meter.balance(customer)).toEqual([0, 3]);
  });

  test('counts nothing while it is archived, and can be changed again', async () => {
    const customer = await fixture.customer();
    const meter = await newMeter();
    await fixture.ingest({ name: 'before', ...byCustomerId(customer) });
    await meter.archive();
    await meter.patch({ filter: eventsNamed('before') });
    await fixture.run(new RunBackfills());
    expect(await meter.balance(customer)).toEqual([0, 0]);
    await meter.patch({ filter: eventsNamed('never'), aggregation: { func: 'unique', property: 'n' } });
    await meter.unarchive();
    expect(await meter.balance(customer)).toEqual([0, 0]);
  });

  test('in the update that archives it: has counted by the new filter until then', async () => {
    const customer = await fixture.customer();
    const other = newId();
    const ingest = () => fixture.ingest({ name: other, ...byCustomerId(customer) });
    const meter = await newMeter();
    await ingest();
    await meter.patch({ filter: eventsNamed(other), is_archived: true });
    await ingest();
    expect(await meter.balance(customer)).toEqual([0, 1]);
    await meter.unarchive();
    expect(await meter.balance(customer)).toEqual([0, 2]);
  });
});

describe('thresholds', () => {
  test('that are reached by a backfill are published once', async () => {
    const customer = await fixture.customer();
    const meter = await newMeter([3]);
    await meter.use(1, byCustomerId(customer));
    await meter.archive();
    await meter.use(4, byCustomerId(customer));
    expect(await meter.alerts(customer)).toEqual([]);
    await meter.unarchive();
    expect(await meter.alerts(customer)).toEqual([[3, 5]]);
    await meter.archive();
    await meter.use(1, byCustomerId(customer));
    await meter.unarchive();
    expect(await meter.alerts(customer)).toEqual([[3, 5]]);
  });

  test('that were reached before the meter was created are published for customers without a balance', async () => {
    const customer = await fixture.customer();
    const name = newId();
    await fixture.ingest({ name, ...byCustomerId(customer) }, { name, ...byCustomerId(customer) });
    const meter = await newMeter([1, 2, 3], name);
    await fixture.run(new RunBackfills());
    expect(await meter.alerts(customer)).toEqual([
      [1, 2],
      [2, 2],
    ]);
  });

  test('that are reached by events of the next billing window are published once for each window', async () => {
    const customer = await fixture.customer();
    const meter = await newMeter([3]);
    await meter.use(4, byCustomerId(customer));
    const cutoff = new Date();
    await meter.use(5, byCustomerId(customer));
    expect(await meter.alerts(customer)).toEqual([[3, 4]]);
    await reset(customer, meter, cutoff);
    expect(await meter.balance(customer)).toEqual([0, 5]);
    await meter.use(1, byCustomerId(customer));
    expect(await meter.alerts(customer)).toEqual([
      [3, 4],
      [3, 5],
    ]);
  });

  test('that were reached under an external id are published for its customer, even if the meter is archived by then', async () => {
    const external_id = newId();
    const meter = await newMeter([2]);
    await meter.use(2, { external_customer_id: external_id });
    await meter.archive();
    const customer = await fixture.customer({ external_id });
    await fixture.run(new SyncCustomer(customer.id));
    expect(await meter.alerts(customer)).toEqual([[2, 2]]);
  });
});

test('an archived meter is credited and reset for customers without a balance of it', async () => {
  const [credited, cycled] = [await fixture.customer(), await fixture.customer()];
  const meter = await newMeter();
  await meter.archive();
  await credit(credited, meter, 10);
  expect(await meter.balance(credited)).toEqual([10, 0]);
  await meter.use(2, byCustomerId(credited));
  await meter.use(2, byCustomerId(cycled));
  await reset(cycled, meter, new Date(Date.now() + 1));
  await meter.use(1, byCustomerId(cycled));
  await meter.unarchive();
  expect(await meter.balance(credited)).toEqual([10, 2]);
  expect(await meter.balance(cycled)).toEqual([0, 1]);
});
