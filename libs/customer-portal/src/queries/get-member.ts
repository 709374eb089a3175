import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { ResourceNotFound } from '#kernel';
import { FindMemberOfCustomer } from '../contract/index.ts';
import type { MemberView } from '../views/index.ts';
import type { MemberSelector } from '../contract/members.ts';

/** A member of a customer that is already known to be visible to the caller. */
export class GetMember extends Query<MemberView> {
  constructor(
    readonly customer: { readonly id: string; readonly organization_id: string },
    readonly by: MemberSelector,
  ) {
    super();
  }
}

@QueryHandler(GetMember)
export class GetMemberHandler implements IQueryHandler<GetMember> {
  constructor(private readonly queries: QueryBus) {}

  async execute({ customer, by }: GetMember): Promise<MemberView> {
    const found = await this.queries.execute(new FindMemberOfCustomer(customer.organization_id, customer.id, by));
    if (!found) throw new ResourceNotFound();
    return found;
  }
}
