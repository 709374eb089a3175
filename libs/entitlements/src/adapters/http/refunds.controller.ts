import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { Access } from '#kernel';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { Idempotent, Input, type InputOf, NOT_PERMITTED, type Page, pageOf, Responses } from '#platform/http';
import { CancelRefund } from '../../commands/cancel-refund.ts';
import { RefundOrder } from '../../commands/refund-order.ts';
import { ListRefunds } from '../../queries/list-refunds.ts';
import { RefundView } from '../../queries/refund.view.ts';
import { CreateRefundRequest, ListRefundsRequest, OneRefundRequest, refundFrom } from './refunds.dto.ts';

@ApiTags('refunds')
@Controller('v1/refunds')
export class RefundsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'List refunds',
    description: 'Returns the refunds of all organizations that the caller can access, newest first by default.',
    ok: { status: 200, view: pageOf(RefundView, 'Refund') },
  })
  @RequireScope(['refunds:read', 'refunds:write'])
  list(
    @Input(ListRefundsRequest) { query }: InputOf<typeof ListRefundsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<RefundView>> {
    const { sorting, page, limit, ...filter } = query;
    return this.queries.execute(new ListRefunds(caller.access('sales'), filter, sorting, { page, limit }));
  }

  @Post()
  @Idempotent()
  @Responses({
    summary: 'Create a refund',
    description:
      'Records a refund that was made elsewhere: this service moves no money. The order becomes `refunded`, or `partially_refunded` by a ' +
      'part of its amount. Publishes `refund.created`, `order.updated` and `order.refunded`.',
    ok: { status: 201, view: RefundView },
    errors: {
      400: ['RevokeSubscriptionBenefitsProhibited', 'The order pays for a subscription.'],
      403: ['RefundedAlready or NotPermitted', 'The order is fully refunded, or the caller may not manage sales.'],
      409: ['OrderNotPaid', 'The order is pending or void.'],
    },
  })
  @RequireScope('refunds:write')
  async create(
    @Input(CreateRefundRequest) { body }: InputOf<typeof CreateRefundRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<RefundView> {
    const access = caller.access('sales');
    return this.read(access, await this.commands.execute(new RefundOrder(access, body.order_id, refundFrom(body))));
  }

  @Post(':id/cancel')
  @Idempotent()
  @HttpCode(200)
  @Responses({
    summary: 'Cancel a refund',
    description:
      'Takes back a refund that was recorded by mistake: it becomes `canceled`, its amount no longer counts as refunded, and the customer gets ' +
      'the benefits back unless another refund revokes them. What a payment provider reports about refunds later counts all the same. Changes ' +
      'nothing if the refund has failed or is canceled. Publishes `refund.updated` and `order.updated`. An extension.',
    ok: { status: 200, view: RefundView },
    errors: { 403: NOT_PERMITTED, 404: ['ResourceNotFound', 'The refund does not exist, or belongs to another organization'] },
  })
  @RequireScope('refunds:write')
  async cancel(
    @Input(OneRefundRequest) { path }: InputOf<typeof OneRefundRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<RefundView> {
    const access = caller.access('sales');
    await this.commands.execute(new CancelRefund(access, path.id));
    return this.read(access, path.id);
  }

  private async read(access: Access, id: string): Promise<RefundView> {
    const { items } = await this.queries.execute(new ListRefunds(access, { id: [id] }, ['created_at'], { page: 1, limit: 1 }));
    return items[0]!;
  }
}
