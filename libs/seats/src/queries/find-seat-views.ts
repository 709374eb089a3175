import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { anyOf } from '#engine/persistence';
import { FindSeatViews } from '../views/index.ts';
import { SeatLoader } from './seat-loader.ts';

@QueryHandler(FindSeatViews)
export class FindSeatViewsHandler implements IQueryHandler<FindSeatViews> {
  constructor(private readonly seats: SeatLoader) {}

  async execute({ ids }: FindSeatViews): Promise<ReadonlyMap<string, object>> {
    const rows = await this.seats.rows().where(anyOf('s.id', ids)).execute();
    return new Map((await this.seats.of(rows)).map((seat) => [seat.id, seat]));
  }
}
