import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { pgPool } from '#platform/persistence';
import { FindMergedCustomers, type MergedCustomer } from '../contract/index.ts';
import { endsOfMergers } from './merge-chains.ts';

const STATEMENT = `
  select id, organization_id, external_id from customer_portal.customers
  where organization_id = any($1::uuid[]) and external_id = any($2::text[]) and merged_into is not null
  order by deleted_at desc, id`;

@QueryHandler(FindMergedCustomers)
export class FindMergedCustomersHandler implements IQueryHandler<FindMergedCustomers> {
  constructor(private readonly em: EntityManager) {}

  async execute({ organizations, externalIds }: FindMergedCustomers): Promise<MergedCustomer[]> {
    const pool = await pgPool(this.em);
    const { rows } = await pool.query<{ id: string; organization_id: string; external_id: string }>({
      name: 'find-merged-customers',
      text: STATEMENT,
      values: [organizations, externalIds],
    });
    const ends = await endsOfMergers(
      this.em,
      rows.map(({ id }) => id),
    );
    return rows.map(({ id, ...row }) => ({ ...row, merged_into: ends.get(id)! }));
  }
}
