import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { FindCustomers } from '#customer-portal/contract';
import { BALANCES } from '../adapters/persistence/sql/balances.ts';
import type { CustomerMeterView } from './customer-meter.view.ts';
import { metersById } from './meter-rows.ts';

type Row = Omit<CustomerMeterView, 'customer' | 'meter' | 'created_at' | 'modified_at'> & {
  readonly created_at: string;
  readonly modified_at: string | null;
};

/** Loads customer meters with their customers and meters, in a constant number of queries. */
@Injectable()
export class CustomerMeterLoader {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
  ) {}

  /** In the order of the ids. */
  async of(ids: readonly string[]): Promise<CustomerMeterView[]> {
    if (ids.length === 0) return [];
    const { rows } = await sql<Row>`
      select c.id, c.created_at, b.modified_at, c.customer_id, c.meter_id, metering.as_double(b.consumed_units) as consumed_units,
        c.credited_units, metering.as_double(b.balance) as balance
      from unnest(${ids}::uuid[]) with ordinality as requested (id, nth) join metering.customer_meters c on c.id = requested.id
      join ${BALANCES} as b on b.subject_id = c.subject_id and b.meter_id = c.meter_id order by nth`.execute(
      this.em.getKysely<object>(),
    );
    const [customers, meters] = await Promise.all([
      this.queries.execute(new FindCustomers([...new Set(rows.map(({ customer_id }) => customer_id))])),
      metersById(this.em, [...new Set(rows.map(({ meter_id }) => meter_id))]),
    ]);
    return rows.map(({ created_at, modified_at, ...row }) => ({
      ...row,
      created_at: new Date(created_at),
      modified_at: modified_at === null ? null : new Date(modified_at),
      customer: customers.get(row.customer_id)!,
      meter: meters.get(row.meter_id)!,
    }));
  }
}
