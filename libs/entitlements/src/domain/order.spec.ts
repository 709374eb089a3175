import { Invalid } from '#kernel';
import { aPurchase, NOW } from '../../testing/purchase.builder.ts';
import { NotASeatBasedSubscription } from './purchase.errors.ts';

test('an order is paid, at the price of the product', () => {
  const order = aPurchase().costing(4900, 'eur').order();
  expect(order).toMatchObject({ status: 'paid', amount: 4900, currency: 'eur', seats: null, description: 'Pro', createdAt: NOW });
  expect(order.pullEvents().map(({ name }) => name)).toEqual(['order.created', 'order.paid']);
});

test('an order of seats is for a number of them', () => {
  const tiers = [{ minSeats: 1, maxSeats: null, pricePerSeat: 100 }];
  expect(aPurchase().bySeats(tiers).for(7).order()).toMatchObject({ seats: 7, amount: 700 });
  expect(() => aPurchase().for(7).order()).toThrow(NotASeatBasedSubscription);
});

test('prices in the same currency are paid together, others not at all', () => {
  const tiers = [{ minSeats: 1, maxSeats: null, pricePerSeat: 100 }];
  const order = aPurchase().bySeats(tiers).andCosting(50).andCosting(40, 'eur').for(7).order();
  expect(order).toMatchObject({ seats: 7, amount: 750, items: [{ amount: 700 }, { amount: 50 }] });
});

test('what is paid again and again is not ordered', () => {
  expect(() => aPurchase().monthly().order()).toThrow(Invalid);
});
