import { Controller, Get, Put } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, RequireScope, type SellerPrincipal } from '#platform/auth';
import { Input, type InputOf, NOT_PERMITTED, Responses } from '#platform/http';
import { TaggedRecordsView, TagsView, UsedTagsView } from '#customer-portal/views';
import { SetOrderTags } from '../../commands/set-order-tags.ts';
import { GetOrderTags, ListOrderTags, ListTaggedOrders } from '../../queries/order-tags.ts';
import { ListOrderTagsRequest, ListTaggedOrdersRequest, TaggedOrderRequest, SetOrderTagsRequest } from './order-tags.dto.ts';

const NOT_FOUND = ['ResourceNotFound', 'The order does not exist, or belongs to another organization'] as const;
const READ = ['orders:read', 'orders:write'] as const;
const AREA = 'sales';

/** Tags, by which sellers sort their orders. */
@ApiTags('orders')
@Controller('v1/orders')
export class OrderTagsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get('tags')
  @RequireScope(READ)
  @Responses({
    summary: 'List tags of orders',
    description:
      'Returns the tags that orders have, with how many have each of them. It takes as long with many orders as with few. An extension.',
    ok: { status: 200, view: UsedTagsView },
  })
  listTags(
    @Input(ListOrderTagsRequest) { query }: InputOf<typeof ListOrderTagsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<UsedTagsView> {
    return this.queries.execute(new ListOrderTags(caller.access(AREA), query.organization_id));
  }

  @Get('tagged')
  @RequireScope(READ)
  @Responses({
    summary: 'List the tags of several orders',
    description:
      'Returns those of the orders with these IDs that have tags, with the tags of each: what a list of orders shows, in one request. An extension.',
    ok: { status: 200, view: TaggedRecordsView },
  })
  listTagged(
    @Input(ListTaggedOrdersRequest) { query }: InputOf<typeof ListTaggedOrdersRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<TaggedRecordsView> {
    return this.queries.execute(new ListTaggedOrders(caller.access(AREA), query.id ?? [], query.organization_id));
  }

  @Get(':id/tags')
  @RequireScope(READ)
  @Responses({
    summary: 'Get the tags of an order',
    description: 'Returns the tags of an order. Customers never see them. An extension.',
    ok: { status: 200, view: TagsView },
    errors: { 404: NOT_FOUND },
  })
  getTags(
    @Input(TaggedOrderRequest) { path }: InputOf<typeof TaggedOrderRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<TagsView> {
    return this.queries.execute(new GetOrderTags(caller.access(AREA), path.id));
  }

  @Put(':id/tags')
  @RequireScope('orders:write')
  @Responses({
    summary: 'Set the tags of an order',
    description:
      'Gives an order these tags and no others. They are for those who work for the seller: neither customers nor webhooks get them. An extension.',
    ok: { status: 200, view: TagsView },
    errors: {
      404: NOT_FOUND,
      403: NOT_PERMITTED,
      409: ['TooManyDifferentTags', 'The orders of the organization have as many different tags as they can have.'],
    },
  })
  async setTags(
    @Input(SetOrderTagsRequest) { path, body }: InputOf<typeof SetOrderTagsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<TagsView> {
    const access = caller.access(AREA);
    await this.commands.execute(new SetOrderTags(access, path.id, body.tags));
    return this.queries.execute(new GetOrderTags(access, path.id));
  }
}
