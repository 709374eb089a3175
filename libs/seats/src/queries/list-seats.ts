import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import type { Selectable } from 'kysely';
import { FindPurchase, type PurchaseSnapshot } from '#entitlements/contract';
import { BadRequest, ResourceNotFound } from '#kernel';
import { offsetOf } from '#platform/http';
import { readDb, readOrStreamList } from '#engine/persistence';
import { mapList, type Streamed } from '#support/streamed-lists';
import type { SeatsTables } from '../adapters/persistence/seat.mapping.ts';
import { ofPurchase } from './seats-of-purchases.ts';
import type { SeatsListView, SeatView } from './seat.view.ts';
import { SEAT_COLUMNS, SeatLoader } from './seat-loader.ts';

/** Limits the purchase to organizations and a customer, and the seats to those of a member; null removes a limit. */
interface Within {
  readonly organizations: readonly string[];
  readonly customerId: string | null;
  readonly memberId: string | null;
}

/** The seats of a purchase, oldest first: all of them, streamed if they are many, or a page if paging is given. */
export class ListSeats extends Query<Streamed<SeatsListView, 'seats'>> {
  constructor(
    readonly within: Within,
    readonly which: { readonly subscription_id?: string; readonly order_id?: string },
    readonly paging: { readonly page?: number; readonly limit?: number },
  ) {
    super();
  }
}

const PAGE = 100;

type Pool = Pick<
  Selectable<SeatsTables['seats.seat_pools']>,
  'organization_id' | 'id' | 'subscription_id' | 'order_id' | 'capacity' | 'assigned'
>;
type SeatRow = Omit<SeatView, 'subscription_id' | 'order_id' | 'member' | 'customer_email'>;

@QueryHandler(ListSeats)
export class ListSeatsHandler implements IQueryHandler<ListSeats> {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
    private readonly seats: SeatLoader,
  ) {}

  async execute({ within, which, paging }: ListSeats): Promise<Streamed<SeatsListView, 'seats'>> {
    const purchase = await this.purchase(within, which);
    const pool = await this.pool(purchase);
    const total = pool?.capacity ?? purchase.seats ?? 0;
    const seats = pool ? await this.seatsOf(pool, within.memberId, paging) : [];
    return { seats, available_seats: total - (pool?.assigned ?? 0), total_seats: total };
  }

  private async purchase(within: Within, which: ListSeats['which']): Promise<PurchaseSnapshot> {
    const { subscription_id: subscriptionId, order_id: orderId } = which;
    if (!subscriptionId && !orderId) throw new BadRequest('Either subscription_id or order_id must be provided');
    const purchase = await this.queries.execute(new FindPurchase(subscriptionId ? { subscriptionId } : { orderId: orderId! }));
    const isTheirs = purchase && within.organizations.includes(purchase.organizationId);
    if (!isTheirs || (within.customerId !== null && within.customerId !== purchase.customerId)) {
      throw new ResourceNotFound();
    }
    return purchase;
  }

  private pool({ organizationId, subscriptionId, orderId }: PurchaseSnapshot): Promise<Pool | undefined> {
    const [column, id] = ofPurchase(subscriptionId === null ? { orderId: orderId! } : { subscriptionId });
    return readDb<SeatsTables>(this.em)
      .selectFrom('seats.seat_pools as p')
      .select(['p.organization_id', 'p.id', 'p.subscription_id', 'p.order_id', 'p.capacity', 'p.assigned'])
      .where('p.organization_id', '=', organizationId)
      .where(column, '=', id)
      .executeTakeFirst();
  }

  /** Without a join, so that an index has the seats of the pool in their order. */
  private async seatsOf(pool: Pool, memberId: string | null, paging: ListSeats['paging']) {
    let query = readDb<SeatsTables>(this.em)
      .selectFrom('seats.seats as s')
      .select(SEAT_COLUMNS)
      .where('s.organization_id', '=', pool.organization_id)
      .where('s.pool_id', '=', pool.id);
    if (memberId !== null) query = query.where('s.member_id', '=', memberId).where('s.status', '<>', 'revoked');
    const { subscription_id, order_id } = pool;
    const toViews = (rows: readonly SeatRow[]) => this.seats.of(rows.map((row) => ({ ...row, subscription_id, order_id })));
    if (paging.page === undefined && paging.limit === undefined) {
      return mapList(await readOrStreamList(this.em, { query, large: ['seat_metadata'] }), toViews);
    }
    const { page = 1, limit = PAGE } = paging;
    const rows = query.orderBy('s.created_at').orderBy('s.id').limit(limit).offset(offsetOf({ page, limit }));
    return toViews(await rows.execute());
  }
}
