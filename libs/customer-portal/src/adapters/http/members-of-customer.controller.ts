import { Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { Responses, Input, type InputOf, MANAGEMENT_NOT_PERMITTED, Idempotent } from '#platform/http';
import { MemberPageView, MemberView } from '../../queries/member.view.ts';
import { CUSTOMER_NOT_FOUND } from './customer-errors.ts';
import { CreateMemberRequest, MembersOfCustomerRequest, OneMemberRequest, UpdateMemberRequest } from './members.dto.ts';
import {
  ADD_MEMBER,
  LISTING,
  NO_MEMBER,
  NOT_PERMITTED_TO_ADD,
  READ,
  READING,
  REMOVE_MEMBER,
  UPDATE_MEMBER,
  WRITE,
} from './member-docs.ts';
import { CustomerMembersHttp } from './customer-members.ts';

/** The members of one customer. */
@ApiTags('members')
@Controller('v1/customers/:id/members')
export class MembersOfCustomerController {
  constructor(private readonly members: CustomerMembersHttp) {}

  @Get()
  @Responses({
    summary: 'List the members of a customer',
    description: LISTING,
    ok: { status: 200, view: MemberPageView },
    errors: { 404: CUSTOMER_NOT_FOUND },
  })
  @RequireScope(READ)
  listMembers(
    @Input(MembersOfCustomerRequest) { path, query }: InputOf<typeof MembersOfCustomerRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<MemberPageView> {
    return this.members.list(caller, path, query);
  }

  @Post()
  @Idempotent()
  @Responses({
    summary: 'Add a member to a customer',
    description: ADD_MEMBER,
    ok: { status: 201, view: MemberView },
    errors: {
      403: NOT_PERMITTED_TO_ADD,
      404: CUSTOMER_NOT_FOUND,
    },
  })
  @RequireScope(WRITE)
  createMember(
    @Input(CreateMemberRequest) { path, body }: InputOf<typeof CreateMemberRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<MemberView> {
    return this.members.add(caller, path, body);
  }

  @Get(':member_id')
  @Responses({
    summary: 'Get a member of a customer',
    description: READING,
    ok: { status: 200, view: MemberView },
    errors: { 404: NO_MEMBER },
  })
  @RequireScope(READ)
  getMember(
    @Input(OneMemberRequest) { path }: InputOf<typeof OneMemberRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<MemberView> {
    return this.members.get(caller, path, { id: path.member_id });
  }

  @Patch(':member_id')
  @Responses({
    summary: 'Update a member of a customer',
    description: UPDATE_MEMBER,
    ok: { status: 200, view: MemberView },
    errors: { 403: MANAGEMENT_NOT_PERMITTED, 404: NO_MEMBER },
  })
  @RequireScope(WRITE)
  updateMember(
    @Input(UpdateMemberRequest) { path, body }: InputOf<typeof UpdateMemberRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<MemberView> {
    return this.members.update(caller, path, { id: path.member_id }, body);
  }

  @Delete(':member_id')
  @Responses({
    summary: 'Remove a member of a customer',
    description: REMOVE_MEMBER,
    ok: { status: 204, view: null },
    errors: { 403: MANAGEMENT_NOT_PERMITTED, 404: NO_MEMBER },
  })
  @RequireScope(WRITE)
  deleteMember(
    @Input(OneMemberRequest) { path }: InputOf<typeof OneMemberRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    return this.members.remove(caller, path, { id: path.member_id });
  }
}
