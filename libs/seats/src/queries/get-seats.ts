import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ResourceNotFound } from '#kernel';
import { anyOf } from '#platform/persistence';
import type { SeatView } from './seat.view.ts';
import { SeatLoader } from './seat-loader.ts';

/** Seats of the organizations by id, in the order of the ids. Throws `ResourceNotFound` if one is missing. */
export class GetSeats extends Query<SeatView[]> {
  constructor(
    readonly organizations: readonly string[],
    readonly ids: readonly string[],
  ) {
    super();
  }
}

@QueryHandler(GetSeats)
export class GetSeatsHandler implements IQueryHandler<GetSeats> {
  constructor(private readonly seats: SeatLoader) {}

  async execute({ organizations, ids }: GetSeats): Promise<SeatView[]> {
    const found = this.seats.rows().where(anyOf('s.organization_id', organizations)).where(anyOf('s.id', ids));
    const seats = new Map((await this.seats.of(await found.execute())).map((seat) => [seat.id, seat]));
    return ids.map((id) => seats.get(id) ?? missing());
  }
}

const missing = (): never => {
  throw new ResourceNotFound();
};
