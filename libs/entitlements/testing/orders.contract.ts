import { ValidationFailed, newId, ResourceNotFound } from '#kernel';
import type { Order } from '../src/domain/order.ts';
import type { Orders } from '../src/domain/orders.ts';
import { aPurchase, HOME, NOW } from './purchase.builder.ts';

export interface OpenedOrders {
  readonly orders: Orders;
  /** The names of the recorded events of an order, oldest first. */
  eventsOf(id: string): Promise<string[]>;
  close(): Promise<void>;
}

/** The contract of every implementation of the port, for orders. */
export function ordersContract(storage: string, open: () => Promise<OpenedOrders>): void {
  describe(`orders in ${storage}`, () => {
    let opened: OpenedOrders;
    let orders: Orders;
    beforeAll(async () => {
      opened = await open();
      orders = opened.orders;
    });
    afterAll(() => opened.close());

    const stored = async (purchase = aPurchase()): Promise<Order> => {
      const order = purchase.order();
      await orders.add(order);
      return order;
    };
    const which = ({ id, organizationId }: Order) => ({ id, organizations: [newId(), organizationId] });
    const snapshotOf = (order: Order) =>
      orders.change(which(order), ({ amount, currency, items, metadata, billingName, billingAddress, createdAt, modifiedAt }) => {
        return { amount, currency, items, metadata, billingName, billingAddress, createdAt, modifiedAt };
      });

    test('an order is stored as it is, with its created events', async () => {
      const created = await stored(aPurchase().costing(4900, 'eur').billedAt(HOME));
      expect(created).toMatchObject(await snapshotOf(created));
      expect(await opened.eventsOf(created.id)).toEqual(['order.created', 'order.paid']);
    });

    test('a change is visible to the next change and is stored with its event', async () => {
      const order = await stored();
      await orders.change(which(order), (each) => each.correctBilling({ billingName: 'Grace', billingAddress: HOME }, NOW));
      expect(await snapshotOf(order)).toMatchObject({ billingName: 'Grace', billingAddress: HOME, modifiedAt: NOW });
      expect(await opened.eventsOf(order.id)).toEqual(['order.created', 'order.paid', 'order.updated']);
    });

    test('the details of a customer’s orders are erased once, their amounts and other customers’ orders stay', async () => {
      const [order, other] = [await stored(aPurchase().billedAt(HOME)), await stored(aPurchase().billedAt(HOME))];
      const { organizationId, customerId } = order;
      const [{ amount, items }, untouched] = [await snapshotOf(order), await snapshotOf(other)];
      expect(await orders.eraseDetails(newId(), customerId)).toBe(0);
      expect(await orders.eraseDetails(organizationId, customerId)).toBe(1);
      expect(await orders.eraseDetails(organizationId, customerId)).toBe(0);
      expect(await snapshotOf(order)).toMatchObject({ amount, items, metadata: {}, billingName: null, billingAddress: null });
      expect(await snapshotOf(other)).toEqual(untouched);
    });

    test('a rejected change stores nothing', async () => {
      const order = await stored(aPurchase().billedAt(HOME));
      const rejected = orders.change(which(order), (each) =>
        each.correctBilling({ billingName: 'Grace', billingAddress: { ...HOME, country: 'FR' } }, NOW),
      );
      await expect(rejected).rejects.toBeInstanceOf(ValidationFailed);
      expect(await snapshotOf(order)).toMatchObject({ billingName: 'Ada', billingAddress: HOME, modifiedAt: null });
      expect(await opened.eventsOf(order.id)).toHaveLength(2);
    });

    test('unknown orders and orders of other organizations are not found', async () => {
      const order = await stored();
      for (const unknown of [
        { id: order.id, organizations: [newId()] },
        { id: order.id, organizations: [] },
        { id: newId(), organizations: [order.organizationId] },
      ]) {
        await expect(orders.change(unknown, () => undefined)).rejects.toBeInstanceOf(ResourceNotFound);
      }
    });
  });
}
