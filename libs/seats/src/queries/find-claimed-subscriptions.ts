import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { readDb } from '#engine/persistence';
import { FindClaimedSubscriptions } from '#entitlements/needs';
import type { SeatsTables } from '../adapters/persistence/seat.mapping.ts';
import { claimedWithin } from './claimed-seats.ts';

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
