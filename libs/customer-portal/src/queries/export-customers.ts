import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import type { Access } from '#kernel';
import { readDb, streamList } from '#engine/persistence';
import { FindPurchaseViews } from '../needs/index.ts';
import { type CustomerFilter, CustomerFinder, matchingCustomers } from './customer-finder.ts';
import { CUSTOMER_SELECTION, type CustomerRow, toView } from './customer-rows.ts';
import type { CustomerView } from './customer.view.ts';

/** All customers that match, by organization and oldest first, read in pages while they are taken. */
export class ExportCustomers extends Query<AsyncGenerator<CustomerView, void>> {
  constructor(
    readonly access: Access,
    readonly filter: CustomerFilter,
  ) {
    super();
  }
}

@QueryHandler(ExportCustomers)
export class ExportCustomersHandler implements IQueryHandler<ExportCustomers> {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
    private readonly finder: CustomerFinder,
  ) {}

  execute({ access, filter }: ExportCustomers): Promise<AsyncGenerator<CustomerView, void>> {
    return Promise.resolve(this.read(access.narrow(filter.organization_id), filter));
  }

  private async *read(organizations: readonly string[], filter: CustomerFilter): AsyncGenerator<CustomerView, void> {
    const views = await this.queries.execute(new FindPurchaseViews());
    for (const organization of organizations) {
      const matching = matchingCustomers(await this.finder.resolve([organization], filter), views);
      const statement = sql<CustomerRow>`select ${CUSTOMER_SELECTION} from customer_portal.customers
        where organization_id = ${organization} and ${matching}`;
      const query = { compile: () => statement.compile(readDb<object>(this.em)) };
      for await (const page of streamList(this.em, { query, large: ['metadata'] })) yield* page.map(toView);
    }
  }
}
