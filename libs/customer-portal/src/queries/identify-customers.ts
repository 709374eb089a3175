import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { pgPool } from '#platform/persistence';
import { type CustomerIdentity, IdentifyCustomers } from '../contract/index.ts';
import { endsOfMergers } from './merge-chains.ts';

const STATEMENT = `
  select id, organization_id, case when deleted_at is null then external_id end as external_id, name,
    deleted_at is not null as is_deleted, merged_into
  from customer_portal.customers where id = any($1::uuid[])`;

@QueryHandler(IdentifyCustomers)
export class IdentifyCustomersHandler implements IQueryHandler<IdentifyCustomers> {
  constructor(private readonly em: EntityManager) {}

  async execute({ ids }: IdentifyCustomers): Promise<CustomerIdentity[]> {
    const pool = await pgPool(this.em);
    const statement = { name: 'identify-customers', text: STATEMENT, values: [ids] };
    const { rows } = await pool.query<CustomerIdentity>(statement);
    const merged = rows.flatMap(({ id, merged_into }) => (merged_into === null ? [] : [id]));
    if (merged.length === 0) return rows;
    const ends = await endsOfMergers(this.em, merged);
    return rows.map((row) => ({ ...row, merged_into: ends.get(row.id) ?? null }));
  }
}
