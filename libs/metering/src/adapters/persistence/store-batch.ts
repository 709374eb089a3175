import { type RawBuilder, sql } from 'kysely';
import { CustomerUsageStarted } from '../../domain/customer-meter.events.ts';
import type { ConflictingCustomers } from '../../domain/usage-event.ts';
import { type CountingMeter, countingMeters } from './counting-meters.ts';
import { type CountingTransaction, lockStatement, type NamedStatement } from './counting-transaction.ts';
import type { EventBatch, SubjectRow, UnresolvedSubjects } from './event-batch.ts';
import { type EventColumns, insertStatement, subjectColumn } from './sql/event-insertion.ts';
import { recordThresholdAlerts } from './threshold-alerts.ts';

/** Rolls back an ingestion whose subjects are not resolved. It is repeated once they are. */
export class RetryIngest extends Error {
  constructor(
    readonly reason: ConflictingCustomers | { readonly organizationId: string; readonly unresolved: UnresolvedSubjects },
  ) {
    super('Subjects are not resolved');
  }
}

/** The lock comes first, so that the other statements see the changes of the transaction that they waited for. */
export const firstStatementsOf = async (batch: EventBatch): Promise<NamedStatement[]> => [
  { name: 'metering-lock-shared', statement: lockStatement(batch.organizationId, 'shared') },
  { name: 'metering-counting-meters', statement: countingMeters(batch.organizationId) },
  { name: 'metering-subjects', statement: await subjectsOf(batch) },
];
export const STATEMENTS_PER_BATCH = 3;

/** Returns the number of new events of the requests that have any, by the positions of the requests. */
export async function storeBatch(
  transaction: CountingTransaction,
  { batch, columns }: { readonly batch: EventBatch; readonly columns: EventColumns },
  meters: readonly CountingMeter[],
  rows: readonly SubjectRow[],
  now: Date,
): Promise<readonly (readonly [request: number, events: number])[]> {
  const { organizationId } = batch;
  const resolved = await batch.resolve(rows, meters.at(-1)?.number ?? 0);
  if ('conflictingCustomerIds' in resolved) throw new RetryIngest(resolved);
  if ('unresolved' in resolved) throw new RetryIngest({ organizationId, unresolved: resolved.unresolved });
  const { subjects } = resolved;
  const subjectIds = await subjectColumn(subjects);
  const [result] = await transaction.countedRows(insertStatement({ organizationId, columns, subjectIds, meters, now }));
  if (!result!.is_counted) throw new Error(`A balance of ${organizationId} is missing`);
  recordThresholdAlerts(transaction, organizationId, result!.alerts, now);
  if (subjects.some(({ has_events }) => !has_events) && result!.inserted.length > 0) {
    await recordFirstUsage(transaction, organizationId, subjects, now);
  }
  return result!.inserted;
}

/**
 * Looks up each subject by both columns of an index, even if the statistics of the table are outdated, as they are just after it was
 * filled. A subject found by customer id and by external id is returned twice. Merged subjects have no external key.
 */
async function subjectsOf(batch: EventBatch): Promise<RawBuilder<SubjectRow>> {
  const { organizationId } = batch;
  const { customerIds, externalKeys } = await batch.customers();
  return sql<SubjectRow>`
  select id, customer_id, external_key, known_meters::int as known_meters, first_event_at is not null as has_events from (
    select subject.* from unnest(${customerIds}::uuid[]) as requested (id) cross join lateral (
      select * from metering.subjects where organization_id = ${organizationId} and customer_id = requested.id and merged_into is null limit 1
    ) as subject
    union all
    select subject.* from unnest(${externalKeys}::uuid[]) as requested (key) cross join lateral (
      select * from metering.subjects where organization_id = ${organizationId} and external_key = requested.key limit 1
    ) as subject
  ) as subjects`;
}

/** Stores the time of the first event of subjects without earlier events, and publishes it for customers. */
async function recordFirstUsage(
  transaction: CountingTransaction,
  organizationId: string,
  subjects: readonly SubjectRow[],
  now: Date,
): Promise<void> {
  const ids = [...new Set(subjects.filter(({ has_events }) => !has_events).map(({ id }) => id))];
  const started = await transaction.rows<{ customer_id: string | null; at: string }>(sql`
    with starting as materialized (
      select id from metering.subjects where id = any(${ids}::uuid[]) and first_event_at is null order by id for update
    ),
    first_events as materialized (
      select subject.id, first.at from unnest(${ids}::uuid[]) as subject (id) cross join lateral (
        select min(timestamp) as at from metering.events
        where organization_id = ${organizationId}::uuid and subject_id = subject.id and source = 'user'
      ) as first
    ),
    started as (
      update metering.subjects as s set first_event_at = at from first_events join starting using (id)
      where s.id = first_events.id and at is not null returning customer_id, at
    )
    select customer_id, to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at from started`);
  for (const { customer_id, at } of started) {
    if (customer_id) transaction.record(new CustomerUsageStarted(organizationId, customer_id, now, new Date(at)));
  }
}
