import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { readDb } from '#engine/persistence';
import { FindMergedCustomers } from '../contract/index.ts';
import type { MergedCustomer } from '../contract/find-merged-customers.ts';
import { endsOfMergers } from './merge-chains.ts';

@QueryHandler(FindMergedCustomers)
export class FindMergedCustomersHandler implements IQueryHandler<FindMergedCustomers> {
  constructor(private readonly em: EntityManager) {}

  async execute({ organizations, externalIds }: FindMergedCustomers): Promise<MergedCustomer[]> {
    const { rows } = await sql<Omit<MergedCustomer, 'merged_into'> & { readonly id: string }>`
      select id, organization_id, external_id from customer_portal.customers
      where organization_id = any(${organizations}::uuid[]) and external_id = any(${externalIds}::text[]) and merged_into is not null
      order by deleted_at desc, id`.execute(readDb<object>(this.em));
    const ends = await endsOfMergers(
      this.em,
      rows.map(({ id }) => id),
    );
    return rows.map(({ id, ...row }) => ({ ...row, merged_into: ends.get(id)! }));
  }
}
