import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import type { SeatsTables } from '../adapters/persistence/seat.mapping.ts';
import { FindSeatPool, type SeatPoolFacts } from '../contract/index.ts';

@QueryHandler(FindSeatPool)
export class FindSeatPoolHandler implements IQueryHandler<FindSeatPool> {
  constructor(private readonly em: EntityManager) {}

  async execute({ purchase }: FindSeatPool): Promise<SeatPoolFacts | undefined> {
    const [column, id] =
      'orderId' in purchase ? (['order_id', purchase.orderId] as const) : (['subscription_id', purchase.subscriptionId] as const);
    return this.em
      .getKysely<SeatsTables>()
      .selectFrom('seats.seat_pools')
      .select(['bought', 'revision'])
      .where('organization_id', '=', purchase.organizationId)
      .where(column, '=', id)
      .executeTakeFirst();
  }
}
