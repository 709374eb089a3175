import { Controller, Get, Patch, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type PortalPrincipal, RequireCustomer } from '#platform/auth';
import { Input, type InputOf, NotIdempotent, type Page, pageOf, Responses } from '#platform/http';
import { OwnPurchases } from '../../commands/purchase-access.ts';
import { RequestInvoice } from '../../commands/request-invoice.ts';
import { UpdateOrder } from '../../commands/update-order.ts';
import { GetOrderDocument } from '../../queries/get-order-document.ts';
import { GetPortalOrder } from '../../queries/get-portal-order.ts';
import { ListPortalOrders } from '../../queries/list-portal-orders.ts';
import { OwnInvoiceView, OwnReceiptView } from '../../queries/order-document.view.ts';
import { PortalOrderView } from '../../queries/portal-order.view.ts';
import { OneOrderRequest } from './orders.dto.ts';
import { correctionsFrom, ListOwnOrdersRequest, UpdateOwnOrderRequest } from './portal-orders.dto.ts';

const LEADERS_ONLY = ['NotPermitted', 'The member is neither owner nor billing manager.'] as const;
const NOT_FOUND = ['ResourceNotFound', 'The order does not exist or belongs to another customer.'] as const;
const NO_DOCUMENT = [
  'ResourceNotFound',
  'The order does not exist or belongs to another customer, or the seller reported no such document.',
] as const;

/** What customers bought. Members who are neither owner nor billing manager see no orders. */
@ApiTags('customer_portal')
@Controller('v1/customer-portal/orders')
export class PortalOrdersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'List own orders',
    description:
      'Returns the orders of the customer, newest first by default. Members need the role `owner` or `billing_manager`.',
    ok: { status: 200, view: pageOf(PortalOrderView, 'CustomerOrder') },
    errors: { 403: LEADERS_ONLY },
  })
  @RequireCustomer({ leading: true, aboutSales: true })
  list(
    @Input(ListOwnOrdersRequest) { query }: InputOf<typeof ListOwnOrdersRequest>,
    @CurrentCaller() { access }: PortalPrincipal,
  ): Promise<Page<PortalOrderView>> {
    const { sorting, page, limit, ...filter } = query;
    return this.queries.execute(new ListPortalOrders(access, filter, sorting, { page, limit }));
  }

  @Get(':id')
  @Responses({
    summary: 'Get an own order',
    description: 'Returns an order of the customer with its product. Members need the role `owner` or `billing_manager`.',
    ok: { status: 200, view: PortalOrderView },
    errors: { 403: LEADERS_ONLY, 404: NOT_FOUND },
  })
  @RequireCustomer({ leading: true, aboutSales: true })
  get(
    @Input(OneOrderRequest) { path }: InputOf<typeof OneOrderRequest>,
    @CurrentCaller() { access }: PortalPrincipal,
  ): Promise<PortalOrderView> {
    return this.queries.execute(new GetPortalOrder(access, path.id));
  }

  @Patch(':id')
  @Responses({
    summary: 'Update an own order',
    description:
      'Corrects the billing name and address of an order. Fields that are left out, `null` or blank stay as they are. ' +
      '`billing_address` is replaced as a whole; a change of its country or state fails with 422 once they are set. ' +
      'Members need the role `owner` or `billing_manager`. Publishes `order.updated`.',
    ok: { status: 200, view: PortalOrderView },
    errors: { 403: LEADERS_ONLY, 404: NOT_FOUND },
  })
  @RequireCustomer({ leading: true, aboutSales: true })
  async update(
    @Input(UpdateOwnOrderRequest) { path, body }: InputOf<typeof UpdateOwnOrderRequest>,
    @CurrentCaller() { access }: PortalPrincipal,
  ): Promise<PortalOrderView> {
    const changes = { ...correctionsFrom(body), isPaid: false, documents: {} };
    await this.commands.execute(new UpdateOrder(new OwnPurchases(access), path.id, changes));
    return this.queries.execute(new GetPortalOrder(access, path.id));
  }

  @Get(':id/invoice')
  @Responses({
    summary: 'Get the invoice of an own order',
    description:
      'Returns where the invoice is that the seller reported for the order. Members need the role `owner` or `billing_manager`.',
    ok: { status: 200, view: OwnInvoiceView },
    errors: { 403: LEADERS_ONLY, 404: NO_DOCUMENT },
  })
  @RequireCustomer({ leading: true, aboutSales: true })
  invoice(
    @Input(OneOrderRequest) { path }: InputOf<typeof OneOrderRequest>,
    @CurrentCaller() { access }: PortalPrincipal,
  ): Promise<OwnInvoiceView> {
    return this.queries.execute(new GetOrderDocument({ customer: access }, path.id, 'invoice'));
  }

  @Post(':id/invoice')
  @NotIdempotent('Whoever asks again has asked already.')
  @Responses({
    summary: 'Request the invoice of an own order',
    description:
      'Asks the seller for the invoice of an order that was paid, if the seller reported none. Asking again changes nothing. Members need the role `owner` or `billing_manager`. Publishes `order.updated` the first time.',
    ok: { status: 202, view: PortalOrderView },
    errors: {
      403: LEADERS_ONLY,
      404: NOT_FOUND,
      409: ['OrderNotEligibleForInvoice', 'The order was not paid, or it is void.'],
      422: ['MissingInvoiceBillingDetails', 'The order has no billing name or no billing address.'],
    },
  })
  @RequireCustomer({ leading: true, aboutSales: true })
  async requestInvoice(
    @Input(OneOrderRequest) { path }: InputOf<typeof OneOrderRequest>,
    @CurrentCaller() { access }: PortalPrincipal,
  ): Promise<PortalOrderView> {
    await this.commands.execute(new RequestInvoice(new OwnPurchases(access), path.id));
    return this.queries.execute(new GetPortalOrder(access, path.id));
  }

  @Get(':id/receipt')
  @Responses({
    summary: 'Get the receipt of an own order',
    description:
      'Returns where the receipt is that the seller reported for the order. Members need the role `owner` or `billing_manager`.',
    ok: { status: 200, view: OwnReceiptView },
    errors: { 403: LEADERS_ONLY, 404: NO_DOCUMENT },
  })
  @RequireCustomer({ leading: true, aboutSales: true })
  receipt(
    @Input(OneOrderRequest) { path }: InputOf<typeof OneOrderRequest>,
    @CurrentCaller() { access }: PortalPrincipal,
  ): Promise<OwnReceiptView> {
    return this.queries.execute(new GetOrderDocument({ customer: access }, path.id, 'receipt'));
  }
}
