import { ValidationFailed } from '#kernel';
import { aPurchase, HOME, NOW, shown } from '../../testing/purchase.builder.ts';
import type { Order } from './order.ts';
import { MissingInvoiceBillingDetails, NotASeatBasedSubscription, OrderNotEligibleForInvoice } from './purchase.errors.ts';

test('an order is paid and has the price of the product', () => {
  const order = aPurchase().costing(4900, 'eur').order();
  expect(shown(order)).toMatchObject({
    status: 'paid',
    amount: 4900,
    currency: 'eur',
    seats: null,
    description: 'Pro',
    createdAt: NOW,
  });
  expect(order.pullEvents().map(({ name }) => name)).toEqual(['order.created', 'order.paid']);
});

test('an order whose amount exceeds the maximum is rejected', () => {
  const tiers = [{ minSeats: 1, maxSeats: null, pricePerSeat: 50_000_000 }];
  expect(() => aPurchase().bySeats(tiers).for(43).order()).toThrow(ValidationFailed);
  expect(shown(aPurchase().bySeats(tiers).for(42).order())).toMatchObject({ amount: 2_100_000_000 });
});

test('an order of seats has a number of seats', () => {
  const tiers = [{ minSeats: 1, maxSeats: null, pricePerSeat: 100 }];
  expect(shown(aPurchase().bySeats(tiers).for(7).order())).toMatchObject({ seats: 7, amount: 700 });
  expect(() => aPurchase().for(7).order()).toThrow(NotASeatBasedSubscription);
});

test('an order adds up the prices in its currency and ignores the others', () => {
  const tiers = [{ minSeats: 1, maxSeats: null, pricePerSeat: 100 }];
  const order = aPurchase().bySeats(tiers).andCosting(50).andCosting(40, 'eur').for(7).order();
  expect(shown(order)).toMatchObject({ seats: 7, amount: 750, items: [{ amount: 700 }, { amount: 50 }] });
});

test('a recurring product cannot be ordered', () => {
  expect(() => aPurchase().monthly().order()).toThrow(ValidationFailed);
});

describe('the billing details', () => {
  const LATER = new Date('2026-02-01T00:00:00.000Z');
  const billed = () => {
    const order = aPurchase().billedAt(HOME).order();
    order.pullEvents();
    return order;
  };
  const eventsOf = (order: ReturnType<typeof billed>) =>
    order.pullEvents().map(({ name, payload }) => [name, payload['changed']]);

  test('can be corrected, which is recorded', () => {
    const order = billed();
    const newAddress = { ...HOME, line1: '2 Main St', state: 'NY' };
    order.correctBilling({ billingName: 'Grace', billingAddress: newAddress }, LATER);
    expect(shown(order)).toMatchObject({
      billingName: 'Grace',
      billingAddress: { ...newAddress, state: 'US-NY' },
      modifiedAt: LATER,
    });
    expect(eventsOf(order)).toEqual([['order.updated', ['billing_name', 'billing_address']]]);
  });

  test('keep omitted fields, and record nothing if they are equal', () => {
    const order = billed();
    order.correctBilling({}, LATER);
    order.correctBilling({ billingName: null, billingAddress: null }, LATER);
    order.correctBilling({ billingName: 'Ada', billingAddress: { ...HOME, state: 'NY' } }, LATER);
    expect(shown(order)).toMatchObject({ billingName: 'Ada', billingAddress: HOME, modifiedAt: null });
    expect(eventsOf(order)).toEqual([]);
  });

  test('cannot change the country or the state', () => {
    const order = billed();
    const errorsOf = (address: object): unknown => {
      try {
        order.correctBilling({ billingName: 'Grace', billingAddress: { ...HOME, ...address } }, LATER);
      } catch (error) {
        return error instanceof ValidationFailed && error.errors.map(({ path }) => path.join('.'));
      }
      return undefined;
    };
    expect(errorsOf({ country: 'FR', state: null })).toEqual(['billingAddress.country', 'billingAddress.state']);
    expect(errorsOf({ state: 'CA' })).toEqual(['billingAddress.state']);
    expect(errorsOf({ state: 'Bavaria' })).toEqual(['billingAddress']);
    expect(shown(order)).toMatchObject({ billingName: 'Ada', billingAddress: HOME });
    expect(eventsOf(order)).toEqual([]);
  });

  test('can get any country if there is no address yet', () => {
    const order = aPurchase().order();
    const paris = { ...HOME, country: 'FR', state: null };
    order.correctBilling({ billingAddress: paris }, LATER);
    expect(order.snapshot.billingAddress).toEqual(paris);
    order.correctBilling({ billingAddress: { ...paris, state: 'Île-de-France' } }, LATER);
    expect(order.snapshot.billingAddress).toMatchObject({ state: 'Île-de-France' });
  });
});

describe('asking for an invoice', () => {
  const LATER = new Date('2026-02-01T00:00:00.000Z');
  const asked = (order: Order) => {
    order.requestInvoice(LATER);
    order.requestInvoice(new Date(LATER.getTime() + 1000));
    return [order.snapshot.invoiceRequestedAt, order.pullEvents().map(({ payload }) => payload)];
  };
  const anOrder = (purchase = aPurchase().billedAt(HOME)) => {
    const order = purchase.order();
    order.correctBilling({ billingName: 'Ada' }, NOW);
    order.pullEvents();
    return order;
  };

  test('is recorded once', () => {
    expect(asked(anOrder())).toMatchObject([LATER, [{ changed: ['invoice_requested_at'] }]]);
  });

  test('is not needed where there is one', () => {
    const order = anOrder();
    order.setDocuments({ invoice: { number: null, url: 'https://billing.example.com/17' } }, NOW);
    order.pullEvents();
    expect(asked(order)).toEqual([null, []]);
  });

  test('needs a paid order with billing details', () => {
    const voided = anOrder();
    voided.void(NOW);
    expect(() => voided.requestInvoice(LATER)).toThrow(OrderNotEligibleForInvoice);
    expect(() => anOrder(aPurchase()).requestInvoice(LATER)).toThrow(MissingInvoiceBillingDetails);
  });
});

test('invoice and receipt are set, replaced and removed; what stays the same records nothing', () => {
  const order = aPurchase().order();
  order.pullEvents();
  const invoice = { number: '17', url: 'https://billing.example.com/17' };
  order.setDocuments({ invoice }, NOW);
  order.setDocuments({ invoice: { ...invoice }, receipt: null }, NOW);
  order.setDocuments({ invoice: null, receipt: { number: null, url: invoice.url } }, NOW);
  expect(shown(order)).toMatchObject({ invoice: null, receipt: { number: null, url: invoice.url } });
  expect(order.pullEvents().map(({ payload }) => payload)).toMatchObject([
    { changed: ['invoice'] },
    { changed: ['invoice', 'receipt'] },
  ]);
});
