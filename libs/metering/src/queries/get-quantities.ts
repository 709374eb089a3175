import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound } from '#kernel';
import { RequestInvalid } from '#platform/http';
import { type Infer, list, number, object, timestamp } from '#platform/wire';
import type { StoredMeterDefinition } from '../adapters/persistence/sql/aggregation.ts';
import { metersById } from './meter-rows.ts';
import { type QuantityQuery, fromEvents, fromBuckets, type INTERVALS } from './quantities.ts';

export { FUNCTIONS, INTERVALS } from './quantities.ts';

const QuantityView = object({ timestamp: timestamp(), quantity: number() }, 'MeterQuantity', {
  timestamp: 'The start of the interval.',
  quantity: 'The quantity in the interval.',
});
export const QuantitiesView = object({ quantities: list(QuantityView), total: number() }, 'MeterQuantities', {
  quantities: 'The quantity of every interval, in order.',
  total: 'The quantity of the whole time range.',
});
export type QuantitiesView = Infer<typeof QuantitiesView>;

/** The maximum number of days in a range, by interval. */
const MAX_DAYS: Record<(typeof INTERVALS)[number], number> = { hour: 7, day: 366, week: 371, month: 1460, year: 3650 };
const DAY_MS = 86_400_000;
const TOO_SMALL = 'The interval is too small for the given date range. Use a larger interval or reduce the date range.';

export const NO_ZONE = 'Input should be the name of a time zone';

export class GetQuantities extends Query<QuantitiesView> {
  constructor(
    readonly access: Access,
    readonly meterId: string,
    readonly asked: QuantityQuery,
  ) {
    super();
  }
}

interface Row {
  readonly bucket: string | null;
  readonly quantity: number;
}

@QueryHandler(GetQuantities)
export class GetQuantitiesHandler implements IQueryHandler<GetQuantities> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, meterId, asked }: GetQuantities): Promise<QuantitiesView> {
    const meter = (await metersById(this.em, [meterId])).get(meterId);
    if (!meter || !access.visible.includes(meter.organization_id)) throw new ResourceNotFound();
    assertRange(asked);
    const found = await this.measured(meter, meter.organization_id, asked);
    const quantities = found.flatMap(({ bucket, quantity }) =>
      bucket === null ? [] : [{ timestamp: new Date(bucket), quantity }],
    );
    return { quantities, total: found.find(({ bucket }) => bucket === null)?.quantity ?? 0 };
  }

  /** Rejects time zones that the database does not know: its time zone data may be older than those of Node.js. */
  private async measured(meter: StoredMeterDefinition, organizationId: string, asked: QuantityQuery): Promise<readonly Row[]> {
    const statement = (isPlain(asked, meter) ? fromBuckets : fromEvents)(meter, organizationId, asked);
    try {
      return (await statement.execute(this.em.getKysely<object>())).rows as readonly Row[];
    } catch (error) {
      if (!isUnknownZone(error)) throw error;
      throw new RequestInvalid([{ loc: ['query', 'timezone'], type: 'enum', msg: NO_ZONE, input: asked.timezone }]);
    }
  }
}

const isUnknownZone = (error: unknown): boolean => {
  const { code, message } = error as { readonly code?: unknown; readonly message?: string };
  return code === '22023' && message?.startsWith('time zone') === true;
};

/** Whether stored 15-minute totals answer the query. They have no customers, no metadata and no distinct values. */
const isPlain = (asked: QuantityQuery, { aggregation }: StoredMeterDefinition): boolean =>
  aggregation.func !== 'unique' &&
  !asked.customer_id &&
  !asked.external_customer_id &&
  !asked.customer_aggregation_function &&
  !asked.metadata;

function assertRange({ start_timestamp: start, end_timestamp: end, interval }: QuantityQuery): void {
  const days = (end.getTime() - start.getTime()) / DAY_MS;
  if (days >= 0 && days <= MAX_DAYS[interval]) return;
  throw new RequestInvalid([{ loc: ['query'], type: 'value_error', msg: TOO_SMALL }]);
}
