import { Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { Responses, Input, type InputOf, MANAGEMENT_NOT_PERMITTED, Idempotent } from '#platform/http';
import { AddMember } from '../../commands/add-member.ts';
import { RemoveMember } from '../../commands/remove-member.ts';
import { UpdateMember } from '../../commands/update-member.ts';
import type { CustomerView } from '../../queries/customer.view.ts';
import { GetCustomer } from '../../queries/get-customer.ts';
import { GetMember } from '../../queries/get-member.ts';
import { ListMembers } from '../../queries/list-members.ts';
import { MemberPageView, MemberView } from '../../queries/member.view.ts';
import { BY_EXTERNAL_ID, BY_ID, customerIn, type Named } from './customer-naming.ts';
import {
  CreateMemberOfExternalRequest,
  CreateMemberRequest,
  MembersOfCustomerRequest,
  MembersOfExternalCustomerRequest,
  newcomerFrom,
  OneExternalMemberRequest,
  OneMemberRequest,
  UpdateExternalMemberRequest,
  UpdateMemberRequest,
} from './members.dto.ts';

interface Naming {
  readonly path: string;
  readonly member: string;
  readonly customer: typeof BY_ID | typeof BY_EXTERNAL_ID;
  readonly requests: {
    readonly list: typeof MembersOfCustomerRequest | typeof MembersOfExternalCustomerRequest;
    readonly create: typeof CreateMemberRequest | typeof CreateMemberOfExternalRequest;
    readonly one: typeof OneMemberRequest | typeof OneExternalMemberRequest;
    readonly update: typeof UpdateMemberRequest | typeof UpdateExternalMemberRequest;
  };
}

type OneMember = InputOf<Naming['requests']['one']>['path'];

const READ = ['members:read', 'members:write'] as const;
const WRITE = 'members:write';
const NO_MEMBER = ['ResourceNotFound', 'The customer does not exist or has no such member.'] as const;
const NOT_PERMITTED_TO_ADD = [
  'NotPermitted',
  'The role of the user does not allow it, or the customer is an individual.',
] as const;

const memberIn = (path: OneMember): Named =>
  'member_id' in path ? { id: path.member_id } : { externalId: path.member_external_id };

/** The members of one customer. The path names both by their IDs, or both by their external IDs. */
function membersController({ path: prefix, member, customer: { suffix, errors }, requests }: Naming) {
  const ofMember = { ...errors, 404: NO_MEMBER };

  @ApiTags('members')
  @Controller(prefix)
  class MembersOfCustomer {
    constructor(
      private readonly commands: CommandBus,
      private readonly queries: QueryBus,
    ) {}

    @Get()
    @Responses({
      summary: `List the members of a customer${suffix}`,
      description: 'Returns the members of a customer, newest first by default.',
      ok: { status: 200, view: MemberPageView },
      errors,
    })
    @RequireScope(READ)
    async listMembers(
      @Input(requests.list) { path, query }: InputOf<Naming['requests']['list']>,
      @CurrentCaller() caller: SellerPrincipal,
    ): Promise<MemberPageView> {
      const { id: customer_id } = await this.find(caller, path);
      const { sorting, page, limit, role } = query;
      return this.queries.execute(new ListMembers(caller.access('customers'), { customer_id, role }, sorting, { page, limit }));
    }

    @Post()
    @Idempotent()
    @Responses({
      summary: `Add a member to a customer${suffix}`,
      description:
        'Adds a member to a team. If a member with this e-mail address exists, it is returned unchanged. An individual customer has no ' +
        'members besides its owner. Publishes `member.created`.',
      ok: { status: 201, view: MemberView },
      errors: { ...errors, 403: NOT_PERMITTED_TO_ADD },
    })
    @RequireScope(WRITE)
    async createMember(
      @Input(requests.create) { path, body }: InputOf<Naming['requests']['create']>,
      @CurrentCaller() caller: SellerPrincipal,
    ): Promise<MemberView> {
      const customer = await this.find(caller, path);
      const id = await this.commands.execute(new AddMember(caller.access('customers'), customer.id, newcomerFrom(body)));
      return this.queries.execute(new GetMember(customer, { id }));
    }

    @Get(member)
    @Responses({
      summary: `Get a member of a customer${suffix}`,
      description: 'Returns a member of a customer.',
      ok: { status: 200, view: MemberView },
      errors: ofMember,
    })
    @RequireScope(READ)
    async getMember(
      @Input(requests.one) { path }: InputOf<Naming['requests']['one']>,
      @CurrentCaller() caller: SellerPrincipal,
    ): Promise<MemberView> {
      return this.queries.execute(new GetMember(await this.find(caller, path), memberIn(path)));
    }

    @Patch(member)
    @Responses({
      summary: `Update a member of a customer${suffix}`,
      description:
        'Changes the fields that are sent; fields that are left out or `null` stay as they are. Making a member the owner makes the previous ' +
        'owner a billing manager. The e-mail address of the owner of an individual customer is changed at the customer. Publishes `member.updated`.',
      ok: { status: 200, view: MemberView },
      errors: { ...ofMember, 403: MANAGEMENT_NOT_PERMITTED },
    })
    @RequireScope(WRITE)
    async updateMember(
      @Input(requests.update) { path, body }: InputOf<Naming['requests']['update']>,
      @CurrentCaller() caller: SellerPrincipal,
    ): Promise<MemberView> {
      const customer = await this.find(caller, path);
      await this.commands.execute(new UpdateMember(caller.access('customers'), customer.id, memberIn(path), body));
      return this.queries.execute(new GetMember(customer, memberIn(path)));
    }

    @Delete(member)
    @Responses({
      summary: `Remove a member of a customer${suffix}`,
      description:
        'Removes a member. Sessions of the member end and its seats are revoked. The only owner cannot be removed (422). Publishes `member.deleted`.',
      ok: { status: 204, view: null },
      errors: { ...ofMember, 403: MANAGEMENT_NOT_PERMITTED },
    })
    @RequireScope(WRITE)
    async deleteMember(
      @Input(requests.one) { path }: InputOf<Naming['requests']['one']>,
      @CurrentCaller() caller: SellerPrincipal,
    ): Promise<void> {
      const { id } = await this.find(caller, path);
      await this.commands.execute(new RemoveMember(caller.access('customers'), id, memberIn(path)));
    }

    private find(caller: SellerPrincipal, path: Parameters<typeof customerIn>[0]): Promise<CustomerView> {
      return this.queries.execute(new GetCustomer(caller.access('customers'), customerIn(path)));
    }
  }
  return MembersOfCustomer;
}

export const MembersOfCustomerController = membersController({
  path: 'v1/customers/:id/members',
  member: ':member_id',
  customer: BY_ID,
  requests: {
    list: MembersOfCustomerRequest,
    create: CreateMemberRequest,
    one: OneMemberRequest,
    update: UpdateMemberRequest,
  },
});

export const MembersOfExternalCustomerController = membersController({
  path: 'v1/customers/external/:external_id/members',
  member: ':member_external_id',
  customer: BY_EXTERNAL_ID,
  requests: {
    list: MembersOfExternalCustomerRequest,
    create: CreateMemberOfExternalRequest,
    one: OneExternalMemberRequest,
    update: UpdateExternalMemberRequest,
  },
});
