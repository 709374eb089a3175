import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound } from '#kernel';
import { Unprocessable } from '#platform/http';
import { type Infer, list, number, object, timestamp } from '#platform/wire';
import type { Counting } from '../adapters/persistence/aggregation.mapping.ts';
import { metersById } from './meter-rows.ts';
import { type Asked, fromEvents, fromQuarters, type INTERVALS } from './quantities.ts';

export { FUNCTIONS, INTERVALS } from './quantities.ts';

const QuantityView = object({ timestamp: timestamp(), quantity: number() }, 'MeterQuantity');
export const QuantitiesView = object({ quantities: list(QuantityView), total: number() }, 'MeterQuantities');
export type QuantitiesView = Infer<typeof QuantitiesView>;

/** So many days may be asked for at once. */
const MOST_DAYS: Record<(typeof INTERVALS)[number], number> = { hour: 7, day: 366, week: 371, month: 1460, year: 3650 };
const DAY_MS = 86_400_000;
const EARLIEST = new Date('2023-01-01T00:00:00Z');
const TOO_SMALL =
  'Value error, The interval is too small for the given date range. Use a larger interval or reduce the date range.';

export class GetQuantities extends Query<QuantitiesView> {
  constructor(
    readonly access: Access,
    readonly meterId: string,
    readonly asked: Asked,
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
    demandRange(asked);
    const meter = (await metersById(this.em, [meterId])).get(meterId);
    if (!meter || !access.visible.includes(meter.organization_id)) throw new ResourceNotFound();
    const { rows } = await (isPlain(asked, meter) ? fromQuarters : fromEvents)(meter, meter.organization_id, asked).execute(
      this.em.getKysely<object>(),
    );
    const found = rows as readonly Row[];
    const quantities = found.flatMap(({ bucket, quantity }) =>
      bucket === null ? [] : [{ timestamp: new Date(bucket), quantity }],
    );
    return { quantities, total: found.find(({ bucket }) => bucket === null)?.quantity ?? 0 };
  }
}

/** Quarters of an hour know everything but whose events they were, what else was in them, and which values were distinct. */
const isPlain = (asked: Asked, { aggregation }: Counting): boolean =>
  aggregation.func !== 'unique' &&
  !asked.customer_id &&
  !asked.external_customer_id &&
  !asked.customer_aggregation_function &&
  !asked.metadata;

function demandRange({ start_timestamp: start, end_timestamp: end, interval }: Asked): void {
  if (start < EARLIEST) {
    const input = start.toISOString();
    const msg = 'Value error, start_timestamp must not be before 2023-01-01T00:00:00Z';
    throw new Unprocessable([{ loc: ['query', 'start_timestamp'], type: 'value_error', msg, input }]);
  }
  const days = (end.getTime() - start.getTime()) / DAY_MS;
  if (days >= 0 && days <= MOST_DAYS[interval]) return;
  throw new Unprocessable([{ loc: ['query'], type: 'value_error', msg: TOO_SMALL }]);
}
