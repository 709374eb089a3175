import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { readDb } from '#engine/persistence';
import { CountAssignedSeats, FindClaimedSubscriptions, type SeatPurchase, FindSeatHolders, HoldsSeat } from '#entitlements/needs';
import type { SeatsTables } from '../adapters/persistence/seat.mapping.ts';

/** The column of a seat pool that identifies its purchase, and the value to compare it with. */
export const ofPurchase = (which: { readonly subscriptionId: string } | { readonly orderId: string }) =>
  'orderId' in which ? (['p.order_id', which.orderId] as const) : (['p.subscription_id', which.subscriptionId] as const);

/** The claimed seats of an organization, joined with their pools. */
const claimedWithin = (em: EntityManager, organizationId: string) =>
  readDb<SeatsTables>(em)
    .selectFrom('seats.seat_pools as p')
    .innerJoin('seats.seats as s', (join) =>
      join.onRef('s.organization_id', '=', 'p.organization_id').onRef('s.pool_id', '=', 'p.id'),
    )
    .where('p.organization_id', '=', organizationId)
    .where('s.status', '=', 'claimed');

/** The members who have claimed a seat of a purchase. */
const claimedSeats = (em: EntityManager, purchase: SeatPurchase) =>
  claimedWithin(em, purchase.organizationId).select('s.member_id').where(ofPurchase(purchase)[0], '=', ofPurchase(purchase)[1]);

@QueryHandler(FindClaimedSubscriptions)
export class FindClaimedSubscriptionsHandler implements IQueryHandler<FindClaimedSubscriptions> {
  constructor(private readonly em: EntityManager) {}

  async execute({ holder }: FindClaimedSubscriptions): Promise<string[]> {
    const found = 'memberId' in holder ? this.ofMember(holder.organizationId, holder.memberId) : this.ofCustomer(holder);
    return (await found.where('p.subscription_id', 'is not', null).execute()).map(({ subscription_id }) => subscription_id!);
  }

  private ofMember(organizationId: string, memberId: string) {
    return claimedWithin(this.em, organizationId).select('p.subscription_id').where('s.member_id', '=', memberId);
  }

  /** `exists` stops at the first claimed seat of a pool. */
  private ofCustomer({ organizationId, customerId }: { readonly organizationId: string; readonly customerId: string }) {
    return readDb<SeatsTables>(this.em)
      .selectFrom('seats.seat_pools as p')
      .select('p.subscription_id')
      .where('p.organization_id', '=', organizationId)
      .where('p.customer_id', '=', customerId)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('seats.seats as s')
            .select('s.id')
            .whereRef('s.organization_id', '=', 'p.organization_id')
            .whereRef('s.pool_id', '=', 'p.id')
            .where('s.status', '=', 'claimed'),
        ),
      );
  }
}

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

const BATCH = 200;

@QueryHandler(FindSeatHolders)
export class FindSeatHoldersHandler implements IQueryHandler<FindSeatHolders> {
  constructor(private readonly em: EntityManager) {}

  async execute({ purchase, after }: FindSeatHolders): Promise<string[]> {
    let holders = claimedSeats(this.em, purchase).orderBy('s.member_id').limit(BATCH);
    if (after !== null) holders = holders.where('s.member_id', '>', after);
    return (await holders.execute()).map(({ member_id }) => member_id!);
  }
}

@QueryHandler(HoldsSeat)
export class HoldsSeatHandler implements IQueryHandler<HoldsSeat> {
  constructor(private readonly em: EntityManager) {}

  async execute({ purchase, memberIds }: HoldsSeat): Promise<boolean> {
    const held = claimedSeats(this.em, purchase).where('s.member_id', 'in', memberIds);
    return (await held.executeTakeFirst()) !== undefined;
  }
}
