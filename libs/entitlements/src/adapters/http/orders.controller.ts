import { Controller, Get, Patch, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { Responses, Input, type InputOf, NOT_PERMITTED, type Page, pageOf } from '#platform/http';
import { UpdateOrderBilling } from '../../commands/update-order-billing.ts';
import { PlaceOrder } from '../../commands/place-order.ts';
import { GetOrder } from '../../queries/get-order.ts';
import { ListOrders } from '../../queries/list-orders.ts';
import { OrderView } from '../../queries/order.view.ts';
import { correctionsFrom, CreateOrderRequest, ListOrdersRequest, OneOrderRequest, UpdateOrderRequest } from './orders.dto.ts';
import { toPurchaseInput } from './purchases.dto.ts';

const READ = ['orders:read', 'orders:write'] as const;
const NOT_FOUND = ['ResourceNotFound', 'The order does not exist, or belongs to another organization'] as const;
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
  @Responses({
    summary: 'Create an order',
    description:
      'Records a one-time purchase that was made and paid elsewhere: this service does not charge customers. The benefits of the product are ' +
      'granted shortly after the response; for a product sold by seats they are granted to members who claim a seat. Publishes `order.created` and `order.paid`.',
    ok: { status: 201, view: OrderView },
    errors: {
      400: [SEATS, 'The product is not sold by seats, or not in this number of seats.'],
      403: NOT_PERMITTED,
    },
  })
  @RequireScope('orders:write')
  async create(
    @Input(CreateOrderRequest) { body }: InputOf<typeof CreateOrderRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<OrderView> {
    const access = caller.access('sales');
    const id = await this.commands.execute(new PlaceOrder(access, toPurchaseInput(body)));
    return this.queries.execute(new GetOrder(access, id));
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

  @Patch(':id')
  @Responses({
    summary: 'Update an order',
    description:
      'Corrects the billing name and address of an order. Fields that are left out, `null` or blank stay as they are. `billing_address` is ' +
      'replaced as a whole; a change of its country or state fails with 422 once they are set. Seats, product, customer, amount and metadata of an order are fixed: sending one is a 422. Publishes `order.updated`.',
    ok: { status: 200, view: OrderView },
    errors: {
      403: NOT_PERMITTED,
      404: NOT_FOUND,
    },
  })
  @RequireScope('orders:write')
  async update(
    @Input(UpdateOrderRequest) { path, body }: InputOf<typeof UpdateOrderRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<OrderView> {
    const access = caller.access('sales');
    await this.commands.execute(new UpdateOrderBilling(access, path.id, correctionsFrom(body)));
    return this.queries.execute(new GetOrder(access, path.id));
  }
}
