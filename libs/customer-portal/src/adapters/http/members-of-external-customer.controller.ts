import { Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { Responses, Input, type InputOf, MANAGEMENT_NOT_PERMITTED, Idempotent } from '#platform/http';
import { MemberPageView, MemberView } from '../../queries/member.view.ts';
import { EXTERNAL_ID_AMBIGUOUS, EXTERNAL_ID_NOT_FOUND } from './customer-errors.ts';
import {
  CreateMemberOfExternalRequest,
  MembersOfExternalCustomerRequest,
  OneExternalMemberRequest,
  UpdateExternalMemberRequest,
} from './members.dto.ts';
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

/** Members by external ID. */
@ApiTags('members')
@Controller('v1/customers/external/:external_id/members')
export class MembersOfExternalCustomerController {
  constructor(private readonly members: CustomerMembersHttp) {}

  @Get()
  @Responses({
    summary: 'List the members of a customer by external ID',
    description: LISTING,
    ok: { status: 200, view: MemberPageView },
    errors: { 404: EXTERNAL_ID_NOT_FOUND, 409: EXTERNAL_ID_AMBIGUOUS },
  })
  @RequireScope(READ)
  listMembers(
    @Input(MembersOfExternalCustomerRequest) { path, query }: InputOf<typeof MembersOfExternalCustomerRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<MemberPageView> {
    return this.members.list(caller, { externalId: path.external_id }, query);
  }

  @Post()
  @Idempotent()
  @Responses({
    summary: 'Add a member to a customer by external ID',
    description: ADD_MEMBER,
    ok: { status: 201, view: MemberView },
    errors: {
      403: NOT_PERMITTED_TO_ADD,
      404: EXTERNAL_ID_NOT_FOUND,
      409: EXTERNAL_ID_AMBIGUOUS,
    },
  })
  @RequireScope(WRITE)
  createMember(
    @Input(CreateMemberOfExternalRequest) { path, body }: InputOf<typeof CreateMemberOfExternalRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<MemberView> {
    return this.members.add(caller, { externalId: path.external_id }, body);
  }

  @Get(':member_external_id')
  @Responses({
    summary: 'Get a member of a customer by external ID',
    description: READING,
    ok: { status: 200, view: MemberView },
    errors: { 404: NO_MEMBER, 409: EXTERNAL_ID_AMBIGUOUS },
  })
  @RequireScope(READ)
  getMember(
    @Input(OneExternalMemberRequest) { path }: InputOf<typeof OneExternalMemberRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<MemberView> {
    return this.members.get(caller, { externalId: path.external_id }, { externalId: path.member_external_id });
  }

  @Patch(':member_external_id')
  @Responses({
    summary: 'Update a member of a customer by external ID',
    description: UPDATE_MEMBER,
    ok: { status: 200, view: MemberView },
    errors: { 403: MANAGEMENT_NOT_PERMITTED, 404: NO_MEMBER, 409: EXTERNAL_ID_AMBIGUOUS },
  })
  @RequireScope(WRITE)
  updateMember(
    @Input(UpdateExternalMemberRequest) { path, body }: InputOf<typeof UpdateExternalMemberRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<MemberView> {
    return this.members.update(caller, { externalId: path.external_id }, { externalId: path.member_external_id }, body);
  }

  @Delete(':member_external_id')
  @Responses({
    summary: 'Remove a member of a customer by external ID',
    description: REMOVE_MEMBER,
    ok: { status: 204, view: null },
    errors: { 403: MANAGEMENT_NOT_PERMITTED, 404: NO_MEMBER, 409: EXTERNAL_ID_AMBIGUOUS },
  })
  @RequireScope(WRITE)
  deleteMember(
    @Input(OneExternalMemberRequest) { path }: InputOf<typeof OneExternalMemberRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    return this.members.remove(caller, { externalId: path.external_id }, { externalId: path.member_external_id });
  }
}
