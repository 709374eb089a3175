import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type PortalPrincipal, RequireCustomer } from '#platform/auth';
import { Responses } from '#platform/http';
import { GetPortalUser } from '../../queries/get-portal-user.ts';
import { IntrospectSession } from '../../queries/introspect-session.ts';
import { IntrospectedSessionView, PortalUserView } from '../../queries/session.view.ts';

/** What a session says of itself. */
@ApiTags('customer_portal')
@Controller('v1/customer-portal/customer-session')
export class PortalSessionController {
  constructor(private readonly queries: QueryBus) {}

  @Get('introspect')
  @Responses({ summary: 'Introspect the session', ok: { status: 200, view: IntrospectedSessionView } })
  @RequireCustomer()
  introspect(@CurrentCaller() caller: PortalPrincipal): Promise<IntrospectedSessionView> {
    return this.queries.execute(new IntrospectSession(caller.sessionId));
  }

  @Get('user')
  @Responses({
    summary: 'Get who has signed in',
    description: 'A customer without an e-mail address of its own can only be seen through its members: 422.',
    ok: { status: 200, view: PortalUserView },
    invalid: true,
  })
  @RequireCustomer()
  user(@CurrentCaller() caller: PortalPrincipal): Promise<PortalUserView> {
    return this.queries.execute(new GetPortalUser(caller.access));
  }
}
