import { sql } from 'kysely';
import { newId } from '#kernel';
import type { MovedCredits } from '../../domain/balances.ts';
import { Decimal } from '../../domain/decimal.ts';
import { CREDITING_GRANT, storedUnits } from './sql/crediting-grants.ts';
import {
  addCredit,
  type BalanceOwner,
  customerMeterCredited,
  ensureBalance,
  lockAllBalances,
  takeBackGrant,
} from './balance-row.ts';
import { creditedEvent, creditsAt, storeCredits } from './stored-credits.ts';
import { storeSystemEvent } from './system-event.ts';
import type { Transaction } from './transaction.ts';

interface CreditingGrantRow {
  readonly id: string;
  readonly customer_id: string;
  readonly meter_id: string;
  readonly units: number;
  readonly rollover: boolean;
  readonly is_granted: boolean;
  readonly transfer_event_id: string;
  readonly has_balance: boolean;
  readonly is_separate: boolean;
}

/** The new customer gets what is left of the credits. Of a grant that is not granted any more, they are taken back. */
export async function moveCredits(
  transaction: Transaction,
  { grant, holderId, from, to }: MovedCredits,
  now: Date,
): Promise<boolean> {
  const { owners } = await lockAllBalances(transaction, from.id === to.id ? [to] : [from, to], now);
  const [row] = await transaction.rows<CreditingGrantRow>(sql`
    select g.*, b.customer_meter_id is not null as has_balance
    from (select ${CREDITING_GRANT} from metering.crediting_grants where id = ${grant.id}) as g
    left join metering.balances as b on b.subject_id = ${owners.get(from.id)!.subjectId} and b.meter_id = g.meter_id`);
  if (!row || row.customer_id !== holderId) return row === undefined;
  if (Number(row.transfer_event_id) >= grant.transferEventId) return true;
  const isEnded = row.is_granted && !grant.isGranted;
  const ended = isEnded ? sql`, is_granted = false, state_revision = ${grant.stateRevision}` : sql``;
  if (row.is_separate) {
    const isMoved = row.is_granted && row.has_balance && (isEnded || from.id !== to.id);
    if (isMoved) await moveSeparate(transaction, row, owners.get(from.id)!, isEnded ? undefined : owners.get(to.id)!, now);
    await transaction.rows(sql`update metering.crediting_grants
      set customer_id = ${to.id}, transfer_event_id = ${grant.transferEventId}${ended} where id = ${grant.id}`);
    return true;
  }
  const left = row.has_balance ? Math.min(row.units, await unitsLeft(transaction, owners.get(from.id)!, row.meter_id, now)) : 0;
  const add = async (owner: BalanceOwner, units: number): Promise<void> => {
    const { meter_id: meterId, rollover } = row;
    const balanceId = await ensureBalance(transaction, owner, meterId, now);
    await addCredit(transaction, owner, { meterId, units, rollover }, { at: now, now });
    transaction.record(customerMeterCredited(owner, balanceId, { meterId, units, rollover }, now));
  };
  if (isEnded) await add(owners.get(from.id)!, -row.units);
  else if (row.is_granted && from.id !== to.id && left > 0) {
    await add(owners.get(from.id)!, -left);
    await add(owners.get(to.id)!, left);
  }
  const units = row.is_granted && !isEnded && from.id !== to.id ? left : row.units;
  await transaction.rows(sql`update metering.crediting_grants
    set customer_id = ${to.id}, (units, large_units) = (select ${storedUnits(sql`${units}::float8`)}), transfer_event_id = ${grant.transferEventId}${ended} where id = ${grant.id}`);
  return true;
}

/** Takes what is left of the credits of a grant from a customer, and gives whole units of it to another one, with the same terms. */
async function moveSeparate(
  transaction: Transaction,
  { id, meter_id: meterId, rollover }: CreditingGrantRow,
  from: BalanceOwner,
  to: BalanceOwner | undefined,
  now: Date,
): Promise<void> {
  const tell = (owner: BalanceOwner, balanceId: string, units: number): void => {
    if (units !== 0) transaction.record(customerMeterCredited(owner, balanceId, { meterId, units, rollover }, now));
  };
  const { units, ended } = await takeBackGrant(transaction, { ...from, meterId }, id, now);
  tell(from, await ensureBalance(transaction, from, meterId, now), units);
  if (!to) return;
  const balanceId = await ensureBalance(transaction, to, meterId, now);
  const balance = { ...to, meterId };
  const { credits, consumed } = await creditsAt(transaction, balance, now, now);
  const moved = ended.map(({ credit, rest }) => ({ ...credit, id: newId(), units: rest.floor, at: now }));
  const given = moved.filter((credit) => credit.units.isPositive);
  for (const credit of given) credits.add(credit, consumed);
  await storeCredits(transaction, balance, credits, now);
  const sum = Decimal.sum(given.map((credit) => credit.units)).toNumber();
  if (sum > 0) await storeSystemEvent(transaction, creditedEvent(balance, { units: sum, rollover }, now), now);
  tell(to, balanceId, sum);
}

/** Whole units that are left of the credits of a customer without an end and a priority. */
async function unitsLeft(transaction: Transaction, owner: BalanceOwner, meterId: string, now: Date): Promise<number> {
  const { credits, consumed } = await creditsAt(transaction, { ...owner, meterId }, now, now);
  return Math.max(credits.plainLeft(consumed).floor.toNumber(), 0);
}
