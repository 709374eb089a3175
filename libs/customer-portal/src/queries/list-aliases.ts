import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import type { Access } from '#kernel';
import { readDb } from '#engine/persistence';
import type { CustomerAliasesView } from './customer-alias.view.ts';
import { GetCustomer } from './get-customer.ts';

/** The addresses of customers that were merged into this one. */
export class ListAliases extends Query<CustomerAliasesView> {
  constructor(
    readonly access: Access,
    readonly customerId: string,
  ) {
    super();
  }
}

@QueryHandler(ListAliases)
export class ListAliasesHandler implements IQueryHandler<ListAliases> {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
  ) {}

  async execute({ access, customerId }: ListAliases): Promise<CustomerAliasesView> {
    const { organization_id } = await this.queries.execute(new GetCustomer(access, { id: customerId }));
    const { rows } = await sql<CustomerAliasesView['items'][number]>`
      with recursive merged (id) as (
        select ${customerId}::uuid
        union all
        select c.id from merged join customer_portal.customers c on c.organization_id = ${organization_id} and c.merged_into = merged.id
      )
      select alias_email as email, id as merged_customer_id, alias_signs_in as can_sign_in, deleted_at as merged_at
      from customer_portal.customers
      where organization_id = ${organization_id} and alias_key is not null and id in (select id from merged)
      order by deleted_at desc, id`.execute(readDb<object>(this.em));
    return { items: rows };
  }
}
