import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { FindUsage, type UsageSnapshot } from '../contract/index.ts';
import { metersById } from './meter-rows.ts';

type Row = Omit<UsageSnapshot, 'meter' | 'modified_at'> & { readonly modified_at: string | null };

@QueryHandler(FindUsage)
export class FindUsageHandler implements IQueryHandler<FindUsage> {
  constructor(private readonly em: EntityManager) {}

  async execute({ pairs }: FindUsage): Promise<(UsageSnapshot | undefined)[]> {
    if (pairs.length === 0) return [];
    const customerIds = pairs.map(({ customerId }) => customerId);
    const meterIds = pairs.map(({ meterId }) => meterId);
    const statement = sql<Row>`
      select b.modified_at, metering.as_double(consumed) as consumed_units, coalesce(c.credited_units, 0) as credited_units,
        metering.as_double(coalesce(b.credited, 0) - consumed) as balance
      from unnest(${customerIds}::uuid[], ${meterIds}::uuid[]) with ordinality as requested (customer_id, meter_id, nth)
      left join metering.customer_meters c on c.customer_id = requested.customer_id and c.meter_id = requested.meter_id
      left join metering.balances b on b.subject_id = c.subject_id and b.meter_id = c.meter_id
      cross join lateral metering.consumed(b.func, b.events, b.total, b.lowest, b.highest, b.distinct_values) as consumed
      order by nth`;
    const [{ rows }, meters] = await Promise.all([
      statement.execute(this.em.getKysely<object>()),
      metersById(this.em, [...new Set(meterIds)]),
    ]);
    return rows.map(({ modified_at, ...usage }, index) => {
      const meter = meters.get(meterIds[index]!);
      return meter && { ...usage, meter, modified_at: modified_at === null ? null : new Date(modified_at) };
    });
  }
}
