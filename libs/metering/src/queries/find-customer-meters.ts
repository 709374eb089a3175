import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { BALANCES } from '../adapters/persistence/sql/balances.ts';
import { type CustomerMeterSnapshot, FindCustomerMeters } from '../contract/index.ts';

type Row = Omit<CustomerMeterSnapshot, 'created_at' | 'modified_at'> & {
  readonly created_at: string;
  readonly modified_at: string | null;
};

@QueryHandler(FindCustomerMeters)
export class FindCustomerMetersHandler implements IQueryHandler<FindCustomerMeters> {
  constructor(private readonly em: EntityManager) {}

  async execute({ organizationId, customerId }: FindCustomerMeters): Promise<CustomerMeterSnapshot[]> {
    const { rows } = await sql<Row>`
      select c.id, c.created_at, b.modified_at, c.meter_id, metering.as_double(b.consumed_units) as consumed_units,
        c.credited_units, metering.as_double(b.balance) as balance
      from metering.customer_meters c join ${BALANCES} as b on b.subject_id = c.subject_id and b.meter_id = c.meter_id
      where c.customer_id = ${customerId} and c.organization_id = ${organizationId} order by c.created_at, c.id`.execute(
      this.em.getKysely<object>(),
    );
    return rows.map(({ created_at, modified_at, ...row }) => ({
      ...row,
      created_at: new Date(created_at),
      modified_at: modified_at === null ? null : new Date(modified_at),
    }));
  }
}
