import { type DomainEvent, ResourceNotFound, type Sync } from '#kernel';
import type { Order } from '../src/domain/order.ts';
import type { Refund } from '../src/domain/refund.ts';
import { Orders, type WhichOrder } from '../src/domain/orders.ts';
import { type ExternalId, ExternalIdTaken } from '../src/domain/purchase.ts';
import { hasSameExternalId, withExternalId } from './external-ids.ts';

/** Orders in a map, for tests of handlers. Keeps the recorded events. */
export class InMemoryOrders extends Orders {
  readonly events: DomainEvent[] = [];
  readonly refunds: Refund[] = [];
  private readonly orders = new Map<string, Order>();

  async add(order: Order): Promise<void> {
    if (hasSameExternalId(order, [...this.orders.values()])) throw new ExternalIdTaken();
    this.orders.set(order.id, order);
    this.events.push(...order.pullEvents());
  }

  async findByExternalId(organizationId: string, externalId: ExternalId): Promise<string | undefined> {
    return withExternalId([...this.orders.values()], organizationId, externalId)?.id;
  }

  async find({ id, organizations }: WhichOrder): Promise<Readonly<Order>> {
    const order = this.orders.get(id);
    if (!order || !organizations.includes(order.organizationId)) throw new ResourceNotFound();
    return order;
  }

  async change<T>(which: WhichOrder, by: (order: Order) => Sync<T>): Promise<T> {
    const order = (await this.find(which)) as Order;
    const outcome = by(order);
    this.refunds.push(...order.pullRefunds());
    this.events.push(...order.pullEvents());
    return outcome as T;
  }

  changeWithRefunds<T>(which: WhichOrder, by: (order: Order, refunds: readonly Refund[]) => Sync<T>): Promise<T> {
    const stored = this.refunds.filter(({ orderId }) => orderId === which.id).toReversed();
    return this.change(which, (order) => by(order, stored));
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
