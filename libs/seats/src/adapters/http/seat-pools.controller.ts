import { Controller, Get } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, RequireScope, type SellerPrincipal } from '#platform/auth';
import { Input, type InputOf, Responses } from '#platform/http';
import { ListSeatPools } from '../../queries/list-seat-pools.ts';
import { SeatPoolsView } from '../../queries/seat-pool.view.ts';
import { ListSeatPoolsRequest } from './seat-pools.dto.ts';

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
    const { sorting, cursor: after = null, limit, ...filter } = query;
    const isDescending = sorting[0] !== 'created_at';
    return this.queries.execute(new ListSeatPools(caller.access('seats'), filter, { isDescending, after, limit }));
  }
}
