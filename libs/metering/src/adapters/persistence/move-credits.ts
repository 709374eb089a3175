import { sql } from 'kysely';
import type { MovedCredits } from '../../domain/balances.ts';
import { CustomerMeterCredited } from '../../domain/customer-meter.events.ts';
import { BALANCES } from './sql/balances.ts';
import { CREDITING_GRANT, storedUnits } from './sql/crediting-grants.ts';
import { addCredit, type BalanceOwner, ensureBalance, lockAllBalances } from './balance-row.ts';
import type { Transaction } from './transaction.ts';

interface CreditingGrantRow {
  readonly customer_id: string;
  readonly meter_id: string;
  readonly units: number;
  readonly rollover: boolean;
  readonly is_granted: boolean;
  readonly transfer_event_id: string;
  /** What is left of all credits of the customer. */
  readonly left: number;
}

/** The new customer gets what is left of the credits. Of a grant that is not granted any more, they are taken back. */
export async function moveCredits(
  transaction: Transaction,
  { grant, holderId, from, to }: MovedCredits,
  now: Date,
): Promise<boolean> {
  const { owners } = await lockAllBalances(transaction, from.id === to.id ? [to] : [from, to], now);
  const [row] = await transaction.rows<CreditingGrantRow>(sql`
    select g.*, coalesce(floor(
      b.credited - metering.as_double(b.consumed_units)), 0) as left
    from (select ${CREDITING_GRANT} from metering.crediting_grants where id = ${grant.id}) as g
    left join ${BALANCES} as b on b.subject_id = ${owners.get(from.id)!.subjectId} and b.meter_id = g.meter_id`);
  if (!row || row.customer_id !== holderId) return row === undefined;
  if (Number(row.transfer_event_id) >= grant.transferEventId) return true;
  const left = Math.min(row.units, Math.max(Number(row.left), 0));
  const add = async (owner: BalanceOwner, units: number): Promise<void> => {
    const { meter_id: meterId, rollover } = row;
    const balanceId = await ensureBalance(transaction, owner, meterId, now);
    await addCredit(transaction, owner, { meterId, units, rollover }, now, now);
    const payload = { customer_id: owner.customerId, meter_id: meterId, units, rollover };
    transaction.record(new CustomerMeterCredited(owner.organizationId, balanceId, now, payload));
  };
  const isEnded = row.is_granted && !grant.isGranted;
  if (isEnded) await add(owners.get(from.id)!, -row.units);
  else if (row.is_granted && from.id !== to.id && left > 0) {
    await add(owners.get(from.id)!, -left);
    await add(owners.get(to.id)!, left);
  }
  const units = row.is_granted && !isEnded && from.id !== to.id ? left : row.units;
  const ended = isEnded ? sql`, is_granted = false, state_revision = ${grant.stateRevision}` : sql``;
  await transaction.rows(sql`update metering.crediting_grants
    set customer_id = ${to.id}, (units, large_units) = (select ${storedUnits(sql`${units}::float8`)}), transfer_event_id = ${grant.transferEventId}${ended} where id = ${grant.id}`);
  return true;
}
