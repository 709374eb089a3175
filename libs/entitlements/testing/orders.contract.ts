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
export function ordersContract(home: string, open: () => Promise<OpenedOrders>): void {
  describe(`orders in ${home}`, () => {
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
    const factsOf = (order: Order) =>
      orders.change(which(order), ({ amount, currency, items, metadata, billingName, billingAddress, createdAt, modifiedAt }) => {
        return { amount, currency, items, metadata, billingName, billingAddress, createdAt, modifiedAt };
      });

    test('an order is stored as it is, with its created events', async () => {
      const created = await stored(aPurchase().costing(4900, 'eur').billedAt(HOME));
      expect(created).toMatchObject(await factsOf(created));
      expect(await opened.eventsOf(created.id)).toEqual(['order.created', 'order.paid']);
    });

    test('what a change decides is there for the next one, and its event with it', async () => {
      const order = await stored();
      await orders.change(which(order), (each) => each.correctBill({ billingName: 'Grace', billingAddress: HOME }, NOW));
      expect(await factsOf(order)).toMatchObject({ billingName: 'Grace', billingAddress: HOME, modifiedAt: NOW });
      expect(await opened.eventsOf(order.id)).toEqual(['order.created', 'order.paid', 'order.updated']);
    });

    test('a refusal leaves no trace', async () => {
      const order = await stored(aPurchase().billedAt(HOME));
      const move = orders.change(which(order), (each) =>
        each.correctBill({ billingName: 'Grace', billingAddress: { ...HOME, country: 'FR' } }, NOW),
      );
      await expect(move).rejects.toBeInstanceOf(ValidationFailed);
      expect(await factsOf(order)).toMatchObject({ billingName: 'Ada', billingAddress: HOME, modifiedAt: null });
      expect(await opened.eventsOf(order.id)).toHaveLength(2);
    });

    test('what is elsewhere, or nowhere, is not found', async () => {
      const order = await stored();
      for (const nowhere of [
        { id: order.id, organizations: [newId()] },
        { id: order.id, organizations: [] },
        { id: newId(), organizations: [order.organizationId] },
      ]) {
        await expect(orders.change(nowhere, () => undefined)).rejects.toBeInstanceOf(ResourceNotFound);
      }
    });
  });
}
