import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { BatchLoader, readDb } from '#platform/persistence';
import { type CustomerIdentity, IdentifyCustomers } from '../contract/index.ts';
import { endsOfMergers } from './merge-chains.ts';

/** Concurrent queries for so few customers share a statement. */
const FEW = 10;

@QueryHandler(IdentifyCustomers)
export class IdentifyCustomersHandler implements IQueryHandler<IdentifyCustomers> {
  private readonly few: BatchLoader<CustomerIdentity>;

  constructor(private readonly em: EntityManager) {
    this.few = new BatchLoader(async (ids) => new Map((await this.read(ids)).map((each) => [each.id, each])));
  }

  async execute({ ids }: IdentifyCustomers): Promise<CustomerIdentity[]> {
    return ids.length > FEW ? this.read(ids) : [...(await this.few.readAll(ids)).values()];
  }

  private async read(ids: readonly string[]): Promise<CustomerIdentity[]> {
    const { rows } = await sql<CustomerIdentity>`
      select id, organization_id, case when deleted_at is null then external_id end as external_id, name,
        deleted_at is not null as is_deleted, merged_into
      from customer_portal.customers where id = any(${ids}::uuid[])`.execute(readDb<object>(this.em));
    const merged = rows.flatMap(({ id, merged_into }) => (merged_into === null ? [] : [id]));
    if (merged.length === 0) return rows;
    const ends = await endsOfMergers(this.em, merged);
    return rows.map((row) => ({ ...row, merged_into: ends.get(row.id) ?? null }));
  }
}
