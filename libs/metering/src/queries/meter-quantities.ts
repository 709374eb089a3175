import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { isUnknownZone, MAX_DAYS, readDb } from '#engine/persistence';
import { RequestInvalid } from '#platform/http';
import { UNKNOWN_TIME_ZONE } from '#support/days';
import { type Infer, list, number, object, timestamp } from '#platform/wire';
import type { StoredMeterDefinition } from '../adapters/persistence/sql/aggregation.ts';
import { subjectsFor } from './event-conditions.ts';
import { type QuantityQuery, fromEvents, fromBuckets, fromSubjects, type SubjectUsage } from './quantities.ts';

const QuantityView = object({ timestamp: timestamp(), quantity: number() }, 'MeterQuantity', {
  timestamp: 'The start of the interval.',
  quantity: 'The quantity in the interval.',
});
export const QuantitiesView = object({ quantities: list(QuantityView), total: number() }, 'MeterQuantities', {
  quantities: 'The quantity of every interval, in order.',
  total: 'The quantity of the whole time range.',
});
export type QuantitiesView = Infer<typeof QuantitiesView>;

const DAY_MS = 86_400_000;
const TOO_SMALL = 'The interval is too small for the given date range. Use a larger interval or reduce the date range.';

interface Row {
  /** The start of an interval; null for the total. */
  readonly start: string | null;
  readonly quantity: number;
}

type OwnedMeter = StoredMeterDefinition & { readonly organization_id: string };

/** The quantities of a meter over time, of all customers or of some. */
@Injectable()
export class MeterQuantities {
  constructor(private readonly em: EntityManager) {}

  async of(meter: OwnedMeter, query: QuantityQuery): Promise<QuantitiesView> {
    assertRange(query);
    const rows = await this.rowsOf(meter, query);
    const quantities = rows.flatMap(({ start, quantity }) => (start === null ? [] : [{ timestamp: new Date(start), quantity }]));
    return { quantities, total: rows.find(({ start }) => start === null)?.quantity ?? 0 };
  }

  private async statementFor(meter: OwnedMeter, query: QuantityQuery): Promise<RawBuilder<unknown>> {
    const { organization_id: organizationId } = meter;
    if (canUseCounts(query, meter) && !isOfCustomers(query)) return fromBuckets(meter, organizationId, query);
    const usage = canUseCounts(query, meter) ? await this.usageOf(meter, query) : undefined;
    return usage ? fromSubjects(meter, organizationId, query, usage) : fromEvents(meter, organizationId, query);
  }

  /** Undefined if usage is still to be counted, or if only some of the events of a subject are selected. */
  private async usageOf(
    { id, organization_id: organizationId }: OwnedMeter,
    query: QuantityQuery,
  ): Promise<SubjectUsage | undefined> {
    const db = readDb<object>(this.em);
    const [{ rows: complete }, selected] = await Promise.all([
      sql<{ counted_to: string }>`select counted_to::text from metering.event_counting
        where exists (select from metering.usage_counting where organization_id = ${organizationId} and meter_id = ${id} and is_complete)`.execute(
        db,
      ),
      subjectsFor([organizationId], query)?.execute(db),
    ]);
    const isPart = query.external_customer_id && selected?.rows.some(({ has_external_id }) => has_external_id !== true);
    if (!complete[0] || isPart) return undefined;
    return { subjects: selected?.rows.map((subject) => subject.id), countedTo: complete[0].counted_to };
  }

  /** Rejects time zones that the database does not know. */
  private async rowsOf(meter: OwnedMeter, query: QuantityQuery): Promise<readonly Row[]> {
    const statement = await this.statementFor(meter, query);
    try {
      return (await statement.execute(readDb<object>(this.em))).rows as readonly Row[];
    } catch (error) {
      if (!isUnknownZone(error)) throw error;
      throw new RequestInvalid([{ loc: ['query', 'timezone'], type: 'enum', msg: UNKNOWN_TIME_ZONE, input: query.timezone }]);
    }
  }
}

/** Whether counts answer the query: they have no metadata and no distinct values. */
const canUseCounts = (query: QuantityQuery, { aggregation }: StoredMeterDefinition): boolean =>
  aggregation.func !== 'unique' && !query.metadata;

/** Whether customers are selected, or measured separately, which usage buckets cannot tell. */
const isOfCustomers = (query: QuantityQuery): boolean =>
  Boolean(query.customer_id ?? query.external_customer_id ?? query.customer_aggregation_function);

function assertRange({ start_timestamp: start, end_timestamp: end, interval }: QuantityQuery): void {
  const days = (end.getTime() - start.getTime()) / DAY_MS;
  if (days >= 0 && days <= MAX_DAYS[interval]) return;
  throw new RequestInvalid([{ loc: ['query'], type: 'value_error', msg: TOO_SMALL }]);
}
