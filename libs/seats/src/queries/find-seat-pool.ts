import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { readDb } from '#engine/persistence';
import type { SeatsTables } from '../adapters/persistence/seat.mapping.ts';
import { FindSeatPool, type SeatPoolSnapshot } from '../contract/index.ts';
import { ofPurchase } from './of-purchase.ts';

@QueryHandler(FindSeatPool)
export class FindSeatPoolHandler implements IQueryHandler<FindSeatPool> {
  constructor(private readonly em: EntityManager) {}

  async execute({ purchase }: FindSeatPool): Promise<SeatPoolSnapshot | undefined> {
    return readDb<SeatsTables>(this.em)
      .selectFrom('seats.seat_pools as p')
      .select(['p.capacity', 'p.assigned', 'p.revision'])
      .where('p.organization_id', '=', purchase.organizationId)
      .where(ofPurchase(purchase)[0], '=', ofPurchase(purchase)[1])
      .executeTakeFirst();
  }
}
