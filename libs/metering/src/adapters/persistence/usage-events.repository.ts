import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { CustomerUsageStarted } from '../../domain/customer-meter.events.ts';
import type { StoredEvent } from '../../domain/event-lineage.ts';
import {
  type Contested,
  type Ingested,
  type KnownCustomer,
  type NamedEvent,
  type NewUsageEvent,
  UsageEvents,
} from '../../domain/usage-event.ts';
import { EventBatch, type SubjectRow, type UnresolvedSubjects } from './event-batch.ts';
import { type CountingMeter, countingMeters } from './counting-meters.ts';
import { CountingTransaction } from './counting-transaction.ts';
import { recordThresholdAlerts } from './threshold-alerts.ts';
import { ancestorsOf } from './sql/event-ancestors.ts';
import { insertion } from './sql/event-insertion.ts';
import { resolveSubjects } from './resolve-subjects.ts';
import { lockStatement, Transaction } from './transaction.ts';

/** Nothing may be counted yet: the transaction is given up, and comes again. */
class RetryIngest extends Error {
  constructor(readonly why: Contested | { readonly organizationId: string; readonly unsettled: UnresolvedSubjects }) {
    super('Subjects are not settled');
  }
}

@Injectable()
export class SqlUsageEvents extends UsageEvents {
  constructor(private readonly em: EntityManager) {
    super();
  }

  /** What is rare is done beside: subjects are settled in transactions of their own, and then all of it is tried again. */
  async ingest(events: readonly NewUsageEvent[], customers: readonly KnownCustomer[], now: Date): Promise<Ingested | Contested> {
    const batches = [...Map.groupBy(events, ({ organizationId }) => organizationId)]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([organizationId, own]) => new EventBatch(organizationId, own, customers));
    for (;;) {
      try {
        return await this.attempt(batches, now);
      } catch (error) {
        if (!(error instanceof RetryIngest)) throw error;
        const { why } = error;
        if ('contested' in why) return why;
        await Transaction.run(this.em, (transaction) =>
          resolveSubjects(transaction, why.organizationId, { ...why.unsettled, forCounting: true }, now),
        );
      }
    }
  }

  async ancestors(organizationId: string, events: readonly NamedEvent[]): Promise<StoredEvent[]> {
    return (await ancestorsOf(organizationId, events).execute(this.em.getKysely<object>())).rows;
  }

  private attempt(batches: readonly EventBatch[], now: Date): Promise<Ingested> {
    return CountingTransaction.run(this.em, batches.flatMap(readsOf), async (transaction, found) => {
      let inserted = 0;
      for (const [index, batch] of batches.entries()) {
        const [, meters, subjects] = found.slice(index * READS) as [unknown, CountingMeter[], SubjectRow[]];
        inserted += await store(transaction, batch, meters, subjects, now);
      }
      return { inserted, duplicates: batches.reduce((sum, { events }) => sum + events.length, 0) - inserted };
    });
  }
}

/** Asked in this order: whoever is held up by another sees what that one did. */
const readsOf = (batch: EventBatch): RawBuilder<unknown>[] => [
  lockStatement(batch.organizationId, 'shared'),
  countingMeters(batch.organizationId),
  subjectsOf(batch),
];
const READS = 3;

/** Answers how many of the events were new. */
async function store(
  transaction: CountingTransaction,
  batch: EventBatch,
  meters: readonly CountingMeter[],
  rows: readonly SubjectRow[],
  now: Date,
): Promise<number> {
  const { organizationId } = batch;
  const resolved = batch.resolve(rows, meters.at(-1)?.number ?? 0);
  if ('contested' in resolved) throw new RetryIngest(resolved);
  if ('unsettled' in resolved) throw new RetryIngest({ organizationId, unsettled: resolved.unsettled });
  const { subjects } = resolved;
  const [outcome] = await transaction.rows(insertion({ batch, subjects, meters, now }));
  if (!outcome!.is_counted) throw new Error(`A balance of ${organizationId} is missing`);
  recordThresholdAlerts(transaction, organizationId, outcome!.crossings, now);
  if (subjects.some(({ has_events }) => !has_events) && outcome!.inserted > 0) {
    await begin(transaction, organizationId, subjects, now);
  }
  return outcome!.inserted;
}

/**
 * Looked up one by one, each by both columns of an index, whatever the planner knows of the table: it may have been filled a
 * moment ago. Whoever is found by both is there twice. What was merged has no external key any more.
 */
const subjectsOf = ({ organizationId, customerIds, externalKeys }: EventBatch) => sql<SubjectRow>`
  select id, customer_id, external_key, known_meters::int as known_meters, first_event_at is not null as has_events from (
    select found.* from unnest(${customerIds}::uuid[]) as wanted (id) cross join lateral (
      select * from metering.subjects where organization_id = ${organizationId} and customer_id = wanted.id and merged_into is null limit 1
    ) as found
    union all
    select found.* from unnest(${externalKeys}::uuid[]) as wanted (key) cross join lateral (
      select * from metering.subjects where organization_id = ${organizationId} and external_key = wanted.key limit 1
    ) as found
  ) as subjects`;

/** Remembers when those began of whom there was no event before. */
async function begin(
  transaction: CountingTransaction,
  organizationId: string,
  subjects: readonly SubjectRow[],
  now: Date,
): Promise<void> {
  const ids = [...new Set(subjects.filter(({ has_events }) => !has_events).map(({ id }) => id))];
  const began = await transaction.rows<{ customer_id: string | null; at: string }>(sql`
    update metering.subjects as s set first_event_at = at from (
      select id, (select min(timestamp) from metering.events where subject_id = subjects.id and source = 'user') as at
      from metering.subjects where id = any(${ids}::uuid[]) and first_event_at is null order by id for update
    ) as began where s.id = began.id and at is not null returning customer_id, to_char(at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`);
  for (const { customer_id, at } of began) {
    if (customer_id) transaction.record(new CustomerUsageStarted(organizationId, customer_id, now, new Date(at)));
  }
}
