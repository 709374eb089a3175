import { newId } from '#kernel';
import { named, openMeteringFixture } from '../../../../../test/support/metering-fixture.ts';
import { aMeter } from '../../../testing/meter.builder.ts';
import { RunBackfills } from '../../commands/run-backfills.ts';
import { SyncCustomer } from '../../commands/sync-customer.ts';
import { Balances } from '../../domain/balances.ts';
import { rolloverUnits } from '../../domain/credits.ts';
import type { Filter } from '../../domain/filter.ts';
import { Backfills, Meters } from '../../domain/meters.ts';

const shop = await openMeteringFixture();
afterAll(() => shop.close());

const meters = shop.api.app.get(Meters);
const organizationId = shop.ours.organization.id;
type Customer = Awaited<ReturnType<typeof shop.customer>>;

/** A meter of events of a name of their own, whose backfill nobody has counted yet; and what happens with it. */
async function newMeter(thresholds: readonly number[] = [], name = newId()) {
  const meter = aMeter()
    .of(organizationId)
    .counting(named(name) as Filter)
    .build();
  meter.setThresholds(thresholds, new Date());
  await meters.add(meter);
  const patch = async (changes: object): Promise<void> => {
    const { status, text } = await shop.seller('PATCH', `/v1/meters/${meter.id}`, changes);
    if (status !== 200) throw new Error(text);
  };
  const balance = async (customer: { id: string }) => {
    const { consumed_units, credited_units } = await shop.balance(customer, meter);
    return [credited_units, consumed_units];
  };
  return {
    id: meter.id,
    name,
    balance,
    patch,
    archive: () => patch({ is_archived: true }),
    unarchive: () => patch({ is_archived: false }),
    use: (times: number, who: object) => shop.ingest(...Array.from({ length: times }, () => ({ name, ...who }))),
    /** The thresholds that were told to be passed, with what was used by then. */
    told: async (customer: { id: string }) => {
      const told = await shop.eventsOf((await shop.balance(customer, meter)).id);
      return told
        .filter((each) => each.name === 'customer_meter.threshold_reached')
        .map(({ payload }) => [payload['threshold'], payload['consumed_units']]);
    },
  };
}

const by = ({ id }: Customer) => ({ customer_id: id });
const knownAs = ({ id, external_id }: Customer) => ({
  id,
  organizationId,
  externalId: external_id,
  name: null,
  isDeleted: false,
});

async function reset(customer: Customer, meter: { id: string }, cutoff = new Date()): Promise<void> {
  const cycle = { subscriptionId: newId(), meterIds: [meter.id], credits: new Map(), cutoff, rollOver: rolloverUnits };
  await shop.api.app.get(Balances).cycle(knownAs(customer), cycle, new Date());
}

async function credit(customer: Customer, meter: { id: string }, units: number, rollover = false): Promise<void> {
  const grant = { id: newId(), benefitId: newId(), subscriptionId: null, isGranted: true, stateRevision: 1 };
  await shop.api.app.get(Balances).syncCredits({ ...grant, meterId: meter.id, units, rollover }, knownAs(customer), new Date());
}

test('the very first event is not one of those that the first meter has missed', async () => {
  const customer = await shop.customer();
  const meter = await newMeter();
  await meter.use(1, by(customer));
  await shop.run(new RunBackfills());
  expect(await meter.balance(customer)).toEqual([0, 1]);
});

describe('what a meter has yet to count', () => {
  test('is counted once where a window begins while the meter is archived', async () => {
    const customer = await shop.customer();
    const meter = await newMeter();
    await meter.use(1, by(customer));
    await meter.archive();
    const cutoff = new Date();
    await meter.use(2, by(customer));
    await reset(customer, meter, cutoff);
    expect(await meter.balance(customer)).toEqual([0, 0]);
    await meter.unarchive();
    expect(await meter.balance(customer)).toEqual([0, 2]);
  });

  test('is counted once where a window begins before all of the backfill is counted', async () => {
    const customer = await shop.customer();
    const meter = await newMeter();
    const cutoff = new Date();
    await meter.archive();
    await meter.use(3, by(customer));
    await meters.change({ id: meter.id, organizations: [organizationId] }, (archived, hasCounted) =>
      archived.update({ isArchived: false }, { hasCounted, activeProducts: false, activeBenefits: false }, new Date()),
    );
    await shop.api.app.get(Backfills).run(1, meter.id);
    await reset(customer, meter, cutoff);
    expect(await meter.balance(customer)).toEqual([0, 1]);
    await shop.run(new RunBackfills());
    expect(await meter.balance(customer)).toEqual([0, 3]);
  });

  test('is counted once where its subject becomes a customer whose window has begun', async () => {
    const customer = await shop.customer({ external_id: null });
    const external_customer_id = newId();
    const meter = await newMeter();
    await meter.use(1, by(customer));
    await reset(customer, meter);
    await meter.use(1, { external_customer_id });
    await meter.archive();
    await meter.use(2, { external_customer_id });
    await shop.seller('PATCH', `/v1/customers/${customer.id}`, { external_id: external_customer_id });
    await shop.run(new SyncCustomer(customer.id));
    expect(await meter.balance(customer)).toEqual([0, 1]);
    await meter.unarchive();
    expect(await meter.balance(customer)).toEqual([0, 3]);
  });

  test('is not taken from what rolls over', async () => {
    const customer = await shop.customer();
    const meter = await newMeter();
    await credit(customer, meter, 10, true);
    await meter.use(3, by(customer));
    await meter.archive();
    await meter.use(2, by(customer));
    const cutoff = new Date();
    await meter.use(1, by(customer));
    await reset(customer, meter, cutoff);
    expect(await meter.balance(customer)).toEqual([7, 0]);
  });
});

