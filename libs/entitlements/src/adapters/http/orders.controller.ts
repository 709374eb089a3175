import { Controller, Get, HttpCode, Patch, Post, Res } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { Idempotent, NotIdempotent, Responses, Input, type InputOf, NOT_PERMITTED, type Page, pageOf } from '#platform/http';
import { RequestInvoice } from '../../commands/request-invoice.ts';
import { UpdateOrder } from '../../commands/update-order.ts';
import { VoidOrder } from '../../commands/void-order.ts';
import { GetOrder } from '../../queries/get-order.ts';
import { GetOrderDocument } from '../../queries/get-order-document.ts';
import { GetOrderFigures } from '../../queries/get-order-figures.ts';
import { ListOrders } from '../../queries/list-orders.ts';
import { InvoiceView, ReceiptView } from '../../queries/order-document.view.ts';
import { OrderFiguresView } from '../../queries/order-figures.view.ts';
import { OrderView } from '../../queries/order.view.ts';
import { changesFrom, commandFor, CreateOrderRequest, OneOrderRequest, UpdateOrderRequest } from './orders.dto.ts';
import { ListOrdersRequest, OrderFiguresRequest } from './list-orders.dto.ts';

const READ = ['orders:read', 'orders:write'] as const;
const NOT_FOUND = ['ResourceNotFound', 'The order does not exist, or belongs to another organization'] as const;
const NO_DOCUMENT = ['ResourceNotFound', 'The order does not exist, or the seller reported no such document.'] as const;
const CONFLICTS = [
  'ExternalIdConflict or CustomerConflict',
  'The `external_id` was reported before with other facts, or the external ID and the e-mail address belong to different customers.',
] as const;
const SEATS = 'NotASeatBasedSubscription or BelowMinimumSeats or AboveMaximumSeats';

