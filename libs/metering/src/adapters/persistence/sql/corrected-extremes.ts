import { type RawBuilder, sql } from 'kysely';
import type { CountingMeter } from '../counting-meters.ts';
import { countedEvents } from './aggregation.ts';
import { countedInWindows, withMerged } from './consumed-until.ts';
import type { ChangedCounters } from './corrections.ts';
import { Constants } from './filter.ts';

type Sql = RawBuilder<unknown>;

/** Finds extremes or distinct values of a meter again, among the other events in the current billing windows. */
export function countAgain(organizationId: string, meter: CountingMeter, changed: readonly ChangedCounters[]): Sql {
  const constants = new Constants();
  const subjects = changed.map(({ subject_id }) => subject_id);
  const values = changed.flatMap(({ subject_id, digests }) => (digests ?? []).map((digest) => ({ subject_id, digest })));
  const remaining = sql`
    ${constants.relation},
    ${withMerged(subjects)},
    stored_events as materialized (
      select e.* from metering.events e
      where e.organization_id = ${organizationId}::uuid and e.subject_id = any(array(select id from owners)) and e.voided_at is null
    ),
    remaining as materialized (${countedEvents([meter], countedInWindows(meter.id), sql`owner`, constants)})`;
  if (meter.aggregation.func !== 'unique') {
    return sql`with ${remaining}
      update metering.balances as b set lowest = extremes.lowest, highest = extremes.highest
      from (
        select changed.id, min(number) as lowest, max(number) as highest
        from unnest(${subjects}::uuid[]) as changed (id) left join remaining on owner = changed.id group by 1
      ) as extremes where b.subject_id = extremes.id and b.meter_id = ${meter.id}::uuid`;
  }
  return sql`with ${remaining},
    gone as (
      delete from metering.distinct_values as d
      using unnest(${values.map(({ subject_id }) => subject_id)}::uuid[], ${values.map(({ digest }) => digest)}::uuid[]) as voided (id, digest)
      where d.meter_id = ${meter.id}::uuid and d.subject_id = voided.id and d.digest = voided.digest
        and not exists (select from remaining where owner = voided.id and remaining.digest = voided.digest)
      returning d.subject_id
    )
    update metering.balances as b set distinct_values = b.distinct_values - lost.number
    from (select subject_id, count(*) as number from gone group by 1) as lost
    where b.subject_id = lost.subject_id and b.meter_id = ${meter.id}::uuid`;
}
