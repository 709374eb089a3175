import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { type CustomerView, FindCustomers } from '../contract/index.ts';
import { CUSTOMER_SELECTION, type FoundCustomer, readFoundCustomers } from './customer-rows.ts';
import { endsOfMergers } from './merge-chains.ts';

const STATEMENT = `select ${CUSTOMER_SELECTION}, merged_into from customer_portal.customers where id = any($1::uuid[])`;

/** Merged customers are rare: only they cost further statements. */
@QueryHandler(FindCustomers)
export class FindCustomersHandler implements IQueryHandler<FindCustomers> {
  constructor(private readonly em: EntityManager) {}

  async execute({ ids }: FindCustomers): Promise<ReadonlyMap<string, CustomerView>> {
    const found = await this.read(ids);
    const customers = new Map(found.map(({ customer }) => [customer.id, customer]));
    const merged = found.flatMap(({ customer, isMerged }) => (isMerged ? [customer.id] : []));
    if (merged.length === 0) return customers;
    const ends = await endsOfMergers(this.em, merged);
    const targets = new Map((await this.read([...new Set(ends.values())])).map(({ customer }) => [customer.id, customer]));
    for (const [id, end] of ends) customers.set(id, targets.get(end)!);
    return customers;
  }

  private read(ids: readonly string[]): Promise<FoundCustomer[]> {
    return readFoundCustomers(this.em, { name: 'find-customers', sql: STATEMENT, parameters: [ids] });
  }
}
