import { Injectable } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import type { SellerPrincipal } from '#platform/auth';
import type { InputOf } from '#platform/http';
import { AddMember } from '../../commands/add-member.ts';
import { RemoveMember } from '../../commands/remove-member.ts';
import { UpdateMember } from '../../commands/update-member.ts';
import type { CustomerView } from '../../queries/customer.view.ts';
import { GetCustomer } from '../../queries/get-customer.ts';
import { GetMember } from '../../queries/get-member.ts';
import { ListMembers } from '../../queries/list-members.ts';
import type { MemberPageView, MemberView } from '../../queries/member.view.ts';
import {
  type CreateMemberRequest,
  type MembersOfCustomerRequest,
  newcomerFrom,
  type UpdateMemberRequest,
} from './members.dto.ts';

/** A customer or member by ID or by external ID. */
type Which = { readonly id: string } | { readonly externalId: string };

/** Operations of sellers on the members of one customer, by ID and by external ID. */
@Injectable()
export class CustomerMembersHttp {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  async list(
    caller: SellerPrincipal,
    which: Which,
    query: InputOf<typeof MembersOfCustomerRequest>['query'],
  ): Promise<MemberPageView> {
    const { id: customer_id } = await this.find(caller, which);
    const { sorting, page, limit, role } = query;
    const filter = { customer_id, role };
    return this.queries.execute(new ListMembers(caller.access('customers'), filter, sorting, { page, limit }));
  }

  async add(caller: SellerPrincipal, which: Which, body: InputOf<typeof CreateMemberRequest>['body']): Promise<MemberView> {
    const customer = await this.find(caller, which);
    const id = await this.commands.execute(new AddMember(caller.access('customers'), customer.id, newcomerFrom(body)));
    return this.queries.execute(new GetMember(customer, { id }));
  }

  async get(caller: SellerPrincipal, which: Which, member: Which): Promise<MemberView> {
    return this.queries.execute(new GetMember(await this.find(caller, which), member));
  }

  async update(
    caller: SellerPrincipal,
    which: Which,
    member: Which,
    body: InputOf<typeof UpdateMemberRequest>['body'],
  ): Promise<MemberView> {
    const customer = await this.find(caller, which);
    await this.commands.execute(new UpdateMember(caller.access('customers'), customer.id, member, body));
    return this.queries.execute(new GetMember(customer, member));
  }

  async remove(caller: SellerPrincipal, which: Which, member: Which): Promise<void> {
    const { id } = await this.find(caller, which);
    await this.commands.execute(new RemoveMember(caller.access('customers'), id, member));
  }

  private find(caller: SellerPrincipal, which: Which): Promise<CustomerView> {
    return this.queries.execute(new GetCustomer(caller.access('customers'), which));
  }
}
