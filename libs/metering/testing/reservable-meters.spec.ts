import type { MikroORM } from '@mikro-orm/postgresql';
import { randomUUID } from 'node:crypto';
import { ReservationNotFound } from '#support/reservations';
import { OrganizationClocks } from '#platform/clocks';
import { freshOrm } from '../../../test/support/fresh-orm.ts';
import { SqlBalances } from '../src/adapters/persistence/balances.repository.ts';
import { MikroOrmMeters } from '../src/adapters/persistence/meters.repository.ts';
import { SqlReservableMeters } from '../src/adapters/persistence/reservable-meters.repository.ts';
import { meteringTables } from '../src/index.ts';
import { aMeter } from './meter.builder.ts';
import { reservableMetersContract } from './reservable-meters.contract.ts';

const SECOND_MS = 1000;
const CALLS = { conjunction: 'and' as const, clauses: [{ property: 'name', operator: 'eq' as const, value: 'call' }] };
const aCustomer = () => ({ id: randomUUID(), organizationId: randomUUID(), externalId: null, name: null, isDeleted: false });

describe('in PostgreSQL', () => {
  let orm: MikroORM;
  let close: () => Promise<void>;
  beforeAll(async () => {
    ({ orm, close } = await freshOrm(meteringTables));
  });
  afterAll(() => close());

  const credited = async (units: number) => {
    const customer = aCustomer();
    const meter = aMeter().of(customer.organizationId).counting(CALLS).summing('n').build();
    await new MikroOrmMeters(orm.em).add(meter);
    const state = { isGranted: true, stateRevision: 1, transferEventId: 0, subscriptionId: null, rollover: false };
    const grant = { id: randomUUID(), benefitId: randomUUID(), meterId: meter.id, units, ...state };
    await new SqlBalances(orm.em).syncCredits(grant, customer, new Date());
    const found = 'select id from metering.customer_meters where customer_id = ?';
    const [created] = await orm.em.fork().execute<{ id: string }[]>(found, [customer.id]);
    return { id: created!.id, customer };
  };

  test('in a sandbox a reservation expires by the test clock of its organization', async () => {
    const { id, customer } = await credited(10);
    const clocks = new OrganizationClocks(true);
    clocks.register(async () => [{ organizationId: customer.organizationId, aheadMs: 60 * SECOND_MS, revision: 1 }]);
    const meters = new SqlReservableMeters(orm.em, clocks);
    const which = { id, organizations: [customer.organizationId] };
    const reserve = () => meters.change(which, (meter) => meter.reserve({ units: 6, seconds: 60 }));
    const first = await reserve();
    await expect(reserve()).rejects.toThrow('Only 4 units of the balance are left.');
    await clocks.refresh();
    const second = await reserve();
    expect(Date.parse(second.createdAt)).toBeGreaterThanOrEqual(Date.parse(first.expiresAt));
    await expect(meters.change(which, (meter) => meter.release(first.id))).rejects.toBeInstanceOf(ReservationNotFound);
  });

  reservableMetersContract(() => ({
    meters: new SqlReservableMeters(orm.em, new OrganizationClocks(false)),
    credited,
    // The time of the database goes on by itself: the reservations are moved to the past instead.
    pass: async ({ id }, seconds) => {
      const moved = `select jsonb_agg(r || jsonb_build_object('expiresAt', to_char(((r->>'expiresAt')::timestamptz
          - make_interval(secs => ?)) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))) from jsonb_array_elements(reservations) r`;
      await orm.em.fork().execute(`update metering.customer_meters set reservations = (${moved}) where id = ?`, [seconds, id]);
    },
  }));
});
