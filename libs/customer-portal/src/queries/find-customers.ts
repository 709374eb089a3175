import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { type CustomerView, FindCustomers } from '../contract/index.ts';
import { CUSTOMER_SELECTION, readCustomers } from './customer-rows.ts';

const STATEMENT = `select ${CUSTOMER_SELECTION} from customer_portal.customers where id = any($1::uuid[])`;

@QueryHandler(FindCustomers)
export class FindCustomersHandler implements IQueryHandler<FindCustomers> {
  constructor(private readonly em: EntityManager) {}

  async execute({ ids }: FindCustomers): Promise<ReadonlyMap<string, CustomerView>> {
    const found = await readCustomers(this.em, { name: 'find-customers', sql: STATEMENT, parameters: [ids] });
    return new Map(found.map((customer) => [customer.id, customer]));
  }
}
