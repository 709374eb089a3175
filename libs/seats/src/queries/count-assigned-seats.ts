import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { readDb } from '#engine/persistence';
import { CountAssignedSeats } from '#entitlements/needs';
import type { SeatsTables } from '../adapters/persistence/seat.mapping.ts';
import { ofPurchase } from './of-purchase.ts';

@QueryHandler(CountAssignedSeats)
export class CountAssignedSeatsHandler implements IQueryHandler<CountAssignedSeats> {
  constructor(private readonly em: EntityManager) {}

  /** A pool that was never used does not exist. */
  async execute({ purchase }: CountAssignedSeats): Promise<number> {
    const pool = await readDb<SeatsTables>(this.em)
      .selectFrom('seats.seat_pools as p')
      .select('p.assigned')
      .where('p.organization_id', '=', purchase.organizationId)
      .where(ofPurchase(purchase)[0], '=', ofPurchase(purchase)[1])
      .executeTakeFirst();
    return pool?.assigned ?? 0;
  }
}
