import { Controller, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { Responses, Input, type InputOf, MANAGEMENT_NOT_PERMITTED, Idempotent } from '#platform/http';
import { OpenSession } from '../../commands/open-session.ts';
import { GetOpenedSession } from '../../queries/get-opened-session.ts';
import { CustomerSessionView } from '../../queries/session.view.ts';
import { EXTERNAL_ID_AMBIGUOUS } from './customer-errors.ts';
import { CreateCustomerSessionRequest } from './sessions.dto.ts';

/** Sellers create sessions for their customers. */
@ApiTags('customer_sessions')
@Controller('v1/customer-sessions')
export class CustomerSessionsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post()
  @Idempotent()
  @Responses({
    summary: 'Create a customer session',
    description:
      'Creates a session in the customer portal that is valid for an hour, for a customer or, with `member_id` or `external_member_id`, ' +
      'for one of its members. No other response contains the token. Whoever opens `customer_portal_url` is signed in, and asked ' +
      'before if somebody else is signed in there, so hand it only to the customer. Requires the right to act for customers, which the role `support` does not have.',
    ok: { status: 201, view: CustomerSessionView },
    errors: { 403: MANAGEMENT_NOT_PERMITTED, 409: EXTERNAL_ID_AMBIGUOUS },
  })
  @RequireScope('customer_sessions:write')
  async create(
    @Input(CreateCustomerSessionRequest) { body }: InputOf<typeof CreateCustomerSessionRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<CustomerSessionView> {
    const customer = 'customer_id' in body ? { id: body.customer_id } : { externalId: body.external_customer_id };
    const subject = { customer, memberId: body.member_id, externalMemberId: body.external_member_id };
    const opened = await this.commands.execute(
      new OpenSession(caller.access('acting for customers'), subject, body.return_url ?? null),
    );
    return this.queries.execute(new GetOpenedSession(opened));
  }
}
