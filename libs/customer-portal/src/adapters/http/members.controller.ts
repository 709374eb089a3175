import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller, RequireScope } from '#platform/auth';
import { Answers, Input, type InputOf } from '#platform/http';
import { ListMembers } from '../../queries/list-members.ts';
import { MemberPageView } from '../../queries/member.view.ts';
import { ListMembersRequest } from './members.dto.ts';

/** The members of all customers. */
@ApiTags('members')
@Controller('v1/members')
export class MembersController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Answers({
    summary: 'List members',
    ok: { status: 200, view: MemberPageView },
    refusals: { 404: ['ResourceNotFound', '`customer_id` is no id'] },
  })
  @RequireScope(['members:read', 'members:write'])
  list(
    @Input(ListMembersRequest) { query }: InputOf<typeof ListMembersRequest>,
    @CurrentCaller() caller: Caller,
  ): Promise<MemberPageView> {
    const { sorting, page, limit, ...filter } = query;
    return this.queries.execute(new ListMembers(caller.access('customers'), filter, sorting, { page, limit }));
  }
}
