import { type RawBuilder, sql } from 'kysely';
import { addUp, plus } from './sql/accumulate.ts';
import { isReached } from './sql/backfill.ts';
import { type CountingMeter, countingMeter } from './counting-meters.ts';
import { Constants } from './sql/filter.ts';
import type { Transaction } from './transaction.ts';

interface Merge {
  readonly from: string;
  readonly into: string;
  readonly customer: string;
}

/**
 * Two subjects turn out to be one customer: one takes over what was counted for the other. Where its window began later, what
 * is in that window is counted from the events.
 */
export async function mergeSubject(transaction: Transaction, { from, into, customer }: Merge, now: Date): Promise<void> {
  await transaction.rows(sql`update metering.balances set previous_peak = peak where subject_id = ${into}`);
  await transaction.rows(takeOver(from, into));
  const begun = await transaction.rows<{ meter_id: string }>(sql`
    select own.meter_id from metering.balances own join metering.balances other on other.meter_id = own.meter_id and other.subject_id = ${from}
    where own.subject_id = ${into} and own.window_start is not null and other.events > 0`);
  for (const { meter_id } of begun) {
    await recount(transaction, await countingMeter(transaction, meter_id), windowOf(into, meter_id, [from]), now);
  }
  await transaction.rows(sql`delete from metering.balances where subject_id = ${from}`);
  await transaction.rows(sql`delete from metering.distinct_values where subject_id = ${from}`);
  await transaction.rows(sql`
    update metering.subjects as s set first_event_at = least(s.first_event_at, other.first_event_at)
    from metering.subjects other where s.id = ${into} and other.id = ${from}`);
  await transaction.rows(sql`
    update metering.subjects set customer_id = ${customer}, merged_into = ${into}, external_key = null where id = ${from}`);
}

/** What was counted, as it is: for balances whose window never began anew. */
const takeOver = (from: string, into: string) => sql`
  with other as materialized (
    select b.* from metering.balances b where b.subject_id = ${from} and b.events > 0 and not exists (
      select from metering.balances own where own.subject_id = ${into} and own.meter_id = b.meter_id and own.window_start is not null)
  ),
  valued as (
    insert into metering.distinct_values (subject_id, meter_id, digest)
    select ${into}::uuid, meter_id, digest from metering.distinct_values where subject_id = ${from} and meter_id in (select meter_id from other)
    on conflict do nothing returning meter_id
  ),
  new_values as (select meter_id, count(*) as number from valued group by 1)
  insert into metering.balances as b
    (subject_id, meter_id, organization_id, func, events, total, lowest, highest, distinct_values, peak, modified_at)
  select ${into}::uuid, meter_id, organization_id, func, events, total, lowest, highest, coalesce(number, 0), peak, modified_at
  from other left join new_values using (meter_id)
  on conflict (subject_id, meter_id) do update set ${plus('excluded')}, modified_at = greatest(b.modified_at, excluded.modified_at), is_ranked = false`;

/** The events of the subjects since the balance's window began, as the balance's own; as far as the meter has got. */
export const windowOf = (into: string, meterId: string, subjects: readonly string[]): RawBuilder<unknown> => sql`(
  select e.seq, e.timestamp, e.source, e.name, e.metadata, ${into}::uuid as subject_id, true as is_current
  from metering.events e join metering.balances b on b.subject_id = ${into}::uuid and b.meter_id = ${meterId}::uuid
  where e.subject_id = any(${subjects}::uuid[]) and e.ingested_at >= b.window_start and ${isReached(meterId)})`;

/** Adds events to the balance of one meter; they are in its usage buckets already. */
export async function recount(
  transaction: Transaction,
  meter: CountingMeter,
  source: RawBuilder<unknown>,
  now: Date,
): Promise<void> {
  const constants = new Constants();
  const counting = { meters: [meter], source, constants, now, intoBuckets: false };
  await transaction.rows(sql`with ${constants.relation}, ${addUp(counting)} select count(*) from balanced`);
}
