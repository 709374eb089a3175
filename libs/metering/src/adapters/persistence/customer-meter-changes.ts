import { sql } from 'kysely';
import { ResourceNotFound } from '#kernel';
import type { ChangeByHand } from '../../domain/balances.ts';
import { CustomerMeterCredited, CustomerMeterReset } from '../../domain/customer-meter.events.ts';
import type { WhichCustomerMeter } from '../../domain/reservable-meters.ts';
import { addCredit, type BalanceOwner } from './balance-row.ts';
import { startBillingWindow } from './billing-windows.ts';
import { BALANCES } from './sql/balances.ts';
import type { Transaction } from './transaction.ts';

interface LockedMeter extends BalanceOwner {
  readonly id: string;
  readonly meterId: string;
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
  const { organizationId, customerId } = meter;
  const resource = { type: 'customer_meter', id, organizationId, customerId, isDeleted: false };
  const before = await unitsOf(transaction, id);
  const payload = { customer_id: customerId, meter_id: meter.meterId };
  if (change.kind === 'credit') {
    const { units, rollover } = change;
    await addCredit(transaction, meter, { meterId: meter.meterId, units, rollover }, now, now);
    transaction.record(new CustomerMeterCredited(organizationId, id, now, { ...payload, units, rollover }));
  } else {
    await startBillingWindow(transaction, meter, meter.meterId, { cutoff: now }, now);
    transaction.record(new CustomerMeterReset(organizationId, id, now, { ...payload, units: before.consumed_units }));
  }
  const fields = { ...(await unitsOf(transaction, id)), reason: change.reason };
  await transaction.recordChange({ ...resource, fields: { ...before } }, { ...resource, fields });
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
