import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { Clock } from '#kernel';
import { BatchLoader, pairKey, readDb, unzipPairs } from '#engine/persistence';
import { BALANCES } from '../adapters/persistence/sql/balances.ts';
import { type CustomerMeterSnapshot, FindCustomerMeters } from '../contract/index.ts';
import { currentBalances, STORED_BALANCE, type StoredBalance } from './current-balances.ts';

/** The meters of all customers that are looked up at the same time are read by one statement. */
@QueryHandler(FindCustomerMeters)
export class FindCustomerMetersHandler implements IQueryHandler<FindCustomerMeters> {
  private readonly meters = new BatchLoader<CustomerMeterSnapshot[]>((pairs) => this.read(pairs), 'microtask');

  constructor(
    private readonly em: EntityManager,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, customerId }: FindCustomerMeters): Promise<CustomerMeterSnapshot[]> {
    return (await this.meters.read(pairKey(organizationId, customerId))) ?? [];
  }

  private async read(pairs: readonly string[]): Promise<ReadonlyMap<string, CustomerMeterSnapshot[]>> {
    const [organizationIds, customerIds] = unzipPairs(pairs);
    const db = readDb<object>(this.em);
    const { rows } = await sql<CustomerMeterSnapshot & StoredBalance & { readonly within: string; readonly of_customer: string }>`
      select wanted.within, wanted.of_customer, c.id, c.created_at, b.modified_at, c.meter_id,
        metering.as_double(b.consumed_units) as consumed_units, c.credited_units, metering.as_double(b.balance) as balance, c.customer_id, ${STORED_BALANCE}
      from unnest(${organizationIds}::uuid[], ${customerIds}::uuid[]) as wanted (within, of_customer)
      join metering.customer_meters c on c.customer_id = wanted.of_customer and c.organization_id = wanted.within
      join ${BALANCES} as b on b.subject_id = c.subject_id and b.meter_id = c.meter_id
      order by c.created_at, c.id`.execute(db);
    const found = Map.groupBy(await currentBalances(db, this.clock, rows), ({ within, of_customer }) =>
      pairKey(within, of_customer),
    );
    return new Map(
      [...found].map(([pair, of]) => [
        pair,
        of.map(({ within: _within, of_customer: _of, customer_id: _customer, ...meter }) => meter),
      ]),
    );
  }
}
