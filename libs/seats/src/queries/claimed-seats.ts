import type { EntityManager } from '@mikro-orm/postgresql';
import type { SeatsTables } from '../adapters/persistence/seat.mapping.ts';
import type { SeatPurchase } from '../contract/index.ts';

/** Who has claimed a seat of a purchase. */
export const claimedSeats = (em: EntityManager, purchase: SeatPurchase) => {
  const { organizationId } = purchase;
  const isIts =
    'orderId' in purchase
      ? (['p.order_id', purchase.orderId] as const)
      : (['p.subscription_id', purchase.subscriptionId] as const);
  return em
    .getKysely<SeatsTables>()
    .selectFrom('seats.seat_pools as p')
    .innerJoin('seats.seats as s', (join) =>
      join.onRef('s.organization_id', '=', 'p.organization_id').onRef('s.pool_id', '=', 'p.id'),
    )
    .select('s.member_id')
    .where('p.organization_id', '=', organizationId)
    .where(isIts[0], '=', isIts[1])
    .where('s.status', '=', 'claimed');
};
