import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { readDb } from '#engine/persistence';
import { FindFormerCustomers } from '../contract/index.ts';

@QueryHandler(FindFormerCustomers)
export class FindFormerCustomersHandler implements IQueryHandler<FindFormerCustomers> {
  constructor(private readonly em: EntityManager) {}

  async execute({ customerId }: FindFormerCustomers): Promise<readonly string[]> {
    const { rows } = await sql<{ readonly id: string }>`
      with recursive former (id) as (
        select id from customer_portal.customers where merged_into = ${customerId}
        union all
        select c.id from former join customer_portal.customers c on c.merged_into = former.id
      )
      select id from former`.execute(readDb<object>(this.em));
    return rows.map(({ id }) => id);
  }
}
