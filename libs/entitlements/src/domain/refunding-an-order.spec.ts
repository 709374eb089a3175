import fc from 'fast-check';
import { newId, ValidationFailed } from '#kernel';
import { aPurchase, daysAfterNow, NOW, shown } from '../../testing/purchase.builder.ts';
import { Order } from './order.ts';
import {
  OrderNotPaid,
  OrderVoid,
  OrderNotVoid,
  OrderNotVoidable,
  RefundedAlready,
  RevokeSubscriptionBenefitsProhibited,
} from './purchase.errors.ts';
import type { NewRefund, Refund } from './refund.ts';

const LATER = daysAfterNow(1);
const aRefund = (amount: number, some: Partial<NewRefund> = {}): NewRefund => ({
  amount,
  reason: 'customer_request',
  comment: null,
  metadata: {},
  revokeBenefits: false,
  ...some,
});

/** Costs 1,000 and 200 tax. */
function anOrder(status: 'paid' | 'pending' = 'paid'): Order {
  const order = aPurchase().costing(1000).reported({ taxAmount: 200, status }).order();
  order.pullEvents();
  return order;
}

function aPayment(): Order {
  const ids = { organizationId: newId(), subscriptionId: newId(), productId: newId(), customerId: newId() };
  const terms = { amount: 1000, currency: 'usd', billingReason: 'subscription_cycle', priceId: null } as const;
  const payment = { ...ids, ...terms, description: 'Pro', metadata: {} };
  return Order.ofSubscription(payment, { billingName: null, billingAddress: null }, NOW);
}

const eventsOf = (order: Order) => order.pullEvents().map(({ name, payload }) => [name, payload['changed']]);

describe('a refund', () => {
  test('of the whole amount makes the order refunded, with all of its tax', () => {
    const order = anOrder();
    expect(shown(order.refund(aRefund(1000), LATER))).toMatchObject({
      amount: 1000,
      taxAmount: 200,
      orderId: order.id,
      currency: 'usd',
    });
    expect(shown(order)).toMatchObject({ status: 'refunded', refundedAmount: 1000, refundedTaxAmount: 200, modifiedAt: LATER });
    expect(eventsOf(order)).toEqual([
      ['refund.created', undefined],
      ['order.updated', ['status', 'refunded_amount']],
      ['order.refunded', undefined],
    ]);
  });

  test('of a part makes it partially refunded; parts add up to the whole, tax included', () => {
    const order = anOrder();
    const taxes = [333, 333, 334].map((amount) => order.refund(aRefund(amount), LATER).taxAmount);
    expect(taxes).toEqual([67, 67, 66]);
    expect(shown(order)).toMatchObject({ status: 'refunded', refundedAmount: 1000, refundedTaxAmount: 200 });
    const partially = anOrder();
    partially.refund(aRefund(1), LATER);
    expect(shown(partially)).toMatchObject({ status: 'partially_refunded', entitles: true });
  });

  test('cannot exceed what is left, nor follow a full one', () => {
    const order = anOrder();
    order.refund(aRefund(600), LATER);
    expect(() => order.refund(aRefund(401), LATER)).toThrow(ValidationFailed);
    order.refund(aRefund(400), LATER);
    expect(() => order.refund(aRefund(1), LATER)).toThrow(RefundedAlready);
    expect(order.pullRefunds()).toHaveLength(2);
    expect(order.pullRefunds()).toEqual([]);
  });

  test('needs an order that was paid', () => {
    const pending = anOrder('pending');
    expect(() => pending.refund(aRefund(1), LATER)).toThrow(OrderNotPaid);
    pending.markPaid(LATER);
    pending.refund(aRefund(1), LATER);
    const voided = anOrder();
    voided.void(LATER);
    expect(() => voided.refund(aRefund(1), LATER)).toThrow(OrderNotPaid);
  });

  test('leaves the benefits, or revokes them for good', () => {
    const order = anOrder();
    order.refund(aRefund(500), LATER);
    expect(order.entitles).toBe(true);
    order.pullEvents();
    order.refund(aRefund(100, { revokeBenefits: true }), LATER);
    expect(order.entitles).toBe(false);
    expect(eventsOf(order)[1]).toEqual(['order.updated', ['status', 'refunded_amount', 'benefits']]);
    order.refund(aRefund(100, { revokeBenefits: true }), LATER);
    expect(eventsOf(order)[1]).toEqual(['order.updated', ['status', 'refunded_amount']]);
  });

  test('of a payment for a subscription cannot revoke benefits', () => {
    expect(() => aPayment().refund(aRefund(1, { revokeBenefits: true }), LATER)).toThrow(RevokeSubscriptionBenefitsProhibited);
    expect(shown(aPayment().refund(aRefund(1000), LATER))).toMatchObject({ amount: 1000, subscriptionId: expect.any(String) });
  });
});

