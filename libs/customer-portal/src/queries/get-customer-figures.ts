import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { type RawBuilder, sql } from 'kysely';
import type { Access } from '#kernel';
import { anyOf, readDb } from '#engine/persistence';
import { FindPurchaseViews } from '../needs/index.ts';
import type { CustomerFiguresView } from './customer-figures.view.ts';
import { matchingCustomers, type ResolvedFilter } from './customer-finder.ts';

/** How many customers were new and how many were lost in a range. Both ends belong to it. */
export class GetCustomerFigures extends Query<CustomerFiguresView> {
  constructor(
    readonly access: Access,
    readonly organizationIds: readonly string[] | undefined,
    readonly start: Date,
    readonly end: Date,
  ) {
    super();
  }
}

@QueryHandler(GetCustomerFigures)
export class GetCustomerFiguresHandler implements IQueryHandler<GetCustomerFigures> {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
  ) {}

  async execute({ access, organizationIds, start, end }: GetCustomerFigures): Promise<CustomerFiguresView> {
    const organizations = access.narrow(organizationIds);
    const views = await this.queries.execute(new FindPurchaseViews());
    const count = (filter: ResolvedFilter): RawBuilder<unknown> => sql`(select count(*) from customer_portal.customers
      where ${anyOf('organization_id', organizations)} and ${matchingCustomers(filter, views)})`;
    const statement = sql<CustomerFiguresView>`select
      ${count({ first_purchased_after: start, first_purchased_before: end })} as new,
      ${count({ lost_after: start, lost_before: end })} as lost`;
    return (await statement.execute(readDb<object>(this.em))).rows[0]!;
  }
}
