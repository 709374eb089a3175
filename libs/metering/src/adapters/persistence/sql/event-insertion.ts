import { type RawBuilder, sql } from 'kysely';
import { addUp, SHARD } from './accumulate.ts';
import type { EventBatch, SubjectRow } from '../event-batch.ts';
import type { CountingMeter } from '../counting-meters.ts';
import { type ThresholdAlert, thresholdAlertsIn } from '../threshold-alerts.ts';
import { idIn, keyOf } from './event-keys.ts';
import { Constants } from './filter.ts';

interface Insertion {
  readonly batch: EventBatch;
  /** One for each event. */
  readonly subjects: readonly SubjectRow[];
  readonly meters: readonly CountingMeter[];
  readonly now: Date;
}

interface Outcome {
  readonly inserted: number;
  /** False if something had nowhere to be counted. */
  readonly is_counted: boolean;
  readonly crossings: readonly ThresholdAlert[];
}

/**
 * Stores those events that are new, with everything that they are found by, and counts exactly them: one statement. They
 * arrive after the latest start of a window, whatever the clocks of several machines say.
 */
export function insertion({ batch, subjects, meters, now }: Insertion): RawBuilder<Outcome> {
  const { organizationId } = batch;
  const constants = new Constants();
  const source = sql`(select *, true as is_current from fresh)`;
  return sql<Outcome>`
    with ${constants.relation},
    given as materialized (${given({ batch, subjects })}),
    keyed as (
      insert into metering.event_keys (organization_id, key, event_id)
      select ${organizationId}::uuid, key, id from (select distinct on (key) key, id from given where key is not null order by key, nth) as first
      order by key on conflict do nothing returning event_id
    ),
    arrival as (
      select greatest(${now.toISOString()}::timestamptz, (select latest_start from metering.billing_windows where organization_id = ${organizationId}::uuid)) as at
    ),
    fresh as materialized (
      select in_order.*, 'user' as source, at as ingested_at, nextval('metering.event_seq') as seq from arrival, (
        select * from given where key is null or id in (select event_id from keyed) order by nth
      ) as in_order
    ),
    stored as (
      insert into metering.events (seq, id, organization_id, ingested_at, timestamp, source, name, subject_id, customer_id,
        external_customer_id, member_id, external_member_id, external_id, parent, metadata)
      select seq, id, ${organizationId}::uuid, ingested_at, timestamp, source, name, subject_id, customer_id, external_customer_id,
        member_id, external_member_id, external_id, parent, metadata from fresh
    ),
    ${addUp({ meters, source, constants, now, intoBuckets: true })},
    identified as (
      insert into metering.event_ids (id, organization_id, key, ingested_at, seq)
      select id, ${organizationId}::uuid, key, ingested_at, seq from fresh
    ),
    linked as (
      insert into metering.event_links (organization_id, parent_key, child_id)
      select ${organizationId}::uuid, link, id from fresh, unnest(array[parent_key, parent_id]) as link where parent is not null and link is not null order by 2, 3
    ),
    named as (
      insert into metering.event_names as n (organization_id, name, source, shard, occurrences, first_seen, last_seen)
      select ${organizationId}::uuid, name, 'user', ${SHARD}, count(*), min(timestamp), max(timestamp) from fresh group by name order by name
      on conflict (organization_id, name, source, shard) do update set occurrences = n.occurrences + excluded.occurrences,
        first_seen = least(n.first_seen, excluded.first_seen), last_seen = greatest(n.last_seen, excluded.last_seen)
    )
    select (select count(*)::int from fresh) as inserted, (select count(*) from sums) = (select count(*) from balanced) as is_counted,
      ${thresholdAlertsIn(sql`balanced`, meters)} as crossings`;
}

const given = ({ batch: { events }, subjects }: Pick<Insertion, 'batch' | 'subjects'>) => sql`
  select * from rows from (
    unnest(
      ${plain(events.map(({ id }) => id))}::uuid[],
      ${plain(events.map(({ timestamp }) => timestamp.toISOString()))}::timestamptz[],
      ${events.map(({ name }) => name)}::text[],
      ${plain(subjects.map(({ id }) => id))}::uuid[],
      ${plain(events.map(({ holder }) => ('customerId' in holder ? holder.customerId : null)))}::uuid[],
      ${text(events.map(({ holder }) => ('externalId' in holder ? holder.externalId : null)))}::text[],
      ${plain(events.map(({ memberId }) => memberId))}::uuid[],
      ${text(events.map(({ externalMemberId }) => externalMemberId))}::text[],
      ${text(events.map(({ externalId }) => externalId))}::text[],
      ${plain(events.map(({ externalId }) => (externalId === null ? null : keyOf(externalId))))}::uuid[],
      ${text(events.map(({ parent }) => parent))}::text[],
      ${plain(events.map(({ parent }) => (parent === null ? null : keyOf(parent))))}::uuid[],
      ${plain(events.map(({ parent }) => (parent === null ? null : idIn(parent))))}::uuid[]
    ),
    jsonb_array_elements(${JSON.stringify(events.map(({ metadata }) => metadata))}::jsonb)
  ) with ordinality as given (id, timestamp, name, subject_id, customer_id, external_customer_id, member_id, external_member_id,
    external_id, key, parent, parent_key, parent_id, metadata, nth)`;

/** A column of which nothing is known is not sent; what there is besides is filled up with nothing. */
const text = (values: readonly (string | null)[]): readonly (string | null)[] | null =>
  values.every((value) => value === null) ? null : values;

/** An array of values that need no quotes. */
const plain = (values: readonly (string | null)[]): string | null =>
  text(values) && `{${values.map((value) => value ?? 'NULL').join()}}`;
