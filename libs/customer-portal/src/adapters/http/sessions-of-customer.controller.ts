import { Controller, Delete, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, RequireScope, type SellerPrincipal } from '#platform/auth';
import { Idempotent, Input, type InputOf, NOT_PERMITTED, Responses } from '#platform/http';
import { EndCustomerSessions } from '../../commands/end-customer-sessions.ts';
import { OpenSession } from '../../commands/open-session.ts';
import { GetCustomer } from '../../queries/get-customer.ts';
import { GetOpenedSession } from '../../queries/get-opened-session.ts';
import { GetViewer } from '../../queries/get-viewer.ts';
import { ViewingSessionView } from '../../queries/session.view.ts';
import { CUSTOMER_NOT_FOUND } from './customer-errors.ts';
import { CreateViewingSessionRequest, EndCustomerSessionsRequest } from './sessions.dto.ts';

/** Sellers look at the portal of a customer, and end its sessions. */
@ApiTags('customer_sessions')
@Controller('v1/customers/:id')
export class SessionsOfCustomerController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post('viewing-sessions')
  @Idempotent()
  @Responses({
    summary: 'Create a session to view the portal of a customer',
    description:
      'Creates a session in which the caller sees in the portal what the customer sees, for an hour. It says who looks, and changes nothing (403) ' +
      'unless `read_only` is `false`, which requires the right to act for customers: the role `owner`, `admin` or `member`. What is changed in it, the ' +
      'audit log attributes to the caller. For the role `support` it shows neither orders nor subscriptions. It ends when the caller loses the role. An extension.',
    ok: { status: 201, view: ViewingSessionView },
    errors: { 403: NOT_PERMITTED, 404: CUSTOMER_NOT_FOUND },
  })
  @RequireScope('customer_sessions:write')
  async createViewingSession(
    @Input(CreateViewingSessionRequest) { path, body }: InputOf<typeof CreateViewingSessionRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<ViewingSessionView> {
    const { id, organization_id } = await this.queries.execute(new GetCustomer(caller.access('customers'), path));
    const access = caller.access(body.read_only ? 'customers' : 'acting for customers');
    const viewer = { type: caller.kind, id: caller.id, isReadOnly: body.read_only };
    const subject = { customer: { id }, memberId: body.member_id };
    const opened = await this.commands.execute(new OpenSession(access, subject, null, viewer));
    const session = await this.queries.execute(new GetOpenedSession(opened));
    const seesSales = caller.access('sales').visible.includes(organization_id);
    return { ...session, viewer: await this.queries.execute(new GetViewer(organization_id, { ...viewer, seesSales })) };
  }

  @Delete('sessions')
  @Responses({
    summary: 'End the sessions of a customer',
    description:
      'Ends all sessions of a customer and of its members at once. Codes to sign in and links to another address that were mailed before stop ' +
      'working. Whoever reads mail at an address of the customer can sign in again. A changed address ends sessions by itself. An extension.',
    ok: { status: 204, view: null },
    errors: { 403: NOT_PERMITTED, 404: CUSTOMER_NOT_FOUND },
  })
  @RequireScope('customer_sessions:write')
  async endSessions(
    @Input(EndCustomerSessionsRequest) { path }: InputOf<typeof EndCustomerSessionsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    await this.commands.execute(new EndCustomerSessions(caller.access('customers'), path.id));
  }
}
