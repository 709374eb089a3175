import { type RawBuilder, sql } from 'kysely';
import { accumulate, SHARD } from './accumulate.ts';
import type { EventBatch, SubjectRow } from '../event-batch.ts';
import type { CountingMeter } from '../counting-meters.ts';
import { type ThresholdAlert, thresholdAlertsIn } from '../threshold-alerts.ts';
import { asEventId, keyOf } from './event-keys.ts';
import { Constants } from './filter.ts';

interface Insertion {
  readonly batch: EventBatch;
  /** The subject of each event, in the order of the events. */
  readonly subjects: readonly SubjectRow[];
  readonly meters: readonly CountingMeter[];
  readonly now: Date;
}

interface InsertionResult {
  readonly inserted: number;
  /** False if a balance was missing, so that not everything was counted. */
  readonly is_counted: boolean;
  readonly alerts: readonly ThresholdAlert[];
}

/**
 * One statement that stores the new events of a batch with their ids, keys, links and names, and counts exactly these events. Their
 * time of arrival is never before the latest start of a billing window, even if the clocks of several machines differ.
 */
export function insertStatement({ batch, subjects, meters, now }: Insertion): RawBuilder<InsertionResult> {
  const { organizationId } = batch;
  const constants = new Constants();
  const source = sql`(select *, true as is_current from new_events)`;
  return sql<InsertionResult>`
    with ${constants.relation},
    input as materialized (${inputRows({ batch, subjects })}),
    new_keys as (
      insert into metering.event_keys (organization_id, key, event_id)
      select ${organizationId}::uuid, key, id from (select distinct on (key) key, id from input where key is not null order by key, nth) as first
      order by key on conflict do nothing returning event_id
    ),
    arrival as (
      select greatest(${now.toISOString()}::timestamptz, (select latest_start from metering.billing_windows where organization_id = ${organizationId}::uuid)) as at
    ),
    new_events as materialized (
      select input_in_order.*, 'user' as source, at as ingested_at, nextval('metering.event_seq') as seq from arrival, (
        select * from input where key is null or id in (select event_id from new_keys) order by nth
      ) as input_in_order
    ),
    inserted_events as (
      insert into metering.events (seq, id, organization_id, ingested_at, timestamp, source, name, subject_id, customer_id,
        external_customer_id, member_id, external_member_id, external_id, parent, metadata)
      select seq, id, ${organizationId}::uuid, ingested_at, timestamp, source, name, subject_id, customer_id, external_customer_id,
        member_id, external_member_id, external_id, parent, metadata from new_events
    ),
    ${accumulate({ meters, source, constants, now, updateBuckets: true })},
    inserted_ids as (
      insert into metering.event_ids (id, organization_id, key, ingested_at, seq)
      select id, ${organizationId}::uuid, key, ingested_at, seq from new_events
    ),
    inserted_links as (
      insert into metering.event_links (organization_id, parent_key, child_id)
      select ${organizationId}::uuid, parent_reference, id from new_events, unnest(array[parent_key, parent_id]) as parent_reference where parent is not null and parent_reference is not null order by 2, 3
    ),
    updated_names as (
      insert into metering.event_names as n (organization_id, name, source, shard, occurrences, first_seen, last_seen)
      select ${organizationId}::uuid, name, 'user', ${SHARD}, count(*), min(timestamp), max(timestamp) from new_events group by name order by name
      on conflict (organization_id, name, source, shard) do update set occurrences = n.occurrences + excluded.occurrences,
        first_seen = least(n.first_seen, excluded.first_seen), last_seen = greatest(n.last_seen, excluded.last_seen)
    )
    select (select count(*)::int from new_events) as inserted, (select count(*) from sums) = (select count(*) from updated_balances) as is_counted,
      ${thresholdAlertsIn(sql`updated_balances`, meters)} as alerts`;
}

const inputRows = ({ batch: { events }, subjects }: Pick<Insertion, 'batch' | 'subjects'>) => sql`
  select * from rows from (
    unnest(
      ${unquotedColumn(events.map(({ id }) => id))}::uuid[],
      ${unquotedColumn(events.map(({ timestamp }) => timestamp.toISOString()))}::timestamptz[],
      ${events.map(({ name }) => name)}::text[],
      ${unquotedColumn(subjects.map(({ id }) => id))}::uuid[],
      ${unquotedColumn(events.map(({ customer }) => ('customerId' in customer ? customer.customerId : null)))}::uuid[],
      ${column(events.map(({ customer }) => ('externalId' in customer ? customer.externalId : null)))}::text[],
      ${unquotedColumn(events.map(({ memberId }) => memberId))}::uuid[],
      ${column(events.map(({ externalMemberId }) => externalMemberId))}::text[],
      ${column(events.map(({ externalId }) => externalId))}::text[],
      ${unquotedColumn(events.map(({ externalId }) => (externalId === null ? null : keyOf(externalId))))}::uuid[],
      ${column(events.map(({ parent }) => parent))}::text[],
      ${unquotedColumn(events.map(({ parent }) => (parent === null ? null : keyOf(parent))))}::uuid[],
      ${unquotedColumn(events.map(({ parent }) => (parent === null ? null : asEventId(parent))))}::uuid[]
    ),
    jsonb_array_elements(${JSON.stringify(events.map(({ metadata }) => metadata))}::jsonb)
  ) with ordinality as input (id, timestamp, name, subject_id, customer_id, external_customer_id, member_id, external_member_id,
    external_id, key, parent, parent_key, parent_id, metadata, nth)`;

/** Sends a column without values as null: `rows from` fills the missing rows with nulls. */
const column = (values: readonly (string | null)[]): readonly (string | null)[] | null =>
  values.every((value) => value === null) ? null : values;

/** A column as an array literal, for values that need no quotes. */
const unquotedColumn = (values: readonly (string | null)[]): string | null =>
  column(values) && `{${values.map((value) => value ?? 'NULL').join()}}`;
