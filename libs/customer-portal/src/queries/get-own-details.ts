import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type CustomerAccess, ResourceNotFound } from '#kernel';
import { asPortalCustomer, type PortalCustomerView } from '../views/index.ts';
import { CurrentCustomers } from './current-customers.ts';

/** The customer of a portal session, as shown to itself. */
export class GetOwnDetails extends Query<PortalCustomerView> {
  constructor(readonly access: CustomerAccess) {
    super();
  }
}

@QueryHandler(GetOwnDetails)
export class GetOwnDetailsHandler implements IQueryHandler<GetOwnDetails> {
  constructor(private readonly customers: CurrentCustomers) {}

  async execute({ access: { customerId, organizationId } }: GetOwnDetails): Promise<PortalCustomerView> {
    const customer = await this.customers.find([organizationId], customerId);
    if (!customer) throw new ResourceNotFound();
    return asPortalCustomer(customer);
  }
}
