import { type RawBuilder, sql } from 'kysely';

type Sql = RawBuilder<unknown>;

/** The condition that an event has this id. No event arrives before the time in its id, so only later partitions are read. */
export const hasId = (event: string, id: Sql): Sql =>
  sql`${sql.ref(`${event}.id`)} = ${id} and ${sql.ref(`${event}.ingested_at`)} >= metering.time_of(${id})`;

/** What children may name an event by. */
export const namesOfEvent = (event: string): Sql =>
  sql`(${sql.ref(`${event}.id`)}, metering.key_of(${sql.ref(`${event}.external_id`)}))`;

/**
 * The ids of events that have this name, an id or the key of an external id. The events may be deleted already: external ids are
 * remembered longer.
 */
export const idsNamed = (organizationId: Sql, name: Sql): Sql => sql`(
  select ${name} as id
  union all
  select k.event_id from metering.event_external_ids k where k.organization_id = ${organizationId} and k.key = ${name})`;
