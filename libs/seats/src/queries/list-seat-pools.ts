import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { FindProducts } from '#catalog/contract';
import { FindCustomers } from '#customer-portal/contract';
import { FindPurchase } from '#entitlements/contract';
import type { Access } from '#kernel';
import { cursorOf, type Position } from '#platform/wire';
import { MOST_COUNTED, type PoolRow, type SeatPoolFilter, SeatPoolPages } from './seat-pool-pages.ts';
import type { SeatPoolsView, SeatPoolView } from './seat-pool.view.ts';

/** A page of seat pools, and how many there are. */
export class ListSeatPools extends Query<SeatPoolsView> {
  constructor(
    readonly access: Access,
    readonly filter: SeatPoolFilter & { readonly organization_id?: readonly string[] },
    readonly page: { readonly isDescending: boolean; readonly after: Position | null; readonly limit: number },
  ) {
    super();
  }
}

const upTo = (counted: number) => ({ count: Math.min(counted, MOST_COUNTED), is_exact: counted <= MOST_COUNTED });

@QueryHandler(ListSeatPools)
export class ListSeatPoolsHandler implements IQueryHandler<ListSeatPools> {
  constructor(
    private readonly pages: SeatPoolPages,
    private readonly queries: QueryBus,
  ) {}

  /** One pool more than the page has shows that it is not the last one. */
  async execute({ access, filter, page }: ListSeatPools): Promise<SeatPoolsView> {
    const { organization_id, ...others } = filter;
    const organizations = access.narrow(organization_id);
    const conditions = await this.pages.conditions(organizations, others);
    const rows = await this.pages.read(organizations, conditions, { ...page, limit: page.limit + 1 });
    // A first page that is not full is all there is: it is not read again to count it.
    const isAll = page.after === null && rows.length <= page.limit;
    const counted = isAll ? rows.length : await this.pages.count(organizations, conditions);
    const shown = rows.slice(0, page.limit);
    const last = shown.at(-1);
    return {
      items: await this.views(shown),
      next_cursor: last && rows.length > page.limit ? cursorOf({ at: last.created_at, id: last.id }) : null,
      total: upTo(counted),
    };
  }

  /** Rows of customers and products that were sold are kept, so both are always found. */
  private async views(rows: readonly PoolRow[]): Promise<SeatPoolView[]> {
    const [customers, productIds] = await Promise.all([
      this.queries.execute(new FindCustomers(rows.map(({ customer_id }) => customer_id))),
      Promise.all(rows.map((row) => this.productOf(row))),
    ]);
    const products = await this.queries.execute(new FindProducts(productIds));
    return rows.map(({ capacity, assigned, pending, ...row }, index) => {
      const customer = customers.get(row.customer_id)!;
      const product = products.get(productIds[index]!)!;
      return {
        ...row,
        customer: { id: customer.id, email: customer.email, name: customer.name },
        product_id: product.id,
        product: { id: product.id, name: product.name },
        total_seats: capacity,
        assigned_seats: assigned,
        pending_seats: upTo(pending),
        available_seats: capacity - assigned,
      };
    });
  }

  private async productOf({ subscription_id: subscriptionId, order_id: orderId }: PoolRow): Promise<string> {
    const purchase = await this.queries.execute(new FindPurchase(subscriptionId ? { subscriptionId } : { orderId: orderId! }));
    return purchase!.productId;
  }
}
