import { type RawBuilder, sql } from 'kysely';
import { countedEvents, type StoredMeterDefinition } from './sql/aggregation.ts';
import { DAY, TIME_BUCKET } from './sql/event-counts.ts';
import { Constants } from './sql/filter.ts';
import { hasId } from './sql/stored-events.ts';
import type { Transaction } from './transaction.ts';

type Sql = RawBuilder<unknown>;
type MeterWithUsage = StoredMeterDefinition & { readonly organization_id: string };

/**
 * The meters of which usage of subjects is counted. Until the end of the transaction nobody else counts it, and their definitions do not
 * change.
 */
const metersWithUsage = (organizations: readonly string[]): RawBuilder<MeterWithUsage> => sql`
  select m.id, m.organization_id, m.filter, m.aggregation from metering.usage_counting u join metering.meters m on m.id = u.meter_id
  where u.organization_id = any(${organizations}::uuid[]) order by 1 for update of u`;

/** Adds what the meters count of the events of `source`. */
function addUsage(organizationId: string, meters: readonly StoredMeterDefinition[], source: Sql): Sql {
  const constants = new Constants();
  const counted = countedEvents(meters, sql`(${source})`, sql`subject_id, timestamp, ingested_at`, constants);
  return sql`
    insert into metering.usage_of_subjects as u (organization_id, meter_id, subject_id, bucket, day, events, total, lowest, highest)
    with ${constants.relation}
    select ${organizationId}::uuid, meter_id, subject_id, ${TIME_BUCKET}, ${DAY}, count(*), coalesce(sum(number), 0), min(number), max(number)
    from (${counted}) as counted group by 2, 3, 4, 5 order by 2, 3, 4, 5
    on conflict (organization_id, meter_id, subject_id, bucket, day) do update set events = u.events + excluded.events,
      total = u.total + excluded.total, lowest = least(u.lowest, excluded.lowest), highest = greatest(u.highest, excluded.highest)`;
}

const eventsOf = (organizationId: string, condition: Sql): Sql =>
  sql`select e.* from metering.events e where e.organization_id = ${organizationId}::uuid and ${condition}`;

/** Adds the events of the organizations that meet a condition. */
export async function addUsageOf(transaction: Transaction, organizationIds: readonly string[], condition: Sql): Promise<void> {
  const meters = await transaction.rows(metersWithUsage(organizationIds));
  for (const [organizationId, own] of Map.groupBy(meters, ({ organization_id }) => organization_id)) {
    await transaction.rows(addUsage(organizationId, own, eventsOf(organizationId, condition)));
  }
}

/** Events that are counted: those after this position will be. It does not change for locked meters. */
const IS_COUNTED = sql`e.seq <= (select counted_to from metering.event_counting)`;

/** Counts the usage of a meter again in the events that arrived on a day. */
export async function recountDay(
  transaction: Transaction,
  organizationId: string,
  meter: StoredMeterDefinition,
  day: string,
): Promise<void> {
  await transaction.rows(sql`delete from metering.usage_of_subjects
    where organization_id = ${organizationId}::uuid and meter_id = ${meter.id}::uuid and day = ${day}::date`);
  const condition = sql`e.ingested_at >= ${day}::timestamp at time zone 'utc'
    and e.ingested_at < (${day}::timestamp + interval '1 day') at time zone 'utc' and ${IS_COUNTED}`;
  await transaction.rows(addUsage(organizationId, [meter], eventsOf(organizationId, condition)));
}

interface Place {
  readonly subject_id: string;
  readonly bucket: string;
  readonly day: string;
}

/** Counts the usage again in all places where the given events are, which were voided or restored. */
export async function recountPlacesOf(
  transaction: Transaction,
  organizationId: string,
  eventIds: readonly string[],
): Promise<void> {
  const meters = await transaction.rows(metersWithUsage([organizationId]));
  if (meters.length === 0) return;
  const places = await transaction.rows<Place>(sql`
    select distinct subject_id, ${TIME_BUCKET}::text as bucket, ${DAY}::text as day from unnest(${eventIds}::uuid[]) as named (id)
    join metering.events e on e.organization_id = ${organizationId}::uuid and ${hasId('e', sql`named.id`)}`);
  const given = sql`unnest(${places.map(({ subject_id }) => subject_id)}::uuid[], ${places.map(({ bucket }) => bucket)}::timestamptz[],
    ${places.map(({ day }) => day)}::date[]) as place (subject_id, bucket, day)`;
  await transaction.rows(sql`delete from metering.usage_of_subjects u using ${given}
    where u.organization_id = ${organizationId}::uuid and u.meter_id = any(${idsOf(meters)}::uuid[])
      and u.subject_id = place.subject_id and u.bucket = place.bucket and u.day = place.day`);
  await transaction.rows(
    addUsage(
      organizationId,
      meters,
      sql`select e.* from ${given} join metering.events e on e.organization_id = ${organizationId}::uuid and e.subject_id = place.subject_id
        and e.timestamp >= place.bucket and e.timestamp < place.bucket + interval '15 minutes'
        and e.ingested_at >= place.day::timestamp at time zone 'utc'
        and e.ingested_at < (place.day::timestamp + interval '1 day') at time zone 'utc' and ${IS_COUNTED}`,
    ),
  );
}

/** Nothing of a meter is counted any more: it counts something else from now on. */
export const forgetUsage = (organizationId: string, meterId: string): readonly Sql[] =>
  ['usage_counting', 'usage_of_subjects'].map(
    (table) =>
      sql`delete from metering.${sql.raw(table)} where organization_id = ${organizationId}::uuid and meter_id = ${meterId}::uuid`,
  );

const idsOf = (meters: readonly StoredMeterDefinition[]): string[] => meters.map(({ id }) => id);
