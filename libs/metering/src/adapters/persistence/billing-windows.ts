import { type RawBuilder, sql } from 'kysely';
import { BalanceCredits } from '../../domain/balance-credits.ts';
import type { Cycle } from '../../domain/balances.ts';
import { Decimal } from '../../domain/decimal.ts';
import { countedEvents } from './sql/aggregation.ts';
import { countedSoFar, isCountedIn } from './sql/backfill.ts';
import { BALANCES } from './sql/balances.ts';
import { addCredit, type BalanceOwner } from './balance-row.ts';
import { type CountingMeter, countingMeter } from './counting-meters.ts';
import { publishThresholdAlerts } from './threshold-alerts.ts';
import { Constants } from './sql/filter.ts';
import { addEventsInWindow } from './merge-subject.ts';
import type { CreditedBalance } from './sql/credits-of-balance.ts';
import { creditsAt, startOfWindow, storeCredits } from './stored-credits.ts';
import { storeSystemEvent } from './system-event.ts';
import type { Transaction } from './transaction.ts';

/** When a billing window ends, and what becomes of the credits: a function that says what rolls over, all stay, or none does. */
interface WindowEnd extends Pick<Cycle, 'cutoff'> {
  readonly rollOver: Cycle['rollOver'] | 'keep' | 'remove';
}

/** Starts a new billing window of a balance at the cutoff. Returns false if one has started then or later already. */
export async function startBillingWindow(
  transaction: Transaction,
  owner: BalanceOwner,
  meterId: string,
  { cutoff, rollOver }: WindowEnd,
  now: Date,
): Promise<boolean> {
  const { organizationId, subjectId } = owner;
  const at = cutoff.toISOString();
  const own = sql`subject_id = ${subjectId} and meter_id = ${meterId}`;
  const [balance] = await transaction.rows<{ has_started: boolean; consumed: number }>(sql`
    select coalesce(window_start >= ${at}::timestamptz, false) as has_started, metering.as_double(consumed_units) as consumed
    from ${BALANCES} as b where ${own}`);
  if (balance!.has_started) return false;
  const meter = await countingMeter(transaction, meterId);
  const subjects = await subjectsOf(transaction, owner);
  const credited = { ...owner, meterId };
  const { credits } = await creditsAt(transaction, credited, cutoff, now);
  let rolledOver = 0;
  if (typeof rollOver === 'function') {
    const consumed = (await consumedBefore(transaction, owner, meter, subjects, cutoff)) ?? balance!.consumed;
    const rolling = credits.rollOver(rollOver, Decimal.of(consumed));
    rolledOver = rolling.units;
    await replaceCredits(transaction, credited, rolling.credits, now);
  } else if (rollOver === 'remove') await replaceCredits(transaction, credited, new BalanceCredits([], [], null), now);
  else if (credits.drawn !== null) {
    credits.draw(Decimal.ZERO);
    await storeCredits(transaction, credited, credits, now);
  }
  for (const statement of resetStatements(owner, meterId, subjects, cutoff, now)) await transaction.rows(statement);
  await addEventsInWindow(transaction, owner, meter, subjects, now);
  await publishThresholdAlerts(transaction, organizationId, sql`(select * from metering.balances where ${own})`, [meter], now);
  await storeSystemEvent(transaction, { ...owner, name: 'meter.reset', timestamp: cutoff, metadata: { meter_id: meterId } }, now);
  if (rolledOver > 0) {
    const units = { meterId, units: rolledOver, rollover: true };
    await addCredit(transaction, owner, units, { at: cutoff, now, consumed: Decimal.ZERO });
  }
  return true;
}

async function replaceCredits(
  transaction: Transaction,
  balance: CreditedBalance,
  credits: BalanceCredits,
  now: Date,
): Promise<void> {
  await transaction.rows(
    sql`delete from metering.credits where subject_id = ${balance.subjectId} and meter_id = ${balance.meterId}`,
  );
  await storeCredits(transaction, balance, credits, now);
}

function resetStatements(
  { organizationId, subjectId }: BalanceOwner,
  meterId: string,
  subjects: readonly string[],
  cutoff: Date,
  now: Date,
): RawBuilder<unknown>[] {
  const own = sql`subject_id = ${subjectId} and meter_id = ${meterId}`;
  return [
    sql`delete from metering.distinct_values where ${own}`,
    sql`delete from metering.merged_windows where subject_id = any(${subjects}::uuid[]) and meter_id = ${meterId}`,
    sql`update metering.balances set events = 0, total = 0, lowest = null, highest = null, distinct_values = 0,
      peak = 0, previous_peak = 0, window_start = ${cutoff.toISOString()}, modified_at = ${now.toISOString()}, is_ranked = false
      where ${own}`,
    startOfWindow(organizationId, cutoff),
  ];
}

/** All subjects of the customer, merged ones included. */
async function subjectsOf(transaction: Transaction, { organizationId, customerId }: BalanceOwner): Promise<string[]> {
  const rows = await transaction.rows<{ id: string }>(sql`
    select id from metering.subjects where organization_id = ${organizationId} and customer_id = ${customerId}`);
  return rows.map(({ id }) => id);
}

/** The processed usage before the cutoff. Undefined if there are no events after it, so that the balance already has the value. */
async function consumedBefore(
  transaction: Transaction,
  { organizationId, subjectId }: BalanceOwner,
  meter: CountingMeter,
  subjects: readonly string[],
  cutoff: Date,
): Promise<number | undefined> {
  const at = cutoff.toISOString();
  const own = sql`e.organization_id = ${organizationId}::uuid and e.subject_id = any(${subjects}::uuid[])`;
  const [later] = await transaction.rows<{ exists: boolean }>(sql`select exists (
    select 1 from metering.events e where ${own} and e.timestamp >= ${at}::timestamptz and e.source = 'user') as exists`);
  if (!later!.exists) return undefined;
  const constants = new Constants();
  const [counted] = await transaction.rows(countedSoFar(subjectId, meter.id));
  const source = sql`(
    select e.* from metering.events e where ${own} and e.timestamp < ${at}::timestamptz and ${isCountedIn(counted!, meter)})`;
  const [state] = await transaction.rows<{ consumed: number }>(sql`
    with ${constants.relation}, counted_events as (${countedEvents([meter], source, sql`timestamp`, constants)})
    select metering.as_double(metering.consumed(${meter.aggregation.func}, count(*), sum(number), min(number), max(number),
      count(distinct digest))) as consumed from counted_events`);
  return state!.consumed;
}
