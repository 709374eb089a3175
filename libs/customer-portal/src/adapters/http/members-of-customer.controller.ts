import { Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller, RequireScope } from '#platform/auth';
import { Answers, Input, type InputOf } from '#platform/http';
import { MemberPageView, MemberView } from '../../queries/member.view.ts';
import { CreateMemberRequest, MembersOfCustomerRequest, OneMemberRequest, UpdateMemberRequest } from './members.dto.ts';
import { ADDING, NO_MEMBER, NOT_PERMITTED, NOT_PERMITTED_TO_ADD, READ, REMOVING, UPDATING, WRITE } from './member-answers.ts';
import { MembersOf } from './members-of.ts';

const NO_CUSTOMER = ['ResourceNotFound', 'The customer does not exist, is deleted, or belongs to another organization'] as const;

/** The members of one customer. */
@ApiTags('members')
@Controller('v1/customers/:id/members')
export class MembersOfCustomerController {
  constructor(private readonly members: MembersOf) {}

  @Get()
  @Answers({
    summary: 'List the members of a customer',
    ok: { status: 200, view: MemberPageView },
    refusals: { 404: NO_CUSTOMER },
  })
  @RequireScope(READ)
  listMembers(
    @Input(MembersOfCustomerRequest) { path, query }: InputOf<typeof MembersOfCustomerRequest>,
    @CurrentCaller() caller: Caller,
  ): Promise<MemberPageView> {
    return this.members.list(caller, path, query);
  }

  @Post()
  @Answers({
    summary: 'Add a member to a customer',
    description: ADDING,
    ok: { status: 201, view: MemberView },
    refusals: {
      403: NOT_PERMITTED_TO_ADD,
      404: NO_CUSTOMER,
    },
  })
  @RequireScope(WRITE)
  createMember(
    @Input(CreateMemberRequest) { path, body }: InputOf<typeof CreateMemberRequest>,
    @CurrentCaller() caller: Caller,
  ): Promise<MemberView> {
    return this.members.add(caller, path, body);
  }

  @Get(':member_id')
  @Answers({
    summary: 'Get a member of a customer',
    ok: { status: 200, view: MemberView },
    refusals: { 404: NO_MEMBER },
  })
  @RequireScope(READ)
  getMember(
    @Input(OneMemberRequest) { path }: InputOf<typeof OneMemberRequest>,
    @CurrentCaller() caller: Caller,
  ): Promise<MemberView> {
    return this.members.get(caller, path, { id: path.member_id });
  }

  @Patch(':member_id')
  @Answers({
    summary: 'Update a member of a customer',
    description: UPDATING,
    ok: { status: 200, view: MemberView },
    refusals: { 403: NOT_PERMITTED, 404: NO_MEMBER },
  })
  @RequireScope(WRITE)
  updateMember(
    @Input(UpdateMemberRequest) { path, body }: InputOf<typeof UpdateMemberRequest>,
    @CurrentCaller() caller: Caller,
  ): Promise<MemberView> {
    return this.members.update(caller, path, { id: path.member_id }, body);
  }

  @Delete(':member_id')
  @Answers({
    summary: 'Remove a member of a customer',
    description: REMOVING,
    ok: { status: 204, view: null },
    refusals: { 403: NOT_PERMITTED, 404: NO_MEMBER },
  })
  @RequireScope(WRITE)
  deleteMember(
    @Input(OneMemberRequest) { path }: InputOf<typeof OneMemberRequest>,
    @CurrentCaller() caller: Caller,
  ): Promise<void> {
    return this.members.remove(caller, path, { id: path.member_id });
  }
}
