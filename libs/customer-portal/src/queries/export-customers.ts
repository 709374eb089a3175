import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import type { Access } from '#kernel';
import { readDb, streamList } from '#engine/persistence';
import { CUSTOMER_SELECTION, type CustomerRow, toView } from './customer-rows.ts';
import type { CustomerView } from './customer.view.ts';

/** All customers that are not deleted, by organization and oldest first, read in pages while they are taken. */
export class ExportCustomers extends Query<AsyncGenerator<CustomerView, void>> {
  constructor(
    readonly access: Access,
    readonly organizationIds: readonly string[] | undefined,
  ) {
    super();
  }
}

@QueryHandler(ExportCustomers)
export class ExportCustomersHandler implements IQueryHandler<ExportCustomers> {
  constructor(private readonly em: EntityManager) {}

  execute({ access, organizationIds }: ExportCustomers): Promise<AsyncGenerator<CustomerView, void>> {
    return Promise.resolve(this.read(access.narrow(organizationIds)));
  }

  private async *read(organizations: readonly string[]): AsyncGenerator<CustomerView, void> {
    for (const organization of organizations) {
      const statement = sql<CustomerRow>`select ${CUSTOMER_SELECTION} from customer_portal.customers
        where organization_id = ${organization} and deleted_at is null`;
      const query = { compile: () => statement.compile(readDb<object>(this.em)) };
      for await (const page of streamList(this.em, { query, large: ['metadata'] })) yield* page.map(toView);
    }
  }
}
