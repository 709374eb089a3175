import { sql } from 'kysely';
import { newId, ResourceNotFound } from '#kernel';
import { hasTerms } from '../../domain/separate-credit.ts';
import type { ChangeByHand, Units } from '../../domain/balances.ts';
import { Decimal } from '../../domain/decimal.ts';
import { CustomerMeterReset } from '../../domain/customer-meter.events.ts';
import type { WhichCustomerMeter } from '../../domain/reservable-meters.ts';
import type { KnownCustomer } from '../../domain/usage-event.ts';
import { addCredit, type BalanceOwner, customerMeterCredited, ensureBalance, lockBalances } from './balance-row.ts';
import { startBillingWindow } from './billing-windows.ts';
import { BALANCES } from './sql/balances.ts';
import type { StoredCredits } from './sql/credits-of-balance.ts';
import { creditedEvent, creditsAt, storeCredits } from './stored-credits.ts';
import { storeSystemEvent } from './system-event.ts';
import type { Transaction } from './transaction.ts';

interface LockedMeter extends BalanceOwner {
  readonly id: string;
  readonly meterId: string;
}

/** Returns the id of the customer meter, which is created if it is missing. */
export async function open(transaction: Transaction, customer: KnownCustomer, meterId: string, now: Date): Promise<string> {
  const { organizationId, id: customerId } = customer;
  await transaction.lockOrganization(organizationId, 'exclusive');
  const [known] = await transaction.rows<{ id: string }>(
    sql`select id from metering.customer_meters where customer_id = ${customerId} and meter_id = ${meterId}`,
  );
  if (known) return known.id;
  const id = await ensureBalance(transaction, await lockBalances(transaction, customer, now), meterId, now);
  const fields = { ...(await unitsOf(transaction, id)) };
  await transaction.recordChange(undefined, { type: 'customer_meter', id, organizationId, customerId, isDeleted: false, fields });
  return id;
}

/** Runs under the exclusive lock of the organization, and writes to the audit log what it changed. */
export async function changeByHand(
  transaction: Transaction,
  { id, organizations }: WhichCustomerMeter,
  change: ChangeByHand,
  now: Date,
): Promise<void> {
  const mine = sql`id = ${id} and organization_id = any(${organizations}::uuid[])`;
  const read = async (): Promise<LockedMeter> => {
    const [row] =
      await transaction.rows<LockedMeter>(sql`select id, organization_id as "organizationId", customer_id as "customerId",
      subject_id as "subjectId", meter_id as "meterId" from metering.customer_meters where ${mine}`);
    if (!row) throw new ResourceNotFound();
    return row;
  };
  await transaction.lockOrganization((await read()).organizationId, 'exclusive');
  const meter = await read();
  const stored = await creditsAt(transaction, meter, now, now);
  const { organizationId, customerId } = meter;
  const resource = { type: 'customer_meter', id, organizationId, customerId, isDeleted: false };
  const before = await unitsOf(transaction, id);
  if (change.kind === 'reset') {
    await startBillingWindow(transaction, meter, meter.meterId, { cutoff: now, rollOver: change.credits }, now);
    const payload = { customer_id: customerId, meter_id: meter.meterId, units: before.consumed_units };
    transaction.record(new CustomerMeterReset(organizationId, id, now, payload));
  } else {
    const changed = await changeCredits(transaction, meter, stored, change, now);
    transaction.record(customerMeterCredited(meter, id, { meterId: meter.meterId, ...changed }, now));
  }
  const fields = { ...(await unitsOf(transaction, id)), reason: change.reason };
  await transaction.recordChange({ ...resource, fields: { ...before } }, { ...resource, fields });
}

type Credited = Omit<Units, 'meterId'>;

/** Returns what was credited; negative units if a credit was taken back. */
async function changeCredits(
  transaction: Transaction,
  meter: LockedMeter,
  { credits, consumed }: StoredCredits,
  change: Exclude<ChangeByHand, { kind: 'reset' }>,
  now: Date,
): Promise<Credited> {
  if (change.kind === 'debit') {
    credits.assertLeft(change.units, consumed);
    return addPlain(transaction, meter, { units: -change.units, rollover: false }, now);
  }
  if (change.kind === 'credit' && !hasTerms(change)) {
    return addPlain(transaction, meter, { units: change.units, rollover: change.rollover }, now);
  }
  let changed: Credited;
  if (change.kind === 'credit') {
    const { units, rollover, expiresAt, priority } = change;
    credits.give({ id: newId(), units: Decimal.of(units), rollover, expiresAt, priority, at: now }, consumed);
    changed = { units, rollover };
  } else {
    const { credit, rest } = credits.takeBack(change.creditId, consumed, now);
    changed = { units: -rest.toNumber(), rollover: credit.rollover };
  }
  await storeCredits(transaction, meter, credits, now);
  await storeSystemEvent(transaction, creditedEvent(meter, changed, now), now);
  return changed;
}

async function addPlain(
  transaction: Transaction,
  meter: LockedMeter,
  { units, rollover }: Credited,
  now: Date,
): Promise<Credited> {
  await addCredit(transaction, meter, { meterId: meter.meterId, units, rollover }, { at: now, now });
  return { units, rollover };
}

interface UnitsOfMeter {
  readonly consumed_units: number;
  readonly credited_units: number;
}

async function unitsOf(transaction: Transaction, id: string): Promise<UnitsOfMeter> {
  const [row] = await transaction.rows<UnitsOfMeter>(sql`
    select metering.as_double(b.consumed_units) as consumed_units, c.credited_units from metering.customer_meters c
    join ${BALANCES} as b on b.subject_id = c.subject_id and b.meter_id = c.meter_id where c.id = ${id}`);
  return row!;
}
