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
  CreateMemberOfExternalRequest,
  MembersOfExternalCustomerRequest,
  newcomerFrom,
  OneExternalMemberRequest,
  UpdateExternalMemberRequest,
} from './members.dto.ts';

const READ = ['members:read', 'members:write'] as const;
const WRITE = 'members:write';
const NO_CUSTOMER = ['ResourceNotFound', 'No customer of a visible organization has this external id'] as const;
const NO_MEMBER = ['ResourceNotFound', 'The customer is not there, or has no such member'] as const;
const NOT_PERMITTED = ['NotPermitted', 'The scope or the role does not allow it'] as const;
const AMBIGUOUS = ['AmbiguousExternalCustomerID', 'Customers of several visible organizations have this external id'] as const;

/** The same members, under the ids that customers and members have in the seller’s system. */
@ApiTags('members')
@Controller('v1/customers/external/:external_id/members')
export class MembersOfExternalCustomerController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Answers({
    summary: 'List the members of a customer by external id',
    ok: { status: 200, view: MemberPageView },
    refusals: { 404: NO_CUSTOMER, 409: AMBIGUOUS },
  })
  @RequireScope(READ)
  async listMembers(
    @Input(MembersOfExternalCustomerRequest) { path, query }: InputOf<typeof MembersOfExternalCustomerRequest>,
    @CurrentCaller() caller: Caller,
  ): Promise<MemberPageView> {
    const { id: customer_id } = await this.find(caller, path);
    const { sorting, page, limit, role } = query;
    const filter = { customer_id, role };
    return this.queries.execute(new ListMembers(caller.access('customers'), filter, sorting, { page, limit }));
  }

  @Post()
  @Answers({
    summary: 'Add a member to a customer by external id',
    description:
      'Who is a member already, by the address, stays as it is. An individual customer has no member beside its owner.',
    ok: { status: 201, view: MemberView },
    refusals: {
      403: ['NotPermitted', 'The scope or the role does not allow it, or the customer is an individual'],
      404: NO_CUSTOMER,
      409: AMBIGUOUS,
    },
  })
  @RequireScope(WRITE)
  async createMember(
    @Input(CreateMemberOfExternalRequest) { path, body }: InputOf<typeof CreateMemberOfExternalRequest>,
    @CurrentCaller() caller: Caller,
  ): Promise<MemberView> {
    const customer = await this.find(caller, path);
    const id = await this.commands.execute(new AddMember(caller.access('customers'), customer.id, newcomerFrom(body)));
    return this.queries.execute(new GetMember(customer, { id }));
  }

  @Get(':member_external_id')
  @Answers({
    summary: 'Get a member of a customer by external id',
    ok: { status: 200, view: MemberView },
    refusals: { 404: NO_MEMBER, 409: AMBIGUOUS },
  })
  @RequireScope(READ)
  async getMember(
    @Input(OneExternalMemberRequest) { path }: InputOf<typeof OneExternalMemberRequest>,
    @CurrentCaller() caller: Caller,
  ): Promise<MemberView> {
    return this.queries.execute(new GetMember(await this.find(caller, path), { externalId: path.member_external_id }));
  }

  @Patch(':member_external_id')
  @Answers({
    summary: 'Update a member of a customer by external id',
    description:
      'What is left out or null stays as it is. Who becomes the owner makes a billing manager of the one before. The address of an ' +
      'individual customer’s owner is changed at the customer.',
    ok: { status: 200, view: MemberView },
    refusals: { 403: NOT_PERMITTED, 404: NO_MEMBER, 409: AMBIGUOUS },
  })
  @RequireScope(WRITE)
  async updateMember(
    @Input(UpdateExternalMemberRequest) { path, body }: InputOf<typeof UpdateExternalMemberRequest>,
    @CurrentCaller() caller: Caller,
  ): Promise<MemberView> {
    const customer = await this.find(caller, path);
    const access = caller.access('customers');
    await this.commands.execute(new UpdateMember(access, customer.id, { externalId: path.member_external_id }, body));
    return this.queries.execute(new GetMember(customer, { externalId: path.member_external_id }));
  }

  @Delete(':member_external_id')
  @Answers({
    summary: 'Remove a member of a customer by external id',
    description: 'The only owner cannot be removed: 422.',
    ok: { status: 204, view: null },
    refusals: { 403: NOT_PERMITTED, 404: NO_MEMBER, 409: AMBIGUOUS },
  })
  @RequireScope(WRITE)
  async deleteMember(
    @Input(OneExternalMemberRequest) { path }: InputOf<typeof OneExternalMemberRequest>,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    const { id } = await this.find(caller, path);
    await this.commands.execute(new RemoveMember(caller.access('customers'), id, { externalId: path.member_external_id }));
  }

  private find(caller: Caller, path: { external_id: string }): Promise<CustomerView> {
    return this.queries.execute(new GetCustomer(caller.access('customers'), { externalId: path.external_id }));
  }
}