describe('a refund that was recorded by mistake', () => {
  test('is taken back with what followed from it; another one that revokes the benefits still does', () => {
    const order = anOrder();
    const refunds = [
      order.refund(aRefund(400, { revokeBenefits: true }), LATER),
      order.refund(aRefund(600, { revokeBenefits: true }), LATER),
    ];
    const [first, second] = refunds.map(({ snapshot }) => snapshot.id) as [string, string];
    order.pullEvents();
    order.cancelRefund(second, refunds, LATER);
    expect(shown(order)).toMatchObject({
      status: 'partially_refunded',
      refundedAmount: 400,
      refundedTaxAmount: 80,
      entitles: false,
    });
    expect(eventsOf(order)).toEqual([
      ['refund.updated', undefined],
      ['order.updated', ['status', 'refunded_amount']],
    ]);
    order.cancelRefund(first, refunds, LATER);
    expect(shown(order)).toMatchObject({ status: 'paid', refundedAmount: 0, refundedTaxAmount: 0, entitles: true });
    expect(refunds.map(({ snapshot }) => snapshot.status)).toEqual(['canceled', 'canceled']);
    order.pullEvents();
    order.cancelRefund(first, refunds, LATER);
    expect(eventsOf(order)).toEqual([]);
  });
});

describe('what a payment provider says about refunds', () => {
  const follow = (order: Order, total: number, failed: number): void => {
    const refunds = (refundsOf.get(order) ?? []).toReversed();
    order.followRefunds({ total, failed }, refunds, LATER);
    refundsOf.set(order, [...refunds.toReversed(), ...order.pullRefunds()]);
  };
  const refundsOf = new WeakMap<Order, readonly Refund[]>();
  const listed = (order: Order) => refundsOf.get(order)!.map(({ snapshot: { amount, status } }) => [amount, status]);

  test('that failed is undone with its benefits, once', () => {
    const order = anOrder();
    follow(order, 1200, 0);
    expect(shown(order)).toMatchObject({ status: 'refunded', refundedTaxAmount: 200, entitles: false });
    order.pullEvents();
    follow(order, 0, 1200);
    expect(shown(order)).toMatchObject({
      status: 'paid',
      refundedAmount: 0,
      refundedTaxAmount: 0,
      entitles: true,
      modifiedAt: LATER,
    });
    expect(listed(order)).toEqual([[1000, 'failed']]);
    expect(eventsOf(order)).toEqual([
      ['refund.updated', undefined],
      ['order.updated', ['status', 'refunded_amount', 'benefits']],
    ]);
    follow(order, 0, 1200);
    expect(eventsOf(order)).toEqual([]);
    follow(order, 1200, 1200);
    follow(order, 0, 2400);
    expect(shown(order)).toMatchObject({ status: 'paid', entitles: true });
    expect(listed(order)).toEqual([
      [1000, 'failed'],
      [1000, 'failed'],
    ]);
  });

  test('of which one failed leaves the others', () => {
    const order = anOrder();
    follow(order, 600, 0);
    follow(order, 840, 0);
    follow(order, 240, 600);
    expect(shown(order)).toMatchObject({ status: 'partially_refunded', refundedAmount: 200, refundedTaxAmount: 40 });
    expect(listed(order)).toEqual([
      [500, 'failed'],
      [200, 'succeeded'],
    ]);
  });

  test('that were told as one are told apart when one of them fails', () => {
    const order = anOrder();
    follow(order, 840, 0);
    follow(order, 240, 600);
    expect(shown(order)).toMatchObject({ refundedAmount: 200, refundedTaxAmount: 40 });
    expect(listed(order)).toEqual([
      [700, 'failed'],
      [200, 'succeeded'],
    ]);
  });

  test('of a void order counts once that is restored, and does not restore it', () => {
    const order = anOrder();
    order.void(LATER);
    order.pullEvents();
    follow(order, 1200, 0);
    expect(shown(order)).toMatchObject({ status: 'void', refundedAmount: 1000, entitles: false });
    expect(eventsOf(order)).toEqual([
      ['refund.created', undefined],
      ['order.updated', ['refunded_amount']],
      ['order.refunded', undefined],
    ]);
    order.unvoid(LATER);
    expect(shown(order)).toMatchObject({ status: 'refunded', entitles: false });
  });

  test('of an order that was not paid is refused, void or not', () => {
    const order = anOrder('pending');
    expect(() => follow(order, 1200, 0)).toThrow(OrderNotPaid);
    order.void(LATER);
    expect(() => follow(order, 1200, 0)).toThrow(OrderNotPaid);
  });

  test('leads to the same whether the order was void meanwhile or not', () => {
    const step = fc.oneof(
      fc.record({ total: fc.nat(1200), failed: fc.nat(1200) }),
      fc.constantFrom('void' as const, 'unvoid' as const),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const [order, never] = [anOrder(), anOrder()];
        let isVoid = false;
        for (const each of steps) {
          if (each === 'void' && order.snapshot.refundedAmount === 0) {
            order.void(LATER);
            isVoid = true;
          } else if (each === 'unvoid' && isVoid) {
            order.unvoid(LATER);
            isVoid = false;
          } else if (typeof each === 'object') {
            for (const one of [order, never]) follow(one, each.total, each.failed);
          }
          expect(order.snapshot.status === 'void').toBe(isVoid);
          expect(order.entitles).toBe(!isVoid && never.entitles);
        }
        if (isVoid) order.unvoid(LATER);
        const facts = ({ snapshot: { status, refundedAmount, refundedTaxAmount }, entitles }: Order) => [
          [status, refundedAmount, refundedTaxAmount],
          entitles,
        ];
        expect(facts(order)).toEqual(facts(never));
      }),
      { numRuns: 300, seed: 52 },
    );
  });

  test('leaves refunds that the seller reported beyond them', () => {
    const order = anOrder();
    follow(order, 240, 0);
    order.refund(aRefund(300, { revokeBenefits: true }), LATER);
    refundsOf.set(order, [...refundsOf.get(order)!, ...order.pullRefunds()]);
    follow(order, 0, 240);
    expect(shown(order)).toMatchObject({ refundedAmount: 300, entitles: false });
    expect(listed(order)).toEqual([
      [200, 'failed'],
      [300, 'succeeded'],
    ]);
  });
});

