import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { FindUsage, type UsageSnapshot } from '#entitlements/needs';
import { BatchLoader, pairKey, readDb, unzipPairs } from '#engine/persistence';
import { MeterLoader } from './meter-loader.ts';

type Usage = Omit<UsageSnapshot, 'meter'>;
type Row = Usage & { readonly of_customer: string; readonly of_meter: string };

/** The usage of all pairs that are looked up at the same time is read by one statement. */
@QueryHandler(FindUsage)
export class FindUsageHandler implements IQueryHandler<FindUsage> {
  private readonly usage = new BatchLoader<Usage>((pairs) => this.read(pairs), 'microtask');

  constructor(
    private readonly em: EntityManager,
    private readonly meters: MeterLoader,
  ) {}

  async execute({ pairs }: FindUsage): Promise<(UsageSnapshot | undefined)[]> {
    const keys = pairs.map(({ customerId, meterId }) => pairKey(customerId, meterId));
    const [usage, meters] = await Promise.all([
      this.usage.readAll(keys),
      this.meters.read([...new Set(pairs.map(({ meterId }) => meterId))]),
    ]);
    return pairs.map(({ meterId }, index) => {
      const meter = meters.get(meterId);
      return meter && { ...usage.get(keys[index]!)!, meter };
    });
  }

  private async read(pairs: readonly string[]): Promise<ReadonlyMap<string, Usage>> {
    const [customerIds, meterIds] = unzipPairs(pairs);
    const { rows } = await sql<Row>`
      select requested.of_customer, requested.of_meter, b.modified_at, metering.as_double(consumed) as consumed_units,
        coalesce(c.credited_units, 0) as credited_units, metering.as_double(coalesce(b.credited, 0) - consumed) as balance
      from unnest(${customerIds}::uuid[], ${meterIds}::uuid[]) as requested (of_customer, of_meter)
      left join metering.customer_meters c on c.customer_id = requested.of_customer and c.meter_id = requested.of_meter
      left join metering.balances b on b.subject_id = c.subject_id and b.meter_id = c.meter_id
      cross join lateral metering.consumed(b.func, b.events, b.total, b.lowest, b.highest, b.distinct_values) as consumed`.execute(
      readDb<object>(this.em),
    );
    return new Map(rows.map(({ of_customer, of_meter, ...usage }) => [pairKey(of_customer, of_meter), usage]));
  }
}