@ApiTags('orders')
@Controller('v1/orders')
export class OrdersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'List orders',
    description: 'Returns the orders of all organizations that the caller can access, newest first by default.',
    ok: { status: 200, view: pageOf(OrderView, 'Order') },
  })
  @RequireScope(READ)
  list(
    @Input(ListOrdersRequest) { query }: InputOf<typeof ListOrdersRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<OrderView>> {
    const { sorting, page, limit, ...filter } = query;
    return this.queries.execute(new ListOrders(caller.access('sales'), filter, sorting, { page, limit }));
  }

  @Post()
  @Idempotent()
  @Responses({
    summary: 'Create an order',
    description:
      'Records a one-time purchase that was made elsewhere: this service does not charge customers. The benefits of the products are ' +
      'granted shortly after the response; for a product sold by seats they are granted to members who claim a seat. With `subscription_id` ' +
      'it records a payment for a subscription instead, such as a renewal. Publishes `order.created`, and `order.paid` unless it is pending.',
    ok: { status: 201, view: OrderView },
    repeated: 'The order with this `external_id`, which was reported before with the same facts.',
    errors: {
      409: CONFLICTS,
      400: [SEATS, 'The product is not sold by seats, or not in this number of seats.'],
      403: NOT_PERMITTED,
    },
  })
  @RequireScope('orders:write')
  async create(
    @Input(CreateOrderRequest) { body }: InputOf<typeof CreateOrderRequest>,
    @CurrentCaller() caller: SellerPrincipal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<OrderView> {
    const access = caller.access('sales');
    const { id, isNew, names } = await this.commands.execute(commandFor(access, body));
    if (!isNew) reply.status(200);
    return this.queries.execute(new GetOrder(access, id, names));
  }

  @Get('figures')
  @Responses({
    summary: 'Get figures of orders',
    description: 'Returns how many orders there are of each status. An extension.',
    ok: { status: 200, view: OrderFiguresView },
  })
  @RequireScope(READ)
  getFigures(
    @Input(OrderFiguresRequest) { query }: InputOf<typeof OrderFiguresRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<OrderFiguresView> {
    return this.queries.execute(new GetOrderFigures(caller.access('sales'), query));
  }

  @Get(':id')
  @Responses({
    summary: 'Get an order',
    description: 'Returns an order with its customer and product.',
    ok: { status: 200, view: OrderView },
    errors: { 404: NOT_FOUND },
  })
  @RequireScope(READ)
  get(
    @Input(OneOrderRequest) { path }: InputOf<typeof OneOrderRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<OrderView> {
    return this.queries.execute(new GetOrder(caller.access('sales'), path.id));
  }

  @Get(':id/invoice')
  @Responses({
    summary: 'Get the invoice of an order',
    description: 'Returns where the invoice is that the seller reported for the order. This service makes no invoices.',
    ok: { status: 200, view: InvoiceView },
    errors: { 404: NO_DOCUMENT },
  })
  @RequireScope(READ)
  invoice(
    @Input(OneOrderRequest) { path }: InputOf<typeof OneOrderRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<InvoiceView> {
    return this.queries.execute(new GetOrderDocument({ access: caller.access('sales') }, path.id, 'invoice'));
  }

  @Post(':id/invoice')
  @NotIdempotent('Whoever asks again has asked already.')
  @Responses({
    summary: 'Request the invoice of an order',
    description:
      'Records that an invoice is wanted, if the seller reported none: `invoice_requested_at` is set, for whoever makes invoices. This service makes none. Asking again changes nothing. Publishes `order.updated` the first time.',
    ok: { status: 202, view: OrderView },
    errors: {
      403: NOT_PERMITTED,
      404: NOT_FOUND,
      409: ['OrderNotEligibleForInvoice', 'The order was not paid, or it is void.'],
      422: ['MissingInvoiceBillingDetails', 'The order has no billing name or no billing address.'],
    },
  })
  @RequireScope(READ)
  async requestInvoice(
    @Input(OneOrderRequest) { path }: InputOf<typeof OneOrderRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<OrderView> {
    const access = caller.access('sales');
    await this.commands.execute(new RequestInvoice(access, path.id));
    return this.queries.execute(new GetOrder(access, path.id));
  }

  @Get(':id/receipt')
  @Responses({
    summary: 'Get the receipt of an order',
    description: 'Returns where the receipt is that the seller reported for the order. This service makes no receipts.',
    ok: { status: 200, view: ReceiptView },
    errors: { 404: NO_DOCUMENT },
  })
  @RequireScope(READ)
  receipt(
    @Input(OneOrderRequest) { path }: InputOf<typeof OneOrderRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<ReceiptView> {
    return this.queries.execute(new GetOrderDocument({ access: caller.access('sales') }, path.id, 'receipt'));
  }

  @Post(':id/void')
  @Idempotent()
  @HttpCode(200)
  @Responses({
    summary: 'Void an order',
    description:
      'Makes an order void that should not have been made: its benefits are revoked. Voiding it again changes nothing. Publishes ' +
      '`order.updated` and `order.voided`.',
    ok: { status: 200, view: OrderView },
    errors: { 403: NOT_PERMITTED, 404: NOT_FOUND, 409: ['OrderNotVoidable', 'The order was refunded.'] },
  })
  @RequireScope('orders:write')
  void(
    @Input(OneOrderRequest) { path }: InputOf<typeof OneOrderRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<OrderView> {
    return this.setVoid(caller, path.id, true);
  }

  @Post(':id/unvoid')
  @Idempotent()
  @HttpCode(200)
  @Responses({
    summary: 'Restore a void order',
    description: 'Restores a void order with its former status and its benefits. Publishes `order.updated` and `order.unvoided`.',
    ok: { status: 200, view: OrderView },
    errors: { 403: NOT_PERMITTED, 404: NOT_FOUND, 409: ['OrderNotVoid', 'The order is not void.'] },
  })
  @RequireScope('orders:write')
  unvoid(
    @Input(OneOrderRequest) { path }: InputOf<typeof OneOrderRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<OrderView> {
    return this.setVoid(caller, path.id, false);
  }

  private async setVoid(caller: SellerPrincipal, id: string, isVoid: boolean): Promise<OrderView> {
    const access = caller.access('sales');
    await this.commands.execute(new VoidOrder(access, id, isVoid));
    return this.queries.execute(new GetOrder(access, id));
  }

  @Patch(':id')
  @Responses({
    summary: 'Update an order',
    description:
      'Corrects the billing name and address of an order, and reports its invoice, its receipt and that a pending order was paid. Fields that are left out, `null` or blank ' +
      'stay as they are, except documents, which `null` removes. `billing_address` is replaced as a whole; a change of its country or state fails with 422 once they are set. ' +
      'Seats, product, customer, amount and metadata of an order are fixed: sending one is a 422. Publishes `order.updated`, and `order.paid` when it is paid.',
    ok: { status: 200, view: OrderView },
    errors: {
      403: NOT_PERMITTED,
      404: NOT_FOUND,
      409: ['OrderVoid', 'The order is void, so it cannot be paid.'],
    },
  })
  @RequireScope('orders:write')
  async update(
    @Input(UpdateOrderRequest) { path, body }: InputOf<typeof UpdateOrderRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<OrderView> {
    const access = caller.access('sales');
    await this.commands.execute(new UpdateOrder(access, path.id, changesFrom(body)));
    return this.queries.execute(new GetOrder(access, path.id));
  }
}
