import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ValidationFailed } from '#kernel';
import { computeInSlices } from '#support/slices';
import { asKeyInUse, nextStep } from '#engine/idempotency';
import { settleTogether, GroupedTransactions } from '#engine/persistence';
import { activeMeters, errorsOfComparisons } from '../../domain/meter-budget.ts';
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
import type { EventBatch, SubjectRow, UnresolvedSubjects } from './event-batch.ts';
import { type CountingMeter, countingMeters } from './counting-meters.ts';
import { CountingTransaction } from './counting-transaction.ts';
import { batchesOf, type Ingestion, LIMITS_OF_SHARED, recordsOf, organizationOf, succeed } from './ingestion.ts';
import { ancestorsOf } from './sql/event-ancestors.ts';
import { columnsOf } from './sql/event-insertion.ts';
import { resolveSubjects } from './resolve-subjects.ts';
import { firstStatementsOf, RetryIngest, STATEMENTS_PER_BATCH, storeBatch } from './store-batch.ts';
import { SubjectLookup } from './subject-lookup.ts';
import { SubjectMissing, systemEventInsertion } from './system-event-insertion.ts';

@Injectable()
export class SqlUsageEvents extends UsageEvents {
  private readonly subjects: SubjectLookup;
  private readonly systemEvents: ReturnType<typeof systemEventInsertion>;

  constructor(private readonly em: EntityManager) {
    super();
    this.subjects = new SubjectLookup(em);
    this.systemEvents = systemEventInsertion(em);
  }

  async addSystemEvent(event: SystemEvent, find: () => Promise<KnownCustomer | undefined>, now: Date): Promise<void> {
    const isStored = event.name !== 'customer.created' && (await this.addToKnown(event, now));
    const customer = isStored ? undefined : await find();
    if (customer && (await this.subjects.ensure(customer, now)))
      await this.systemEvents.insert({ event, customerId: customer.id, now });
  }

  /** False if the customer has no usage yet, or was merged. */
  private async addToKnown(event: SystemEvent, now: Date): Promise<boolean> {
    try {
      await this.systemEvents.insert({ event, customerId: event.customerId, now });
      return true;
    } catch (error) {
      if (error instanceof SubjectMissing) return false;
      throw error;
    }
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

  private resolve(organizationId: string, unresolved: UnresolvedSubjects, now: Date): Promise<unknown> {
    return CountingTransaction.run(this.em, [], (transaction) =>
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
        await computeInSlices(
          errorsOfComparisons(
            batches.map(({ events }, index) => ({
              events,
              clauses: activeMeters(metersOf(index).map(({ filter }) => filter)).clauses,
            })),
          ),
        ),
      );
      const inserted = ingestions.map(() => 0);
      for (const [index, batch] of batches.entries()) {
        const [, meters, subjects] = results.slice(index * STATEMENTS_PER_BATCH) as [unknown, CountingMeter[], SubjectRow[]];
        const stored = await storeBatch(transaction, { batch, columns: columns[index]! }, meters, subjects, now);
        for (const [request, events] of stored) inserted[request]! += events;
      }
      return inserted;
    };
    return CountingTransaction.run(this.em, firstStatements, work, (inserted) => recordsOf(ingestions, inserted));
  }
}
