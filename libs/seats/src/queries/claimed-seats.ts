import type { EntityManager } from '@mikro-orm/postgresql';
import { readDb } from '#engine/persistence';
import type { SeatPurchase } from '#entitlements/needs';
import type { SeatsTables } from '../adapters/persistence/seat.mapping.ts';
import { ofPurchase } from './of-purchase.ts';

/** The claimed seats of an organization, joined with their pools. */
export const claimedWithin = (em: EntityManager, organizationId: string) =>
  readDb<SeatsTables>(em)
    .selectFrom('seats.seat_pools as p')
    .innerJoin('seats.seats as s', (join) =>
      join.onRef('s.organization_id', '=', 'p.organization_id').onRef('s.pool_id', '=', 'p.id'),
    )
    .where('p.organization_id', '=', organizationId)
    .where('s.status', '=', 'claimed');

/** The members who have claimed a seat of a purchase. */
export const claimedSeats = (em: EntityManager, purchase: SeatPurchase) =>
  claimedWithin(em, purchase.organizationId).select('s.member_id').where(ofPurchase(purchase)[0], '=', ofPurchase(purchase)[1]);