describe('an archived meter that gets another rule', () => {
  test.each<[string, (patch: (changes: object) => Promise<void>, rule: object) => Promise<void>]>([
    ['and is unarchived', (patch, rule) => patch({ ...rule, is_archived: false })],
    [
      'and is unarchived later',
      async (patch, rule) => {
        await patch(rule);
        await patch({ is_archived: false });
      },
    ],
    [
      'another one after that, and is unarchived',
      async (patch, rule) => {
        await patch({ filter: named('yet another') });
        await patch({ ...rule, is_archived: false });
      },
    ],
  ])('%s: counts by it what there was before and since, once', async (_what, change) => {
    const customer = await shop.customer();
    const other = newId();
    const use = () => shop.ingest({ name: other, ...by(customer) });
    const meter = await newMeter();
    await use();
    await meter.archive();
    await use();
    await change(meter.patch, { filter: named(other) });
    await use();
    expect(await meter.balance(customer)).toEqual([0, 3]);
  });

  test('counts nothing while it is archived, and can be changed again', async () => {
    const customer = await shop.customer();
    const meter = await newMeter();
    await shop.ingest({ name: 'before', ...by(customer) });
    await meter.archive();
    await meter.patch({ filter: named('before') });
    await shop.run(new RunBackfills());
    expect(await meter.balance(customer)).toEqual([0, 0]);
    await meter.patch({ filter: named('never'), aggregation: { func: 'unique', property: 'n' } });
    await meter.unarchive();
    expect(await meter.balance(customer)).toEqual([0, 0]);
  });

  test('and is archived by the same change: has counted by it up to then', async () => {
    const customer = await shop.customer();
    const other = newId();
    const use = () => shop.ingest({ name: other, ...by(customer) });
    const meter = await newMeter();
    await use();
    await meter.patch({ filter: named(other), is_archived: true });
    await use();
    expect(await meter.balance(customer)).toEqual([0, 1]);
    await meter.unarchive();
    expect(await meter.balance(customer)).toEqual([0, 2]);
  });
});

describe('thresholds', () => {
  test('that are passed by catching up are told once', async () => {
    const customer = await shop.customer();
    const meter = await newMeter([3]);
    await meter.use(1, by(customer));
    await meter.archive();
    await meter.use(4, by(customer));
    expect(await meter.told(customer)).toEqual([]);
    await meter.unarchive();
    expect(await meter.told(customer)).toEqual([[3, 5]]);
    await meter.archive();
    await meter.use(1, by(customer));
    await meter.unarchive();
    expect(await meter.told(customer)).toEqual([[3, 5]]);
  });

  test('that were passed before there was the meter are told of whoever has no balance yet', async () => {
    const customer = await shop.customer();
    const name = newId();
    await shop.ingest({ name, ...by(customer) }, { name, ...by(customer) });
    const meter = await newMeter([1, 2, 3], name);
    await shop.run(new RunBackfills());
    expect(await meter.told(customer)).toEqual([
      [1, 2],
      [2, 2],
    ]);
  });

  test('that are passed in what already belongs to the next window are told once in each of the two', async () => {
    const customer = await shop.customer();
    const meter = await newMeter([3]);
    await meter.use(4, by(customer));
    const cutoff = new Date();
    await meter.use(5, by(customer));
    expect(await meter.told(customer)).toEqual([[3, 4]]);
    await reset(customer, meter, cutoff);
    expect(await meter.balance(customer)).toEqual([0, 5]);
    await meter.use(1, by(customer));
    expect(await meter.told(customer)).toEqual([
      [3, 4],
      [3, 5],
    ]);
  });

  test('that were passed under an external id are told of its customer, though the meter is archived by then', async () => {
    const external_id = newId();
    const meter = await newMeter([2]);
    await meter.use(2, { external_customer_id: external_id });
    await meter.archive();
    const customer = await shop.customer({ external_id });
    await shop.run(new SyncCustomer(customer.id));
    expect(await meter.told(customer)).toEqual([[2, 2]]);
  });
});

test('an archived meter is credited, and begins anew, for those who have nothing of it', async () => {
  const [credited, cycled] = [await shop.customer(), await shop.customer()];
  const meter = await newMeter();
  await meter.archive();
  await credit(credited, meter, 10);
  expect(await meter.balance(credited)).toEqual([10, 0]);
  await meter.use(2, by(credited));
  await meter.use(2, by(cycled));
  await reset(cycled, meter, new Date(Date.now() + 1));
  await meter.use(1, by(cycled));
  await meter.unarchive();
  expect(await meter.balance(credited)).toEqual([10, 2]);
  expect(await meter.balance(cycled)).toEqual([0, 1]);
});