describe('a void order', () => {
  test('brings no benefits until it is restored', () => {
    const order = anOrder();
    order.void(LATER);
    expect(shown(order)).toMatchObject({ status: 'void', entitles: false, modifiedAt: LATER });
    expect(() => order.assertPaid()).toThrow(OrderNotPaid);
    expect(() => order.assertWasPaid()).not.toThrow();
    order.void(LATER);
    order.unvoid(LATER);
    expect(shown(order)).toMatchObject({ status: 'paid', entitles: true });
    expect(eventsOf(order)).toEqual([
      ['order.updated', ['status', 'benefits']],
      ['order.voided', undefined],
      ['order.updated', ['status', 'benefits']],
      ['order.unvoided', undefined],
    ]);
  });

  test('says which status it had', () => {
    const order = anOrder('pending');
    order.void(LATER);
    order.unvoid(LATER);
    expect(order.pullEvents().flatMap(({ payload }) => payload['changes'] ?? [])).toEqual([
      { status: { before: 'pending', after: 'void' } },
      { status: { before: 'void', after: 'pending' } },
    ]);
  });

  test('that was not paid is pending again, and cannot be paid while it is void', () => {
    const order = anOrder('pending');
    order.void(LATER);
    expect(() => order.markPaid(LATER)).toThrow(OrderVoid);
    order.unvoid(LATER);
    expect(shown(order)).toMatchObject({ status: 'pending', entitles: false });
    expect(eventsOf(order).map(([, changed]) => changed)).toEqual([['status'], undefined, ['status'], undefined]);
  });

  test('is none that was refunded, and only a void one is restored', () => {
    const order = anOrder();
    expect(() => order.unvoid(LATER)).toThrow(OrderNotVoid);
    order.refund(aRefund(1), LATER);
    expect(() => order.void(LATER)).toThrow(OrderNotVoidable);
    expect(order.snapshot.status).toBe('partially_refunded');
  });
});
