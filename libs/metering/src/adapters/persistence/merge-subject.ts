import { sql } from 'kysely';
import { accumulate, balanceIncrements } from './sql/accumulate.ts';
import { countedSoFar, isCountedIn } from './sql/backfill.ts';
import { type CountingMeter, countingMeter } from './counting-meters.ts';
import { Constants } from './sql/filter.ts';
import type { Statements } from './counting-transaction.ts';
import { expireCreditsOf } from './stored-credits.ts';

interface Merge {
  readonly organizationId: string;
  readonly from: string;
  readonly into: string;
  readonly customer: string;
  /** The subjects whose events count for `from`: itself, and those that were merged into it. */
  readonly sources: readonly string[];
}

/**
 * Merges a subject into the subject of a customer. Counters are added if the billing window of the customer's balance never
 * restarted. Otherwise the events in its current window are counted again, also those from before the last window of `from`.
 */
export async function mergeSubject(
  transaction: Statements,
  { organizationId, from, into, customer, sources }: Merge,
  now: Date,
): Promise<void> {
  await expireCreditsOf(transaction, [into], now);
  await transaction.rows(sql`update metering.balances set previous_peak = peak where subject_id = ${into}`);
  await transaction.rows(addCounters(from, into));
  const restarted = await transaction.rows<{ meter_id: string }>(sql`
    select own.meter_id from metering.balances own join metering.balances other on other.meter_id = own.meter_id and other.subject_id = ${from}
    where own.subject_id = ${into} and own.window_start is not null`);
  for (const { meter_id } of restarted) {
    const owner = { organizationId, subjectId: into };
    await addEventsInWindow(transaction, owner, await countingMeter(transaction, meter_id), sources, now);
  }
  await transaction.rows(keepWindows(from, into, sources));
  await transaction.rows(sql`delete from metering.balances where subject_id = ${from}`);
  await transaction.rows(sql`delete from metering.distinct_values where subject_id = ${from}`);
  await transaction.rows(sql`
    update metering.subjects as s set first_event_at = least(s.first_event_at, other.first_event_at)
    from metering.subjects other where s.id = ${into} and other.id = ${from}`);
  await transaction.rows(sql`
    update metering.subjects set customer_id = ${customer}, merged_into = ${into}, external_key = null where id = ${from}`);
}

/**
 * The events of `sources` from before the billing window of `from` are not in the counters that were added to a balance whose window never
 * restarted. Where it did, they were counted again.
 */
const keepWindows = (from: string, into: string, sources: readonly string[]) => sql`
  with restarted as (select meter_id from metering.balances where subject_id = ${into} and window_start is not null),
  counted_again as (
    delete from metering.merged_windows where subject_id = any(${sources}::uuid[]) and meter_id in (select meter_id from restarted)
  )
  insert into metering.merged_windows as w (subject_id, meter_id, window_start)
  select source.id, b.meter_id, b.window_start from metering.balances b cross join unnest(${sources}::uuid[]) as source (id)
  where b.subject_id = ${from} and b.window_start is not null and b.meter_id not in (select meter_id from restarted)
  on conflict (subject_id, meter_id) do update set window_start = greatest(w.window_start, excluded.window_start)`;

/** Adds the counters of `from` to the balances of `into` whose billing window never restarted. */
const addCounters = (from: string, into: string) => sql`
  with other as materialized (
    select b.* from metering.balances b where b.subject_id = ${from} and b.events > 0 and not exists (
      select from metering.balances own where own.subject_id = ${into} and own.meter_id = b.meter_id and own.window_start is not null)
  ),
  new_distinct_values as (
    insert into metering.distinct_values (subject_id, meter_id, digest)
    select ${into}::uuid, meter_id, digest from metering.distinct_values where subject_id = ${from} and meter_id in (select meter_id from other)
    on conflict do nothing returning meter_id
  ),
  value_counts as (select meter_id, count(*) as number from new_distinct_values group by 1)
  insert into metering.balances as b
    (subject_id, meter_id, organization_id, func, events, total, lowest, highest, distinct_values, peak, modified_at)
  select ${into}::uuid, meter_id, organization_id, func, events, total, lowest, highest, coalesce(number, 0), peak, modified_at
  from other left join value_counts using (meter_id)
  on conflict (subject_id, meter_id) do update set ${balanceIncrements('excluded')}, modified_at = greatest(b.modified_at, excluded.modified_at), is_ranked = false`;

/**
 * Adds the events of `subjects` in the current billing window of a balance to it, as far as the meter has counted. Its usage buckets
 * include them already.
 */
export async function addEventsInWindow(
  transaction: Statements,
  { organizationId, subjectId }: { readonly organizationId: string; readonly subjectId: string },
  meter: CountingMeter,
  subjects: readonly string[],
  now: Date,
): Promise<void> {
  const [counted] = await transaction.rows(countedSoFar(subjectId, meter.id));
  const constants = new Constants();
  const source = sql`(
    select e.seq, e.timestamp, e.source, e.name, e.metadata, e.voided_at, ${subjectId}::uuid as subject_id, true as is_current from metering.events e
    where e.organization_id = ${organizationId}::uuid and e.subject_id = any(${subjects}::uuid[]) and ${isCountedIn(counted!, meter)})`;
  const accumulation = { meters: [meter], source, constants, now, updateBuckets: false };
  await transaction.rows(sql`with ${constants.relation}, ${accumulate(accumulation)} select count(*) from updated_balances`);
}
