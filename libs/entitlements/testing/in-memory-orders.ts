import { type DomainEvent, ResourceNotFound, type Sync } from '#kernel';
import type { Order } from '../src/domain/order.ts';
import { Orders, type WhichOrder } from '../src/domain/orders.ts';

/** Orders in a map, for tests of handlers. Keeps the recorded events. */
export class InMemoryOrders extends Orders {
  readonly events: DomainEvent[] = [];
  private readonly orders = new Map<string, Order>();

  async add(order: Order): Promise<void> {
    this.orders.set(order.id, order);
    this.events.push(...order.pullEvents());
  }

  async change<T>({ id, organizations }: WhichOrder, by: (order: Order) => Sync<T>): Promise<T> {
    const order = this.orders.get(id);
    if (!order || !organizations.includes(order.organizationId)) throw new ResourceNotFound();
    const outcome = by(order);
    this.events.push(...order.pullEvents());
    return outcome as T;
  }

  async eraseDetails(organizationId: string, customerId: string): Promise<number> {
    const remaining = [...this.orders.values()].filter(
      (order) =>
        order.organizationId === organizationId &&
        order.customerId === customerId &&
        (order.billingName !== null || order.billingAddress !== null || Object.keys(order.metadata).length > 0),
    );
    for (const order of remaining) Object.assign(order, { billingName: null, billingAddress: null, metadata: {} });
    return remaining.length;
  }
}
