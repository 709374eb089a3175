import { Controller, Get, Res, type StreamableFile } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { CurrentCaller, RequireScope, type SellerPrincipal } from '#platform/auth';
import {
  EXPORT_TYPES,
  Input,
  type InputOf,
  Responses,
  streamedExport,
  defineRequest,
  exportFormat,
  repeatable,
} from '#platform/http';
import { described, oneOf, timeZone, withDefault } from '#platform/wire';
import { ExportOrders } from '../../queries/export-orders.ts';
import { ExportSubscriptions } from '../../queries/export-subscriptions.ts';
import { OrderView } from '../../queries/order.view.ts';
import { SubscriptionView } from '../../queries/subscription.view.ts';
import { chosen, ORDER_TABLE, SUBSCRIPTION_TABLE } from './purchase-columns.ts';
import { ORDER_FILTERS } from './list-orders.dto.ts';
import { SUBSCRIPTION_FILTERS } from './subscriptions.dto.ts';

const table = <Name extends string>(columns: Readonly<Record<Name, unknown>>) => ({
  format: exportFormat('csv'),
  timezone: described(
    withDefault(timeZone(), () => 'UTC'),
    'The IANA time zone of the times in a table.',
  ),
  columns: described(
    repeatable(oneOf(Object.keys(columns) as Name[]), { max: Object.keys(columns).length }),
    'The columns of a table, in their order; by default all. Can be repeated.',
  ),
});

const ExportOrdersRequest = defineRequest({ query: { ...ORDER_FILTERS, ...table(ORDER_TABLE) } }, { readsMany: true });

const ExportSubscriptionsRequest = defineRequest(
  { query: { ...SUBSCRIPTION_FILTERS, ...table(SUBSCRIPTION_TABLE) } },
  { readsMany: true },
);

const HOW =
  'while they are read: as CSV or, with `format=ndjson`, as one JSON object on each line, as lists have them. Amounts are in minor units. If it fails, the connection is closed.';

@ApiTags('orders')
@Controller('v1/orders/export')
export class OrdersExportController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Responses({
    summary: 'Export orders',
    description: `Returns all orders that match, oldest first, ${HOW}`,
    ok: { status: 200, view: OrderView, ...EXPORT_TYPES },
  })
  @RequireScope(['orders:read', 'orders:write'])
  async export(
    @Input(ExportOrdersRequest) { query }: InputOf<typeof ExportOrdersRequest>,
    @CurrentCaller() caller: SellerPrincipal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const { format, timezone, columns, ...filter } = query;
    const orders = await this.queries.execute(new ExportOrders(caller.access('sales'), filter));
    return streamedExport(orders, reply, { format, timezone, columns: chosen<OrderView>(ORDER_TABLE, columns) });
  }
}

@ApiTags('subscriptions')
@Controller('v1/subscriptions/export')
export class SubscriptionsExportController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @Responses({
    summary: 'Export subscriptions',
    description: `Returns all subscriptions that match, in the order of their start, ${HOW}`,
    ok: { status: 200, view: SubscriptionView, ...EXPORT_TYPES },
  })
  @RequireScope(['subscriptions:read', 'subscriptions:write'])
  async export(
    @Input(ExportSubscriptionsRequest) { query }: InputOf<typeof ExportSubscriptionsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    const { format, timezone, columns, ...filter } = query;
    const subscriptions = await this.queries.execute(new ExportSubscriptions(caller.access('sales'), filter));
    return streamedExport(subscriptions, reply, {
      format,
      timezone,
      columns: chosen<SubscriptionView>(SUBSCRIPTION_TABLE, columns),
    });
  }
}
