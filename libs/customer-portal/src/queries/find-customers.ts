import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { type Kysely, sql } from 'kysely';
import { BatchLoader, fixedRead } from '#platform/persistence';
import { type CustomerView, FindCustomers } from '../contract/index.ts';
import { CUSTOMER_SELECTION, type FoundCustomer, type FoundRow, toFound } from './customer-rows.ts';
import { endsOfMergers } from './merge-chains.ts';

const readByIds = fixedRead(
  (_db: Kysely<object>, { ids }: { ids: readonly string[] }) =>
    sql<FoundRow>`select ${CUSTOMER_SELECTION}, merged_into from customer_portal.customers where id = any(${ids}::uuid[])`,
);

/** All that are looked up at the same time are read by one statement. Merged customers are rare: only they cost further ones. */
@QueryHandler(FindCustomers)
export class FindCustomersHandler implements IQueryHandler<FindCustomers> {
  private readonly customers = new BatchLoader((ids) => this.find(ids), 'turn');

  constructor(private readonly em: EntityManager) {}

  execute({ ids }: FindCustomers): Promise<ReadonlyMap<string, CustomerView>> {
    return this.customers.readAll(ids);
  }

  private async find(ids: readonly string[]): Promise<ReadonlyMap<string, CustomerView>> {
    const found = await this.read(ids);
    const customers = new Map(found.map(({ customer }) => [customer.id, customer]));
    const merged = found.flatMap(({ customer, isMerged }) => (isMerged ? [customer.id] : []));
    if (merged.length === 0) return customers;
    const ends = await endsOfMergers(this.em, merged);
    const targets = new Map((await this.read([...new Set(ends.values())])).map(({ customer }) => [customer.id, customer]));
    for (const [id, end] of ends) customers.set(id, targets.get(end)!);
    return customers;
  }

  private async read(ids: readonly string[]): Promise<FoundCustomer[]> {
    return (await readByIds(this.em, { ids })).map(toFound);
  }
}
