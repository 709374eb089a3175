import { asUuid, digestUuid } from '#support/texts';
import { isoTime } from '#support/days';
import { type RawBuilder, sql } from 'kysely';
import type { NewUsageEvent } from '../../../domain/usage-event.ts';
import { accumulate, SHARD } from './accumulate.ts';
import type { EventBatch, SubjectRow } from '../event-batch.ts';
import type { CountingMeter } from '../counting-meters.ts';
import { type ThresholdAlert, thresholdAlertsIn } from '../threshold-alerts.ts';
import { encodedList } from './encoded-list.ts';
import { ADDED_OCCURRENCES, OCCURRENCE_COLUMNS, OCCURRENCES } from './event-occurrences.ts';
import { Constants } from './filter.ts';

interface Insertion {
  readonly organizationId: string;
  readonly columns: EventColumns;
  readonly subjectIds: Buffer;
  readonly meters: readonly CountingMeter[];
  readonly now: Date;
}

interface InsertionResult {
  /** The number of new events of each request that has any, by its position. */
  readonly inserted: readonly (readonly [request: number, events: number])[];
  /** False if a balance was missing, so that not everything was counted. */
  readonly is_counted: boolean;
  readonly alerts: readonly ThresholdAlert[];
}

/**
 * One statement that stores the new events of a batch with their keys, links and names, and counts exactly these events. Their time of
 * arrival is never before the latest start of a billing window, even if the clocks of several machines differ. A key that two requests
 * store at once is refused by the partition of both; one that an earlier partition has is looked up, because no statement still adds to
 * that when there is a newer one.
 */
export function insertStatement({ organizationId, columns, subjectIds, meters, now }: Insertion): RawBuilder<InsertionResult> {
  const constants = new Constants();
  const source = sql`(select *, true as is_current, null::timestamptz as voided_at from new_events)`;
  return sql<InsertionResult>`
    with ${constants.relation},
    input as materialized (${inputRows(columns, subjectIds)}),
    new_keys as (
      insert into metering.event_external_ids (organization_id, key, event_id)
      select ${organizationId}::uuid, key, id from (select distinct on (key) key, id from input where key is not null order by key, nth) as first
      where not exists (
        select from metering.event_external_ids k
        where k.since < metering.external_ids_since() and k.organization_id = ${organizationId}::uuid and k.key = first.key
      )
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
    inserted_links as (
      insert into metering.event_links (organization_id, parent_key, child_id)
      select ${organizationId}::uuid, parent_reference, id from new_events, unnest(array[parent_key, parent_id]) as parent_reference where parent is not null and parent_reference is not null order by 2, 3
    ),
    new_names as materialized (
      select ${organizationId}::uuid as organization_id, name, ${OCCURRENCES} from new_events group by name
    ),
    inserted_types as (
      insert into metering.event_types (id, organization_id, name, label, created_at)
      select gen_random_uuid(), organization_id, name, name, at from new_names n, arrival
      where not exists (select from metering.event_types t where t.organization_id = n.organization_id and t.name = n.name)
      order by name on conflict (organization_id, name) do nothing
    ),
    updated_names as (
      insert into metering.event_names as n (organization_id, name, source, shard, ${OCCURRENCE_COLUMNS})
      select organization_id, name, 'user', ${SHARD}, ${OCCURRENCE_COLUMNS} from new_names order by name
      on conflict (organization_id, name, source, shard) do update set ${ADDED_OCCURRENCES}
    )
    select (
        select coalesce(jsonb_agg(jsonb_build_array(request, events)), '[]')
        from (select coalesce(request, 0) as request, count(*) as events from new_events group by 1) as of_requests
      ) as inserted,
      (select count(*) from sums) = (select count(*) from updated_balances) as is_counted,
      ${thresholdAlertsIn(sql`updated_balances`, meters)} as alerts`;
}

/**
 * The columns of events, one array or JSON literal each in UTF-8, without their subjects. A column without values is null: `rows from`
 * fills the missing rows with nulls.
 */
