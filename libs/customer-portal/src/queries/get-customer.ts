import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Access, ResourceNotFound } from '#kernel';
import { AmbiguousExternalCustomerID, type CustomerView } from '../contract/index.ts';
import { CUSTOMER_SELECTION, readCustomers } from './customer-rows.ts';

/** A customer by id or external id. */
export class GetCustomer extends Query<CustomerView> {
  constructor(
    readonly access: Access,
    readonly which: { readonly id: string } | { readonly externalId: string },
  ) {
    super();
  }
}

const selectBy = (column: 'id' | 'external_id'): string =>
  `select ${CUSTOMER_SELECTION} from customer_portal.customers
   where organization_id = any($1::uuid[]) and ${column} = $2 and deleted_at is null
   limit 2`;

@QueryHandler(GetCustomer)
export class GetCustomerHandler implements IQueryHandler<GetCustomer> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access, which }: GetCustomer): Promise<CustomerView> {
    const [column, value] = 'id' in which ? (['id', which.id] as const) : (['external_id', which.externalId] as const);
    const statement = { name: `get-customer-by-${column}`, sql: selectBy(column), parameters: [access.visible, value] };
    const [customer, another] = await readCustomers(this.em, statement);
    if (!customer) throw new ResourceNotFound();
    if (another) throw new AmbiguousExternalCustomerID();
    return customer;
  }
}
