import { insertRecords, type RecordStatement, type Step } from '#engine/idempotency';
import type { SharedCall } from '#engine/persistence';
import type { ConflictingCustomers, Ingested, KnownCustomer, NewUsageEvent } from '../../domain/usage-event.ts';
import { EventBatch } from './event-batch.ts';

/** What one call of `ingest` asks for. */
export interface Ingestion extends SharedCall {
  /** The number of events. */
  readonly size: number;
  readonly events: readonly NewUsageEvent[];
  readonly customers: readonly KnownCustomer[];
  readonly now: Date;
  /** The step of a request with an idempotency key. */
  readonly step: Step | undefined;
  resolve(outcome: Ingested | ConflictingCustomers): void;
}

/** Requests with few events share transactions. With more events, fewer transactions save little. */
export const LIMITS_OF_SHARED = { maxCallSize: 100, maxSize: 500, maxWaiting: 1_000, maxWaitMs: 5_000 };

/** The organization of the events; undefined if they have several. */
export function organizationOf({ events }: Ingestion): string | undefined {
  const [first, ...others] = new Set(events.map(({ organizationId }) => organizationId));
  return others.length === 0 ? first : undefined;
}

/** One batch for each organization. Several ingestions have the same one. */
export function batchesOf(ingestions: readonly Ingestion[]): EventBatch[] {
  const [first, ...others] = ingestions as [Ingestion, ...Ingestion[]];
  if (others.length > 0) {
    const events = ingestions.flatMap((each) => each.events);
    const customers = ingestions.flatMap((each) => each.customers);
    return [
      new EventBatch(
        events[0]!.organizationId,
        events,
        customers,
        ingestions.map(({ size }) => size),
      ),
    ];
  }
  return [...Map.groupBy(first.events, ({ organizationId }) => organizationId)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([organizationId, own]) => new EventBatch(organizationId, own, first.customers));
}

const outcomeOf = ({ size }: Ingestion, inserted: number): Ingested => ({ inserted, duplicates: size - inserted });

export function succeed(ingestion: Ingestion, inserted: number): void {
  ingestion.step?.committed();
  ingestion.resolve(outcomeOf(ingestion, inserted));
}

export function recordsOf(ingestions: readonly Ingestion[], inserted: readonly number[]): RecordStatement[] {
  const records = ingestions.flatMap((each, index) => each.step?.record(outcomeOf(each, inserted[index]!)) ?? []);
  return records.length > 0 ? [insertRecords(records)] : [];
}
