import { type RawBuilder, sql } from 'kysely';
import type { Cycle } from '../../domain/balances.ts';
import { countedEvents } from './sql/aggregation.ts';
import { countedSoFar, isCountedIn } from './sql/backfill.ts';
import { BALANCES } from './sql/balances.ts';
import { addCredit, creditsOf, type BalanceOwner } from './balance-row.ts';
import { type CountingMeter, countingMeter } from './counting-meters.ts';
import { publishThresholdAlerts } from './threshold-alerts.ts';
import { Constants } from './sql/filter.ts';
import { addEventsInWindow } from './merge-subject.ts';
import { storeSystemEvent } from './system-event.ts';
import type { Transaction } from './transaction.ts';

/** When a billing window ends, and what rolls over; without `rollOver` all credits stay. */
interface WindowEnd extends Pick<Cycle, 'cutoff'> {
  readonly rollOver?: Cycle['rollOver'];
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
  let rolledOver = 0;
  if (rollOver) {
    const consumed = (await consumedBefore(transaction, owner, meter, subjects, cutoff)) ?? balance!.consumed;
    rolledOver = rollOver(await creditsOf(transaction, owner, meterId), consumed);
    for (const statement of endCredits(owner, meterId)) await transaction.rows(statement);
  }
  for (const statement of resetStatements(owner, meterId, subjects, at, now)) await transaction.rows(statement);
  await addEventsInWindow(transaction, owner, meter, subjects, now);
  await publishThresholdAlerts(transaction, organizationId, sql`(select * from metering.balances where ${own})`, [meter], now);
  await storeSystemEvent(transaction, { ...owner, name: 'meter.reset', timestamp: cutoff, metadata: { meter_id: meterId } }, now);
  if (rolledOver > 0) await addCredit(transaction, owner, { meterId, units: rolledOver, rollover: true }, cutoff, now);
  return true;
}

function endCredits({ subjectId }: BalanceOwner, meterId: string): RawBuilder<unknown>[] {
  const own = sql`subject_id = ${subjectId} and meter_id = ${meterId}`;
  return [
    sql`delete from metering.credits where ${own}`,
    sql`update metering.customer_meters set credited_units = 0 where ${own}`,
    sql`update metering.balances set credited = 0 where ${own}`,
  ];
}

function resetStatements(
  { organizationId, subjectId }: BalanceOwner,
  meterId: string,
  subjects: readonly string[],
  at: string,
  now: Date,
): RawBuilder<unknown>[] {
  const own = sql`subject_id = ${subjectId} and meter_id = ${meterId}`;
  return [
    sql`delete from metering.distinct_values where ${own}`,
    sql`delete from metering.merged_windows where subject_id = any(${subjects}::uuid[]) and meter_id = ${meterId}`,
    sql`update metering.balances set events = 0, total = 0, lowest = null, highest = null, distinct_values = 0,
      peak = 0, previous_peak = 0, window_start = ${at}, modified_at = ${now.toISOString()}, is_ranked = false
      where ${own}`,
    sql`insert into metering.billing_windows as w (organization_id, latest_start) values (${organizationId}, ${at})
      on conflict (organization_id) do update set latest_start = greatest(w.latest_start, excluded.latest_start)`,
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
