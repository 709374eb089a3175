import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { isUnknownZone, MAX_DAYS, readDb } from '#engine/persistence';
import { RequestInvalid } from '#platform/http';
import { UNKNOWN_TIME_ZONE } from '#support/days';
import { type Infer, list, number, object, timestamp } from '#platform/wire';
import type { StoredMeterDefinition } from '../adapters/persistence/sql/aggregation.ts';
import { type QuantityQuery, fromEvents, fromBuckets } from './quantities.ts';

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

  /** Rejects time zones that the database does not know. */
  private async rowsOf(meter: OwnedMeter, query: QuantityQuery): Promise<readonly Row[]> {
    const statement = (canUseBuckets(query, meter) ? fromBuckets : fromEvents)(meter, meter.organization_id, query);
    try {
      return (await statement.execute(readDb<object>(this.em))).rows as readonly Row[];
    } catch (error) {
      if (!isUnknownZone(error)) throw error;
      throw new RequestInvalid([{ loc: ['query', 'timezone'], type: 'enum', msg: UNKNOWN_TIME_ZONE, input: query.timezone }]);
    }
  }
}

/** Whether usage buckets answer the query. They have no customers, no metadata and no distinct values. */
const canUseBuckets = (query: QuantityQuery, { aggregation }: StoredMeterDefinition): boolean =>
  aggregation.func !== 'unique' &&
  !query.customer_id &&
  !query.external_customer_id &&
  !query.customer_aggregation_function &&
  !query.metadata;

function assertRange({ start_timestamp: start, end_timestamp: end, interval }: QuantityQuery): void {
  const days = (end.getTime() - start.getTime()) / DAY_MS;
  if (days >= 0 && days <= MAX_DAYS[interval]) return;
  throw new RequestInvalid([{ loc: ['query'], type: 'value_error', msg: TOO_SMALL }]);
}