export interface EventColumns {
  /** The position of the request. Null if there is only one. */
  readonly requests: string | null;
  readonly ids: Buffer | null;
  readonly timestamps: Buffer | null;
  readonly names: Buffer | null;
  readonly customerIds: Buffer | null;
  readonly externalCustomerIds: Buffer | null;
  readonly memberIds: Buffer | null;
  readonly externalMemberIds: Buffer | null;
  readonly externalIds: Buffer | null;
  readonly keys: Buffer | null;
  readonly parents: Buffer | null;
  readonly parentKeys: Buffer | null;
  readonly parentIds: Buffer | null;
  readonly metadata: Buffer;
}

/** Made in slices: a request may have several hundred thousand events. */
export async function columnsOf({ events, sizes }: EventBatch): Promise<EventColumns> {
  const plain = (value: (event: NewUsageEvent) => string | null) => arrayOf(events, value, (text) => text);
  const quoted = (value: (event: NewUsageEvent) => string | null) => arrayOf(events, value, inQuotes);
  return {
    requests: sizes.length > 1 ? `{${sizes.flatMap((size, request) => Array<number>(size).fill(request)).join()}}` : null,
    ids: await plain(({ id }) => id),
    timestamps: await plain(({ timestamp }) => isoTime(timestamp)),
    names: await quoted(({ name }) => name),
    customerIds: await plain(({ customer }) => ('customerId' in customer ? customer.customerId : null)),
    externalCustomerIds: await quoted(({ customer }) => ('externalId' in customer ? customer.externalId : null)),
    memberIds: await plain(({ memberId }) => memberId),
    externalMemberIds: await quoted(({ externalMemberId }) => externalMemberId),
    externalIds: await quoted(({ externalId }) => externalId),
    keys: await plain(({ externalId }) => (externalId === null ? null : digestUuid(externalId))),
    parents: await quoted(({ parent }) => parent),
    parentKeys: await plain(({ parent }) => (parent === null ? null : digestUuid(parent))),
    parentIds: await plain(({ parent }) => (parent === null ? null : asUuid(parent))),
    metadata: await encodedList('[', events, ({ metadata }) => JSON.stringify(metadata), ']'),
  };
}

/** The subject of each event, in the order of the events. */
export const subjectColumn = (subjects: readonly SubjectRow[]): Promise<Buffer> =>
  encodedList('{', subjects, ({ id }) => id, '}');

async function arrayOf(
  events: readonly NewUsageEvent[],
  valueOf: (event: NewUsageEvent) => string | null,
  write: (text: string) => string,
): Promise<Buffer | null> {
  let isEmpty = true;
  const value = (event: NewUsageEvent): string => {
    const text = valueOf(event);
    if (text === null) return 'NULL';
    isEmpty = false;
    return write(text);
  };
  const array = await encodedList('{', events, value, '}');
  return isEmpty ? null : array;
}

const inQuotes = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/** A value that was encoded as text. */
const decoded = (bytes: Buffer | null) => sql`convert_from(${bytes}::bytea, 'UTF8')`;

const inputRows = (columns: EventColumns, subjectIds: Buffer) => sql`
  select * from rows from (
    unnest(
      ${columns.requests}::int[],
      ${decoded(columns.ids)}::uuid[],
      ${decoded(columns.timestamps)}::timestamptz[],
      ${decoded(columns.names)}::text[],
      ${decoded(subjectIds)}::uuid[],
      ${decoded(columns.customerIds)}::uuid[],
      ${decoded(columns.externalCustomerIds)}::text[],
      ${decoded(columns.memberIds)}::uuid[],
      ${decoded(columns.externalMemberIds)}::text[],
      ${decoded(columns.externalIds)}::text[],
      ${decoded(columns.keys)}::uuid[],
      ${decoded(columns.parents)}::text[],
      ${decoded(columns.parentKeys)}::uuid[],
      ${decoded(columns.parentIds)}::uuid[]
    ),
    jsonb_array_elements(${decoded(columns.metadata)}::jsonb)
  ) with ordinality as input (request, id, timestamp, name, subject_id, customer_id, external_customer_id, member_id, external_member_id,
    external_id, key, parent, parent_key, parent_id, metadata, nth)`;
