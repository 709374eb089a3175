import { Controller, Delete, Get } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type PortalPrincipal, RequireCustomer } from '#platform/auth';
import { Responses } from '#platform/http';
import { EndSession } from '../../commands/end-session.ts';
import { GetPortalUser } from '../../queries/get-portal-user.ts';
import { IntrospectSession } from '../../queries/introspect-session.ts';
import { IntrospectedSessionView, PortalUserView } from '../../queries/session.view.ts';

/** The session of the request. */
@ApiTags('customer_portal')
@Controller('v1/customer-portal/customer-session')
export class PortalSessionController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Delete()
  @Responses({
    summary: 'Sign out',
    description: 'Ends the session of the request. Its token is not accepted any more.',
    ok: { status: 204, view: null },
  })
  @RequireCustomer({ readOnly: true })
  signOut(@CurrentCaller() caller: PortalPrincipal): Promise<void> {
    return this.commands.execute(new EndSession(caller.sessionId));
  }

  @Get('introspect')
  @Responses({
    summary: 'Introspect the session',
    description:
      'Returns when the session of the request expires and where the portal leads back; of a session in which somebody of the seller looks at the portal, also who.',
    ok: { status: 200, view: IntrospectedSessionView },
  })
  @RequireCustomer()
  introspect(@CurrentCaller() caller: PortalPrincipal): Promise<IntrospectedSessionView> {
    return this.queries.execute(new IntrospectSession(caller));
  }

  @Get('user')
  @Responses({
    summary: 'Get the authenticated user',
    description:
      'Returns the customer or member that the session belongs to. Fails with 422 for a session of a team without an e-mail address.',
    ok: { status: 200, view: PortalUserView },
    invalid: true,
  })
  @RequireCustomer()
  user(@CurrentCaller() caller: PortalPrincipal): Promise<PortalUserView> {
    return this.queries.execute(new GetPortalUser(caller.access));
  }
}
