import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { type RawBuilder, sql } from 'kysely';
import { FindCustomers } from '#customer-portal/contract';
import { Clock } from '#kernel';
import { readDb } from '#engine/persistence';
import { BALANCES } from '../adapters/persistence/sql/balances.ts';
import { currentBalances, STORED_BALANCE, type StoredBalance } from './current-balances.ts';
import type { CustomerMeterView } from './customer-meter.view.ts';
import { metersById } from './meter-rows.ts';

export type CustomerMeterRow = Omit<CustomerMeterView, 'customer' | 'meter'> & StoredBalance;

/** The customer meters that `ids` selects, in its order. */
export const customerMeterRows = (ids: RawBuilder<{ id: string }>): RawBuilder<CustomerMeterRow> => sql`
  select c.id, c.created_at, b.modified_at, c.customer_id, c.meter_id, metering.as_double(b.consumed_units) as consumed_units,
    c.credited_units, metering.as_double(b.balance) as balance, ${STORED_BALANCE}
  from (select id, row_number() over () as nth from (${ids}) as ids) as requested join metering.customer_meters c on c.id = requested.id
  join ${BALANCES} as b on b.subject_id = c.subject_id and b.meter_id = c.meter_id order by nth`;

/** Loads customer meters with their customers and meters, in two round trips. */
@Injectable()
export class CustomerMeterLoader {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  /** The customer meters that `ids` selects, in its order. */
  async of(ids: RawBuilder<{ id: string }>): Promise<CustomerMeterView[]> {
    return this.ofRows((await customerMeterRows(ids).execute(readDb<object>(this.em))).rows);
  }

  async ofRows(rows: readonly CustomerMeterRow[]): Promise<CustomerMeterView[]> {
    if (rows.length === 0) return [];
    const [balances, customers, meters] = await Promise.all([
      currentBalances(readDb<object>(this.em), this.clock, rows),
      this.queries.execute(new FindCustomers([...new Set(rows.map(({ customer_id }) => customer_id))])),
      metersById(this.em, [...new Set(rows.map(({ meter_id }) => meter_id))]),
    ]);
    return balances.map((balance) => ({
      ...balance,
      customer: customers.get(balance.customer_id)!,
      meter: meters.get(balance.meter_id)!,
    }));
  }
}
