import { ValidationFailed, newId, ResourceNotFound } from '#kernel';
import type { Order } from '../src/domain/order.ts';
import type { Orders } from '../src/domain/orders.ts';
import { ExternalIdTaken } from '../src/domain/purchase.ts';
import { aPurchase, HOME, NOW } from './purchase.builder.ts';

export interface StoredRefund {
  readonly id: string;
  readonly amount: number;
  readonly tax_amount: number;
  readonly reason: string;
  readonly status: string;
}

export interface OpenedOrders {
  readonly orders: Orders;
  /** The stored refunds of an order, by amount. */
  refundsOf(orderId: string): Promise<StoredRefund[]>;
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

    test('refunds are stored with the order, however many are made at once, and never exceed its amount', async () => {
      const order = await stored(aPurchase().costing(1000).reported({ taxAmount: 100 }));
      const refund = {
        amount: 400,
        reason: 'duplicate',
        comment: 'twice',
        metadata: { id: 're_1' },
        revokeBenefits: false,
      } as const;
      const made = await Promise.allSettled(
        Array.from({ length: 4 }, () => orders.change(which(order), (each) => each.refund(refund, NOW).id)),
      );
      const ids = made.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
      expect(ids).toHaveLength(2);
      expect((await opened.refundsOf(order.id)).map(({ id }) => id).sort()).toEqual(ids.sort());
      expect(await opened.refundsOf(order.id)).toMatchObject(
        ids.map(() => ({ amount: 400, tax_amount: 40, reason: 'duplicate' })),
      );
      const { status, refundedAmount, refundedTaxAmount } = await orders.find(which(order));
      expect([status, refundedAmount, refundedTaxAmount]).toEqual(['partially_refunded', 800, 80]);
    });

    test('a refund that fails is stored with its order', async () => {
      const order = await stored(aPurchase().costing(1000).reported({ taxAmount: 100 }));
      const follow = (total: number, failed: number) =>
        orders.changeWithRefunds(which(order), (each, refunds) => each.followRefunds({ total, failed }, refunds, NOW));
      await follow(440, 0);
      await follow(550, 0);
      await follow(110, 440);
      await follow(110, 440);
      expect(await opened.refundsOf(order.id)).toMatchObject([
        { amount: 100, status: 'succeeded' },
        { amount: 400, status: 'failed' },
      ]);
      expect(await orders.find(which(order))).toMatchObject({ refundedAmount: 100, refundedTaxAmount: 10 });
      expect((await opened.eventsOf(order.id)).filter((name) => name === 'order.updated')).toHaveLength(3);
      const elsewhere = { id: order.id, organizations: [] };
      await expect(orders.changeWithRefunds(elsewhere, () => undefined)).rejects.toBeInstanceOf(ResourceNotFound);
    });

    test('a void order is found void, and gets its status back', async () => {
      const order = await stored();
      await orders.change(which(order), (each) => each.void(NOW));
      expect(await orders.find(which(order))).toMatchObject({ status: 'void', entitles: false });
      await orders.change(which(order), (each) => each.unvoid(NOW));
      expect(await orders.find(which(order))).toMatchObject({ status: 'paid', entitles: true });
    });

    test('of concurrent orders with the same external id, one is stored, and it is found', async () => {
      const organization = newId();
      const reported = (source: string) =>
        aPurchase()
          .of(organization)
          .reported({ externalId: { id: 'in_1', source } });
      const all = Array.from({ length: 5 }, () => reported('stripe').order());
      const added = await Promise.allSettled(all.map((each) => orders.add(each)));
      const [first, ...others] = all.filter((_, index) => added[index]!.status === 'fulfilled');
      expect(others).toEqual([]);
      expect(added.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))).toEqual(
        Array.from({ length: 4 }, () => new ExternalIdTaken()),
      );
      await orders.add(reported('paddle').order());
      expect(await orders.findByExternalId(organization, { id: 'in_1', source: 'stripe' })).toBe(first!.id);
      expect(await orders.findByExternalId(organization, { id: 'in_1', source: '' })).toBeUndefined();
      expect(await orders.findByExternalId(newId(), { id: 'in_1', source: 'stripe' })).toBeUndefined();
    });

    test('what was reported about an order is stored', async () => {
      const purchasedAt = new Date('2025-01-01T00:00:00.000Z');
      const facts = { recipientId: newId(), taxAmount: 19, purchasedAt, status: 'pending', reportedCustomer: 'digest' } as const;
      const order = await stored(aPurchase().costing(100).and({ quantity: 2 }).reported(facts));
      expect(
        await orders.change(which(order), ({ snapshot, productIds }) => {
          const { recipientId, taxAmount, purchasedAt: bought, status, reportedCustomer } = snapshot;
          return { recipientId, taxAmount, purchasedAt: bought, status, reportedCustomer, productIds };
        }),
      ).toEqual({ ...facts, productIds: order.productIds });
    });

    test('unknown orders and orders of other organizations are not found', async () => {
      const order = await stored();
      for (const unknown of [
        { id: order.id, organizations: [newId()] },
        { id: order.id, organizations: [] },
        { id: newId(), organizations: [order.organizationId] },
      ]) {
        await expect(orders.change(unknown, () => undefined)).rejects.toBeInstanceOf(ResourceNotFound);
        await expect(orders.find(unknown)).rejects.toBeInstanceOf(ResourceNotFound);
      }
    });
  });
}
