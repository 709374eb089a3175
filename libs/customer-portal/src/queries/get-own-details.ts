import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type CustomerAccess, ResourceNotFound } from '#kernel';
import { asPortalCustomer, type PortalCustomerView } from '../contract/index.ts';
import { CUSTOMER_SELECTION, readCustomers } from './customer-rows.ts';

/** The customer of a portal session, as shown to itself. */
export class GetOwnDetails extends Query<PortalCustomerView> {
  constructor(readonly access: CustomerAccess) {
    super();
  }
}

const STATEMENT = `select ${CUSTOMER_SELECTION} from customer_portal.customers
  where id = $1 and organization_id = $2 and deleted_at is null`;

@QueryHandler(GetOwnDetails)
export class GetOwnDetailsHandler implements IQueryHandler<GetOwnDetails> {
  constructor(private readonly em: EntityManager) {}

  async execute({ access: { customerId, organizationId } }: GetOwnDetails): Promise<PortalCustomerView> {
    const parameters = [customerId, organizationId];
    const [customer] = await readCustomers(this.em, { name: 'get-own-details', sql: STATEMENT, parameters });
    if (!customer) throw new ResourceNotFound();
    return asPortalCustomer(customer);
  }
}
