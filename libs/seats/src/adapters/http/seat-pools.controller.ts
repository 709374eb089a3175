import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, RequireScope, type SellerPrincipal } from '#platform/auth';
import { Input, type InputOf, Responses, defineRequest, paging, repeatable, sorting } from '#platform/http';
import { LOOKUP_TEXT } from '#support/texts';
import { cursor, described, oneOf, optional, text, uuid4 } from '#platform/wire';
import { ListSeatPools } from '../../queries/list-seat-pools.ts';
import { SeatPoolsView, PURCHASE_KINDS } from '../../queries/seat-pool.view.ts';

const ListSeatPoolsRequest = defineRequest(
  {
    query: {
      organization_id: described(repeatable(uuid4()), 'Only seat pools of these organizations. Can be repeated.'),
      customer_id: described(repeatable(uuid4()), 'Only seat pools of these customers. Can be repeated.'),
      purchase: described(optional(oneOf(PURCHASE_KINDS)), 'Only seats that were bought with a subscription, or with an order.'),
      query: described(
        optional(text(LOOKUP_TEXT)),
        'Only seat pools of customers whose name, e-mail address or external ID contains this text (begins with it, unless it has three letters or digits in a row).',
      ),
      sorting: sorting(['created_at'], ['-created_at']),
      cursor: described(optional(cursor()), 'The `next_cursor` of the page before. The other parameters must be the same.'),
      limit: paging.limit,
    },
  },
  { countsAll: false },
);

@ApiTags('customer_seats')
@Controller('v1/seat-pools')
export class SeatPoolsController {
  constructor(private readonly queries: QueryBus) {}

  @Get()
  @RequireScope('customer_seats:read')
  @Responses({
    summary: 'List seat pools',
    description:
      'Returns a page of the seat pools that match all filters, newest first by default. A seat pool has the seats of one subscription or order, and exists as soon as the first of them is assigned. It takes as long with many seat pools as with few: pages follow each other by a cursor, and no more than 1,000 are counted. An extension.',
    ok: { status: 200, view: SeatPoolsView },
  })
  list(
    @Input(ListSeatPoolsRequest) { query }: InputOf<typeof ListSeatPoolsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<SeatPoolsView> {
    const {
      sorting: [order],
      cursor: after = null,
      limit,
      ...filter
    } = query;
    const isDescending = order !== 'created_at';
    return this.queries.execute(new ListSeatPools(caller.access('seats'), filter, { isDescending, after, limit }));
  }
}
