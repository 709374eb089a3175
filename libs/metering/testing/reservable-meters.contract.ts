import { randomUUID } from 'node:crypto';
import { ResourceNotFound } from '#kernel';
import { ReservationNotFound } from '#support/reservations';
import { BalanceExceeded } from '../src/domain/reservable-meter.ts';
import type { ReservableMeters, ReportedUse } from '../src/domain/reservable-meters.ts';
import { newEventId, type KnownCustomer } from '../src/domain/usage-event.ts';

/** A customer meter whose meter sums `n` of events named `call`. */
export interface CreditedMeter {
  readonly id: string;
  readonly customer: KnownCustomer;
}

export interface ReservableMetersUnderTest {
  readonly meters: ReservableMeters;
  credited(units: number): Promise<CreditedMeter>;
  /** Lets so much time of the database pass for the reservations of a customer meter. */
  pass(meter: CreditedMeter, seconds: number): Promise<void>;
}

/** The contract of every implementation of `ReservableMeters`. */
export function reservableMetersContract(opened: () => ReservableMetersUnderTest): void {
  const now = new Date();
  const which = ({ id, customer }: CreditedMeter) => ({ id, organizations: [customer.organizationId] });
  const reserve = (meter: CreditedMeter, units: number, seconds = 3600) =>
    opened().meters.change(which(meter), (found) => found.reserve({ units, seconds }));
  const useOf = ({ customer }: CreditedMeter, n: number, attributes: object = {}): ReportedUse => ({
    customer,
    event: {
      id: newEventId(now),
      organizationId: customer.organizationId,
      name: 'call',
      timestamp: now,
      customer: { customerId: customer.id },
      externalId: null,
      parent: null,
      memberId: null,
      externalMemberId: null,
      metadata: { n },
      ...attributes,
    },
  });
  const commit = (meter: CreditedMeter, id: string, use: ReportedUse) =>
    opened().meters.changeWithUse(which(meter), use, now, (found, units) => {
      found.commit(id, units);
      return units;
    });
  const stateOf = (meter: CreditedMeter) =>
    opened().meters.change(which(meter), ({ current: { balance, reservedUnits } }) => [balance, reservedUnits]);

  test('of 20 racing reservations exactly those get units that the balance has', async () => {
    const meter = await opened().credited(7);
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, () => reserve(meter, 2)));
    const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    expect(refused).toEqual(Array(17).fill(expect.any(BalanceExceeded)));
    expect(await stateOf(meter)).toEqual([7, 6]);
  });

  test('racing commits and reservations: one commit counts, and nothing is reserved twice', async () => {
    const meter = await opened().credited(10);
    const { id } = await reserve(meter, 10);
    const commits = Array.from({ length: 5 }, () => commit(meter, id, useOf(meter, 7)));
    const settled = Promise.allSettled(commits);
    const reserved = await Promise.allSettled(Array.from({ length: 10 }, () => reserve(meter, 2)));
    const outcomes = await settled;
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toEqual([{ status: 'fulfilled', value: 7 }]);
    const refused = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason as unknown] : []));
    expect(refused).toEqual(Array(4).fill(expect.any(ReservationNotFound)));
    const gotUnits = reserved.filter(({ status }) => status === 'fulfilled').length;
    expect(gotUnits).toBeLessThanOrEqual(1);
    expect(await stateOf(meter)).toEqual([3, gotUnits * 2]);
  });

  test('a refused commit stores nothing; an event that was stored before is not counted again', async () => {
    const meter = await opened().credited(10);
    const [first, second] = [await reserve(meter, 3), await reserve(meter, 3)];
    await expect(commit(meter, first.id, useOf(meter, 4))).rejects.toMatchObject({ errors: [{ path: ['event'] }] });
    await expect(commit(meter, randomUUID(), useOf(meter, 1))).rejects.toBeInstanceOf(ReservationNotFound);
    expect(await stateOf(meter)).toEqual([10, 6]);
    const externalId = randomUUID();
    expect(await commit(meter, first.id, useOf(meter, 2.5, { externalId }))).toBe(2.5);
    expect(await commit(meter, second.id, useOf(meter, 2.5, { externalId }))).toBe(0);
    expect(await stateOf(meter)).toEqual([7.5, 0]);
  });

  test('units of a reservation that has expired are free', async () => {
    const meter = await opened().credited(5);
    const { id } = await reserve(meter, 5, 30);
    await opened().pass(meter, 29);
    await expect(reserve(meter, 1)).rejects.toBeInstanceOf(BalanceExceeded);
    await opened().pass(meter, 2);
    await expect(commit(meter, id, useOf(meter, 1))).rejects.toBeInstanceOf(ReservationNotFound);
    await reserve(meter, 5);
    expect(await stateOf(meter)).toEqual([5, 5]);
  });

  test('a customer meter of another organization does not exist', async () => {
    const meter = await opened().credited(5);
    const foreign = { id: meter.id, organizations: [randomUUID()] };
    await expect(opened().meters.ownerOf(foreign)).rejects.toBeInstanceOf(ResourceNotFound);
    await expect(opened().meters.change(foreign, () => undefined)).rejects.toBeInstanceOf(ResourceNotFound);
    await expect(opened().meters.changeWithUse(foreign, useOf(meter, 1), now, () => undefined)).rejects.toBeInstanceOf(
      ResourceNotFound,
    );
    expect(await opened().meters.ownerOf(which(meter))).toEqual({
      organizationId: meter.customer.organizationId,
      customerId: meter.customer.id,
    });
  });
}
