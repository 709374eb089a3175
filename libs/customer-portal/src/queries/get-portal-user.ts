import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { type CustomerAccess, ValidationFailed, ResourceNotFound } from '#kernel';
import { FindCustomers, FindMembers } from '../contract/index.ts';
import type { PortalUserView } from './session.view.ts';

/** The signed-in portal user: the customer itself or a member. */
export class GetPortalUser extends Query<PortalUserView> {
  constructor(readonly access: CustomerAccess) {
    super();
  }
}

@QueryHandler(GetPortalUser)
export class GetPortalUserHandler implements IQueryHandler<GetPortalUser> {
  constructor(private readonly queries: QueryBus) {}

  async execute({ access: { customerId, member } }: GetPortalUser): Promise<PortalUserView> {
    if (member) {
      const found = (await this.queries.execute(new FindMembers([member.id]))).get(member.id);
      if (!found) throw new ResourceNotFound();
      const { name, email, role } = found;
      return { type: 'member', name, email, customer_id: customerId, member_id: member.id, role };
    }
    const found = (await this.queries.execute(new FindCustomers([customerId]))).get(customerId);
    if (!found) throw new ResourceNotFound();
    if (found.email === null)
      throw ValidationFailed.at([], 'The customer has no email address. Use a session of one of its members.');
    return { type: 'customer', name: found.name, email: found.email, customer_id: customerId, member_id: null, role: null };
  }
}
