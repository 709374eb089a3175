import { Controller, Get, HttpCode, Patch, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { Idempotent, Input, type InputOf, NOT_PERMITTED, type Page, pageOf, Responses } from '#platform/http';
import { ReportDispute } from '../../commands/report-dispute.ts';
import { UpdateDispute } from '../../commands/update-dispute.ts';
import { DisputeView } from '../../queries/dispute.view.ts';
import { GetDispute } from '../../queries/get-dispute.ts';
import { ListDisputes } from '../../queries/list-disputes.ts';
import {
  CreateDisputeRequest,
  disputeChangesFrom,
  disputeFrom,
  ListDisputesRequest,
  OneDisputeRequest,
  UpdateDisputeRequest,
} from './disputes.dto.ts';

const READ = ['disputes:read', 'disputes:write'] as const;
const NOT_FOUND = ['ResourceNotFound', 'The dispute does not exist, or belongs to another organization'] as const;
const CLOSED = ['DisputeNotOpenError', 'The dispute is closed.'] as const;
const BENEFITS =
  'With `revoke_benefits` the customer loses the benefits of the order, and gets them back when the dispute is won.';

@ApiTags('disputes')
@Controller('v1/disputes')
export class DisputesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'List disputes',
    description: 'Returns the disputes of all organizations that the caller can access, newest first by default.',
    ok: { status: 200, view: pageOf(DisputeView, 'Dispute') },
  })
  @RequireScope(READ)
  list(
    @Input(ListDisputesRequest) { query }: InputOf<typeof ListDisputesRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<DisputeView>> {
    const { sorting, page, limit, ...filter } = query;
    return this.queries.execute(new ListDisputes(caller.access('sales'), filter, sorting, { page, limit }));
  }

  @Post()
  @Idempotent()
  @Responses({
    summary: 'Create a dispute',
    description: `Records that the customer's bank demands the payment of an order back. ${BENEFITS} Publishes \`dispute.created\`.`,
    ok: { status: 201, view: DisputeView },
    errors: {
      400: ['RevokeSubscriptionBenefitsProhibited', 'The order pays for a subscription.'],
      403: NOT_PERMITTED,
      409: ['OrderAlreadyDisputed or OrderNotPaid', 'The order has an open dispute, is pending or is void.'],
    },
  })
  @RequireScope('disputes:write')
  async create(
    @Input(CreateDisputeRequest) { body }: InputOf<typeof CreateDisputeRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<DisputeView> {
    const access = caller.access('sales');
    const id = await this.commands.execute(new ReportDispute(access, body.order_id, disputeFrom(body)));
    return this.queries.execute(new GetDispute(access, id));
  }

  @Get(':id')
  @Responses({
    summary: 'Get a dispute',
    description: 'Returns a dispute with its customer.',
    ok: { status: 200, view: DisputeView },
    errors: { 404: NOT_FOUND },
  })
  @RequireScope(READ)
  get(
    @Input(OneDisputeRequest) { path }: InputOf<typeof OneDisputeRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<DisputeView> {
    return this.queries.execute(new GetDispute(caller.access('sales'), path.id));
  }

  @Patch(':id')
  @Responses({
    summary: 'Update a dispute',
    description: `Records what became of a dispute. ${BENEFITS} Publishes \`dispute.updated\` if something changes.`,
    ok: { status: 200, view: DisputeView },
    errors: { 403: NOT_PERMITTED, 404: NOT_FOUND, 409: CLOSED },
  })
  @RequireScope('disputes:write')
  async update(
    @Input(UpdateDisputeRequest) { path, body }: InputOf<typeof UpdateDisputeRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<DisputeView> {
    const access = caller.access('sales');
    await this.commands.execute(new UpdateDispute(access, path.id, disputeChangesFrom(body)));
    return this.queries.execute(new GetDispute(access, path.id));
  }

  @Post(':id/accept')
  @Idempotent()
  @HttpCode(200)
  @Responses({
    summary: 'Accept a dispute',
    description:
      'Records that the seller accepted the dispute at the payment provider: its status becomes `lost`. Publishes `dispute.updated`.',
    ok: { status: 200, view: DisputeView },
    errors: { 403: NOT_PERMITTED, 404: NOT_FOUND, 409: CLOSED },
  })
  @RequireScope('disputes:write')
  async accept(
    @Input(OneDisputeRequest) { path }: InputOf<typeof OneDisputeRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<DisputeView> {
    const access = caller.access('sales');
    await this.commands.execute(new UpdateDispute(access, path.id, 'accepted'));
    return this.queries.execute(new GetDispute(access, path.id));
  }

  @Post(':id/cancel')
  @Idempotent()
  @HttpCode(200)
  @Responses({
    summary: 'Cancel a dispute',
    description:
      'Takes back a dispute that was recorded by mistake, whatever its status: it becomes `prevented`, and the customer gets the benefits back unless ' +
      'something else revokes them. What a payment provider reports about it later counts all the same. Publishes `dispute.updated` if something ' +
      'changes. An extension.',
    ok: { status: 200, view: DisputeView },
    errors: { 403: NOT_PERMITTED, 404: NOT_FOUND },
  })
  @RequireScope('disputes:write')
  async cancel(
    @Input(OneDisputeRequest) { path }: InputOf<typeof OneDisputeRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<DisputeView> {
    const access = caller.access('sales');
    await this.commands.execute(new UpdateDispute(access, path.id, 'canceled'));
    return this.queries.execute(new GetDispute(access, path.id));
  }
}
