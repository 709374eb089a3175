import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { FindPurchase, type PurchaseSnapshot } from '#entitlements/contract';
import { BadRequest, ResourceNotFound } from '#kernel';
import { offsetOf } from '#platform/http';
import { FindSeatPool, type SeatPurchase } from '../contract/index.ts';
import { ofPurchase } from './of-purchase.ts';
import type { SeatsListView } from './seat.view.ts';
import { SeatLoader } from './seat-loader.ts';

/** Limits the purchase to organizations and a customer, and the seats to those of a member; null removes a limit. */
interface Within {
  readonly organizations: readonly string[];
  readonly customerId: string | null;
  readonly memberId: string | null;
}

/** The seats of a purchase, oldest first: all of them, or a page if paging is given. */
export class ListSeats extends Query<SeatsListView> {
  constructor(
    readonly within: Within,
    readonly which: { readonly subscription_id?: string; readonly order_id?: string },
    readonly paging: { readonly page?: number; readonly limit?: number },
  ) {
    super();
  }
}

const PAGE = 100;

@QueryHandler(ListSeats)
export class ListSeatsHandler implements IQueryHandler<ListSeats> {
  constructor(
    private readonly queries: QueryBus,
    private readonly seats: SeatLoader,
  ) {}

  async execute({ within, which, paging }: ListSeats): Promise<SeatsListView> {
    const { seats: capacity, organizationId, subscriptionId, orderId } = await this.purchase(within, which);
    const purchase = { organizationId, ...(subscriptionId === null ? { orderId: orderId! } : { subscriptionId }) };
    const [rows, pool] = await Promise.all([
      this.rows(purchase, within.memberId, paging).execute(),
      this.queries.execute(new FindSeatPool(purchase)),
    ]);
    const total = pool?.capacity ?? capacity ?? 0;
    return { seats: await this.seats.of(rows), available_seats: total - (pool?.assigned ?? 0), total_seats: total };
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

  private rows(purchase: SeatPurchase, memberId: string | null, paging: ListSeats['paging']) {
    const [column, id] = ofPurchase(purchase);
    let seats = this.seats.rows().where('p.organization_id', '=', purchase.organizationId).where(column, '=', id);
    if (memberId !== null) seats = seats.where('s.member_id', '=', memberId);
    seats = seats.orderBy('s.created_at').orderBy('s.id');
    if (paging.page === undefined && paging.limit === undefined) return seats;
    const { page = 1, limit = PAGE } = paging;
    return seats.limit(limit).offset(offsetOf({ page, limit }));
  }
}
