import { Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller, RequireScope } from '#platform/auth';
import { Answers, Input, type InputOf } from '#platform/http';
import { AddMember } from '../../commands/add-member.ts';
import { RemoveMember } from '../../commands/remove-member.ts';
import { UpdateMember } from '../../commands/update-member.ts';
import type { CustomerView } from '../../queries/customer.view.ts';
import { GetCustomer } from '../../queries/get-customer.ts';
import { GetMember } from '../../queries/get-member.ts';
import { ListMembers } from '../../queries/list-members.ts';
import { MemberPageView, MemberView } from '../../queries/member.view.ts';
import {
  CreateMemberRequest,
  MembersOfCustomerRequest,
  newcomerFrom,
  OneMemberRequest,
  UpdateMemberRequest,
} from './members.dto.ts';

const READ = ['members:read', 'members:write'] as const;
const WRITE = 'members:write';
const NO_CUSTOMER = ['ResourceNotFound', 'The customer does not exist, is deleted, or belongs to another organization'] as const;
const NO_MEMBER = ['ResourceNotFound', 'The customer is not there, or has no such member'] as const;
const NOT_PERMITTED = ['NotPermitted', 'The scope or the role does not allow it'] as const;

/** The members of one customer. */
@ApiTags('members')
@Controller('v1/customers/:id/members')
export class MembersOfCustomerController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Answers({
    summary: 'List the members of a customer',
    ok: { status: 200, view: MemberPageView },
    refusals: { 404: NO_CUSTOMER },
  })
  @RequireScope(READ)
  async listMembers(
    @Input(MembersOfCustomerRequest) { path, query }: InputOf<typeof MembersOfCustomerRequest>,
    @CurrentCaller() caller: Caller,
  ): Promise<MemberPageView> {
    const { id: customer_id } = await this.find(caller, path);
    const { sorting, page, limit, role } = query;
    const filter = { customer_id, role };
    return this.queries.execute(new ListMembers(caller.access('customers'), filter, sorting, { page, limit }));
  }

  @Post()
  @Answers({
    summary: 'Add a member to a customer',
    description:
      'Who is a member already, by the address, stays as it is. An individual customer has no member beside its owner.',
    ok: { status: 201, view: MemberView },
    refusals: {
      403: ['NotPermitted', 'The scope or the role does not allow it, or the customer is an individual'],
      404: NO_CUSTOMER,
    },
  })
  @RequireScope(WRITE)
  async createMember(
    @Input(CreateMemberRequest) { path, body }: InputOf<typeof CreateMemberRequest>,
    @CurrentCaller() caller: Caller,
  ): Promise<MemberView> {
    const customer = await this.find(caller, path);
    const id = await this.commands.execute(new AddMember(caller.access('customers'), customer.id, newcomerFrom(body)));
    return this.queries.execute(new GetMember(customer, { id }));
  }

  @Get(':member_id')
  @Answers({
    summary: 'Get a member of a customer',
    ok: { status: 200, view: MemberView },
    refusals: { 404: NO_MEMBER },
  })
  @RequireScope(READ)
  async getMember(
    @Input(OneMemberRequest) { path }: InputOf<typeof OneMemberRequest>,
    @CurrentCaller() caller: Caller,
  ): Promise<MemberView> {
    return this.queries.execute(new GetMember(await this.find(caller, path), { id: path.member_id }));
  }

  @Patch(':member_id')
  @Answers({
    summary: 'Update a member of a customer',
    description:
      'What is left out or null stays as it is. Who becomes the owner makes a billing manager of the one before. The address of an ' +
      'individual customer’s owner is changed at the customer.',
    ok: { status: 200, view: MemberView },
    refusals: { 403: NOT_PERMITTED, 404: NO_MEMBER },
  })
  @RequireScope(WRITE)
  async updateMember(
    @Input(UpdateMemberRequest) { path, body }: InputOf<typeof UpdateMemberRequest>,
    @CurrentCaller() caller: Caller,
  ): Promise<MemberView> {
    const customer = await this.find(caller, path);
    const access = caller.access('customers');
    await this.commands.execute(new UpdateMember(access, customer.id, { id: path.member_id }, body));
    return this.queries.execute(new GetMember(customer, { id: path.member_id }));
  }

  @Delete(':member_id')
  @Answers({
    summary: 'Remove a member of a customer',
    description: 'The only owner cannot be removed: 422.',
    ok: { status: 204, view: null },
    refusals: { 403: NOT_PERMITTED, 404: NO_MEMBER },
  })
  @RequireScope(WRITE)
  async deleteMember(
    @Input(OneMemberRequest) { path }: InputOf<typeof OneMemberRequest>,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    const { id } = await this.find(caller, path);
    await this.commands.execute(new RemoveMember(caller.access('customers'), id, { id: path.member_id }));
  }

  private find(caller: Caller, path: { id: string }): Promise<CustomerView> {
    return this.queries.execute(new GetCustomer(caller.access('customers'), path));
  }
}
