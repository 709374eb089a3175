import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { Responses, Input, type InputOf } from '#platform/http';
import { ListMembers } from '../../queries/list-members.ts';
import { MemberPageView } from '../../queries/member.view.ts';
import { ListMembersRequest } from './members.dto.ts';

/** The members of all customers. */
@ApiTags('members')
@Controller('v1/members')
export class MembersController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Responses({
    summary: 'List members',
    description: 'Returns the members of all customers that the caller can access, newest first by default.',
    ok: { status: 200, view: MemberPageView },
    errors: { 404: ['ResourceNotFound', '`customer_id` is not a valid ID.'] },
  })
  @RequireScope(['members:read', 'members:write'])
  list(
    @Input(ListMembersRequest) { query }: InputOf<typeof ListMembersRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<MemberPageView> {
    const { sorting, page, limit, ...filter } = query;
    return this.queries.execute(new ListMembers(caller.access('customers'), filter, sorting, { page, limit }));
  }
}
