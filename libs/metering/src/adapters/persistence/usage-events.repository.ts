import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { ValidationFailed } from '#kernel';
import { activeMeters, errorsOfComparisons } from '../../domain/meter-budget.ts';
import { CustomerUsageStarted } from '../../domain/customer-meter.events.ts';
import {
  type ConflictingCustomers,
  type Ingested,
  type KnownCustomer,
  type NamedEvent,
  type NewUsageEvent,
  type StoredEvent,
  type SystemEvent,
  UsageEvents,
} from '../../domain/usage-event.ts';
import { EventBatch, type SubjectRow, type UnresolvedSubjects } from './event-batch.ts';
import { type CountingMeter, countingMeters } from './counting-meters.ts';
import { CountingTransaction } from './counting-transaction.ts';
import { recordThresholdAlerts } from './threshold-alerts.ts';
import { ancestorsOf } from './sql/event-ancestors.ts';
import { columnsOf, type EventColumns, insertStatement } from './sql/event-insertion.ts';
import { resolveSubjects } from './resolve-subjects.ts';
import { storeSystemEvent } from './system-event.ts';
import { lockStatement, Transaction } from './transaction.ts';

/** Rolls back an ingestion whose subjects are not resolved. It is repeated once they are. */
class RetryIngest extends Error {
  constructor(
    readonly reason: ConflictingCustomers | { readonly organizationId: string; readonly unresolved: UnresolvedSubjects },
  ) {
    super('Subjects are not resolved');
  }
}

@Injectable()
export class SqlUsageEvents extends UsageEvents {
  constructor(private readonly em: EntityManager) {
    super();
  }

  addSystemEvent(event: SystemEvent, customer: KnownCustomer, now: Date): Promise<void> {
    const { organizationId } = event;
    return Transaction.run(this.em, async (transaction) => {
      const subjectId =
        (await subjectOf(transaction, customer)) ?? (await this.createSubject(transaction, organizationId, customer, now));
      if (subjectId !== undefined) await storeSystemEvent(transaction, { ...event, subjectId }, now);
    });
  }

  private async createSubject(
    transaction: Transaction,
    organizationId: string,
    customer: KnownCustomer,
    now: Date,
  ): Promise<string | undefined> {
    await resolveSubjects(transaction, organizationId, { customers: [customer], externalIds: [], forCounting: false }, now);
    return subjectOf(transaction, customer);
  }

  /** Resolves new or changed subjects, which are rare, in separate transactions, and then repeats the whole ingestion. */
  async ingest(
    events: readonly NewUsageEvent[],
    customers: readonly KnownCustomer[],
    now: Date,
  ): Promise<Ingested | ConflictingCustomers> {
    const batches = [...Map.groupBy(events, ({ organizationId }) => organizationId)]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([organizationId, own]) => new EventBatch(organizationId, own, customers));
    for (;;) {
      try {
        return await this.attempt(batches, now);
      } catch (error) {
        if (!(error instanceof RetryIngest)) throw error;
        const { reason } = error;
        if ('conflictingCustomerIds' in reason) return reason;
        await Transaction.run(this.em, (transaction) =>
          resolveSubjects(transaction, reason.organizationId, { ...reason.unresolved, forCounting: true }, now),
        );
      }
    }
  }

  async ancestors(organizationId: string, events: readonly NamedEvent[]): Promise<StoredEvent[]> {
    return (await ancestorsOf(organizationId, events).execute(this.em.getKysely<object>())).rows;
  }

  private async attempt(batches: readonly EventBatch[], now: Date): Promise<Ingested> {
    const columns = await Promise.all(batches.map(columnsOf));
    const firstStatements = (await Promise.all(batches.map(firstStatementsOf))).flat();
    return CountingTransaction.run(this.em, firstStatements, async (transaction, results) => {
      const metersOf = (index: number) => results[index * STATEMENTS_PER_BATCH + 1] as readonly CountingMeter[];
      ValidationFailed.throwIfAny(
        errorsOfComparisons(
          batches.map(({ events }, index) => ({
            events,
            clauses: activeMeters(metersOf(index).map(({ filter }) => filter)).clauses,
          })),
        ),
      );
      let inserted = 0;
      for (const [index, batch] of batches.entries()) {
        const [, meters, subjects] = results.slice(index * STATEMENTS_PER_BATCH) as [unknown, CountingMeter[], SubjectRow[]];
        inserted += await store(transaction, { batch, columns: columns[index]! }, meters, subjects, now);
      }
      return { inserted, duplicates: batches.reduce((sum, { events }) => sum + events.length, 0) - inserted };
    });
  }
}

/** The lock comes first, so that the other statements see the changes of the transaction that they waited for. */
const firstStatementsOf = async (batch: EventBatch): Promise<RawBuilder<unknown>[]> => [
  lockStatement(batch.organizationId, 'shared'),
  countingMeters(batch.organizationId),
  await subjectsOf(batch),
];
const STATEMENTS_PER_BATCH = 3;

/** Returns the number of new events. */
async function store(
  transaction: CountingTransaction,
  { batch, columns }: { readonly batch: EventBatch; readonly columns: EventColumns },
  meters: readonly CountingMeter[],
  rows: readonly SubjectRow[],
  now: Date,
): Promise<number> {
  const { organizationId } = batch;
  const resolved = await batch.resolve(rows, meters.at(-1)?.number ?? 0);
  if ('conflictingCustomerIds' in resolved) throw new RetryIngest(resolved);
  if ('unresolved' in resolved) throw new RetryIngest({ organizationId, unresolved: resolved.unresolved });
  const { subjects } = resolved;
  const [result] = await transaction.rows(insertStatement({ organizationId, columns, subjects, meters, now }));
  if (!result!.is_counted) throw new Error(`A balance of ${organizationId} is missing`);
  recordThresholdAlerts(transaction, organizationId, result!.alerts, now);
  if (subjects.some(({ has_events }) => !has_events) && result!.inserted > 0) {
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
    update metering.subjects as s set first_event_at = at from (
      select id, (select min(timestamp) from metering.events where subject_id = subjects.id and source = 'user') as at
      from metering.subjects where id = any(${ids}::uuid[]) and first_event_at is null order by id for update
    ) as first_events where s.id = first_events.id and at is not null returning customer_id, to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`);
  for (const { customer_id, at } of started) {
    if (customer_id) transaction.record(new CustomerUsageStarted(organizationId, customer_id, now, new Date(at)));
  }
}

async function subjectOf(transaction: Transaction, { id, organizationId }: KnownCustomer): Promise<string | undefined> {
  const [found] = await transaction.rows<{ id: string }>(sql`
    select id from metering.subjects where organization_id = ${organizationId} and customer_id = ${id} and merged_into is null`);
  return found?.id;
}
