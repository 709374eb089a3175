import { type RawBuilder, sql } from 'kysely';
import type { Cycle } from '../../domain/balances.ts';
import { counted } from './sql/aggregation.ts';
import { isReached } from './sql/backfill.ts';
import { BALANCES } from './sql/balances.ts';
import { credit, creditsOf, type Holder } from './balance-row.ts';
import { type CountingMeter, countingMeter } from './counting-meters.ts';
import { publishThresholdAlerts } from './threshold-alerts.ts';
import { Constants } from './sql/filter.ts';
import { recount, windowOf } from './merge-subject.ts';
import { tellSystemEvent } from './system-event.ts';
import type { Transaction } from './transaction.ts';

/** Begins a new window of one balance at the cutoff; false where one has begun there, or later, already. */
export async function startBillingWindow(
  transaction: Transaction,
  holder: Holder,
  meterId: string,
  { cutoff, rollOver }: Pick<Cycle, 'cutoff' | 'rollOver'>,
  now: Date,
): Promise<boolean> {
  const { organizationId, subjectId } = holder;
  const at = cutoff.toISOString();
  const own = sql`subject_id = ${subjectId} and meter_id = ${meterId}`;
  const [balance] = await transaction.rows<{ began: boolean; consumed: number }>(sql`
    select coalesce(window_start >= ${at}::timestamptz, false) as began, metering.as_double(consumed_units) as consumed
    from ${BALANCES} as b where ${own}`);
  if (balance!.began) return false;
  const meter = await countingMeter(transaction, meterId);
  const subjects = await subjectsOf(transaction, holder);
  const consumed = (await consumedBefore(transaction, holder, meter, subjects, cutoff)) ?? balance!.consumed;
  const over = rollOver(await creditsOf(transaction, holder, meterId), consumed);
  for (const statement of emptying(holder, meterId, at, now)) await transaction.rows(statement);
  await recount(transaction, meter, windowOf(subjectId, meterId, subjects), now);
  await publishThresholdAlerts(transaction, organizationId, sql`(select * from metering.balances where ${own})`, [meter], now);
  await tellSystemEvent(transaction, { ...holder, name: 'meter.reset', timestamp: cutoff, metadata: { meter_id: meterId } }, now);
  if (over > 0) await credit(transaction, holder, { meterId, units: over, rollover: true }, cutoff, now);
  return true;
}

function emptying({ organizationId, subjectId }: Holder, meterId: string, at: string, now: Date): RawBuilder<unknown>[] {
  const own = sql`subject_id = ${subjectId} and meter_id = ${meterId}`;
  return [
    sql`delete from metering.distinct_values where ${own}`,
    sql`delete from metering.credits where ${own}`,
    sql`update metering.customer_meters set credited_units = 0 where ${own}`,
    sql`update metering.balances set events = 0, total = 0, lowest = null, highest = null, distinct_values = 0, credited = 0,
      peak = 0, previous_peak = 0, window_start = ${at}, modified_at = ${now.toISOString()}, is_ranked = false
      where ${own}`,
    sql`insert into metering.billing_windows as w (organization_id, latest_start) values (${organizationId}, ${at})
      on conflict (organization_id) do update set latest_start = greatest(w.latest_start, excluded.latest_start)`,
  ];
}

/** All that ever became the customer's. */
async function subjectsOf(transaction: Transaction, { organizationId, customerId }: Holder): Promise<string[]> {
  const rows = await transaction.rows<{ id: string }>(sql`
    select id from metering.subjects where organization_id = ${organizationId} and customer_id = ${customerId}`);
  return rows.map(({ id }) => id);
}

/** What was used before the cutoff, as far as the meter has got; undefined where that is all there was, as the balance has it. */
async function consumedBefore(
  transaction: Transaction,
  { subjectId }: Holder,
  meter: CountingMeter,
  subjects: readonly string[],
  cutoff: Date,
): Promise<number | undefined> {
  const at = cutoff.toISOString();
  const [later] = await transaction.rows<{ exists: boolean }>(sql`select exists (
    select from metering.events where subject_id = any(${subjects}::uuid[]) and timestamp >= ${at} and source = 'user') as exists`);
  if (!later!.exists) return undefined;
  const constants = new Constants();
  const source = sql`(
    select e.* from metering.events e join metering.balances b on b.subject_id = ${subjectId}::uuid and b.meter_id = ${meter.id}::uuid
    where e.subject_id = any(${subjects}::uuid[]) and e.timestamp < ${at} and (b.window_start is null or e.ingested_at >= b.window_start)
      and ${isReached(meter.id)})`;
  const [state] = await transaction.rows<{ consumed: number }>(sql`
    with ${constants.relation}, counted as (${counted([meter], source, sql`timestamp`, constants)})
    select metering.as_double(metering.consumed(${meter.aggregation.func}, count(*), sum(number), min(number), max(number),
      count(distinct digest))) as consumed from counted`);
  return state!.consumed;
}
