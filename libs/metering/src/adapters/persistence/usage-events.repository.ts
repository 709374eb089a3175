import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { ValidationFailed } from '#kernel';
import { asKeyInUse, nextStep } from '#platform/idempotency';
import { settleTogether, GroupedTransactions } from '#platform/persistence';
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
import { type CountingStatement, CountingTransaction } from './counting-transaction.ts';
import { recordThresholdAlerts } from './threshold-alerts.ts';
import { batchesOf, type Ingestion, LIMITS_OF_SHARED, recordsOf, organizationOf, succeed } from './ingestion.ts';
import { ancestorsOf } from './sql/event-ancestors.ts';
import { columnsOf, type EventColumns, insertStatement } from './sql/event-insertion.ts';
import { resolveSubjects } from './resolve-subjects.ts';
import { SubjectLookup } from './subject-lookup.ts';
import { SystemEventGroupCommit } from './system-event-group-commit.ts';
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
  private readonly subjects: SubjectLookup;
  private readonly systemEvents: SystemEventGroupCommit;

  constructor(private readonly em: EntityManager) {
    super();
    this.subjects = new SubjectLookup(em);
    this.systemEvents = new SystemEventGroupCommit(em);
  }

  async addSystemEvent(event: SystemEvent, customer: KnownCustomer, now: Date): Promise<void> {
    if (await this.subjects.ensure(customer, now)) await this.systemEvents.add({ event, customer, now });
  }

  ingest(
    events: readonly NewUsageEvent[],
    customers: readonly KnownCustomer[],
    now: Date,
  ): Promise<Ingested | ConflictingCustomers> {
    const step = nextStep('CountingTransaction');
    if (step?.done) return Promise.resolve(step.done.outcome as Ingested);
    return new Promise((resolve, reject) => {
      const fail = (error: unknown): void => reject(asKeyInUse(error));
      const ingestion: Ingestion = { events, customers, now, step, size: events.length, resolve, reject: fail };
      const organizationId = this.shared.takes(ingestion) ? organizationOf(ingestion) : undefined;
      if (organizationId !== undefined) this.shared.add(organizationId, ingestion);
      else void settleTogether([ingestion], this.store).then((settle) => settle());
    });
  }

  /** Resolves new or changed subjects, which are rare, in separate transactions, and then repeats the whole ingestion. */
  private readonly store = async (ingestions: readonly Ingestion[]): Promise<() => void> => {
    const batches = batchesOf(ingestions);
    const now = new Date(Math.max(...ingestions.map((each) => each.now.getTime())));
    for (;;) {
      try {
        const inserted = await this.attempt(ingestions, batches, now);
        return () => ingestions.forEach((each, index) => succeed(each, inserted[index]!));
      } catch (error) {
        if (!(error instanceof RetryIngest)) throw error;
        const { reason } = error;
        if ('unresolved' in reason) await this.resolve(reason.organizationId, reason.unresolved, now);
        else if (ingestions.length > 1) throw error;
        else return () => ingestions[0]!.resolve(reason);
      }
    }
  };

  private readonly shared = new GroupedTransactions(this.store, LIMITS_OF_SHARED);

  private resolve(organizationId: string, unresolved: UnresolvedSubjects, now: Date): Promise<void> {
    return Transaction.run(this.em, (transaction) =>
      resolveSubjects(transaction, organizationId, { ...unresolved, forCounting: true }, now),
    );
  }

  async clauses(organizationId: string): Promise<number> {
    const { rows } = await countingMeters(organizationId).execute(this.em.getKysely<object>());
    return activeMeters(rows.map(({ filter }) => filter)).clauses;
  }

  async ancestors(organizationId: string, events: readonly NamedEvent[]): Promise<StoredEvent[]> {
    return (await ancestorsOf(organizationId, events).execute(this.em.getKysely<object>())).rows;
  }

  /** Returns the number of new events of each ingestion. */
  private async attempt(ingestions: readonly Ingestion[], batches: readonly EventBatch[], now: Date): Promise<number[]> {
    const columns = await Promise.all(batches.map(columnsOf));
    const firstStatements = (await Promise.all(batches.map(firstStatementsOf))).flat();
    const work = async (transaction: CountingTransaction, results: readonly (readonly unknown[])[]): Promise<number[]> => {
      const metersOf = (index: number) => results[index * STATEMENTS_PER_BATCH + 1] as readonly CountingMeter[];
      ValidationFailed.throwIfAny(
        errorsOfComparisons(
          batches.map(({ events }, index) => ({
            events,
            clauses: activeMeters(metersOf(index).map(({ filter }) => filter)).clauses,
          })),
        ),
      );
      const inserted = ingestions.map(() => 0);
      for (const [index, batch] of batches.entries()) {
        const [, meters, subjects] = results.slice(index * STATEMENTS_PER_BATCH) as [unknown, CountingMeter[], SubjectRow[]];
        const stored = await store(transaction, { batch, columns: columns[index]! }, meters, subjects, now);
        for (const [request, events] of stored) inserted[request]! += events;
      }
      return inserted;
    };
    return CountingTransaction.run(this.em, firstStatements, work, (inserted) => recordsOf(ingestions, inserted));
  }
}

/** The lock comes first, so that the other statements see the changes of the transaction that they waited for. */
const firstStatementsOf = async (batch: EventBatch): Promise<CountingStatement[]> => [
  { name: 'metering-lock-shared', statement: lockStatement(batch.organizationId, 'shared') },
  { name: 'metering-counting-meters', statement: countingMeters(batch.organizationId) },
  { name: 'metering-subjects', statement: await subjectsOf(batch) },
];
const STATEMENTS_PER_BATCH = 3;

/** Returns the number of new events of the requests that have any, by the positions of the requests. */
async function store(
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
  const [result] = await transaction.countedRows(insertStatement({ organizationId, columns, subjects, meters, now }));
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
    update metering.subjects as s set first_event_at = at from (
      select id, (select min(timestamp) from metering.events where subject_id = subjects.id and source = 'user') as at
      from metering.subjects where id = any(${ids}::uuid[]) and first_event_at is null order by id for update
    ) as first_events where s.id = first_events.id and at is not null returning customer_id, to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`);
  for (const { customer_id, at } of started) {
    if (customer_id) transaction.record(new CustomerUsageStarted(organizationId, customer_id, now, new Date(at)));
  }
}
