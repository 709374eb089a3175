import { aPurchase, daysAfterNow, NOW } from '../../testing/purchase.builder.ts';
import type { Offer } from './offer.ts';
import { SubscriptionTerms } from './subscription-terms.ts';

const TIERS = [{ minSeats: 2, maxSeats: 9, pricePerSeat: 5 }];
const bought = (offer: Offer, seats: number | null = null) => {
  const state = SubscriptionTerms.of(offer, offer.recurring!, { seats, price: {}, taxAmount: 19 });
  return { state, terms: new SubscriptionTerms(state) };
};

test('another product replaces prices and intervals; nobody has said yet what its tax is', () => {
  const { state, terms } = bought(aPurchase().monthly().costing(900).offered());
  const yearly = aPurchase().yearly().metered('month').costing(9000).offered();
  const changed = terms.adopt(yearly, daysAfterNow(1));
  expect(changed).toEqual(expect.arrayContaining(['productId', 'priceIds', 'amount', 'recurringInterval', 'meterInterval']));
  expect(changed).not.toContain('seats');
  expect(state).toMatchObject({ productId: yearly.productId, amount: 9000, taxAmount: 0, productChangedAt: daysAfterNow(1) });
  expect([terms.cycle, terms.meterCycle]).toEqual([
    { unit: 'year', count: 1 },
    { unit: 'month', count: 1 },
  ]);
});

test('the currency stays if the product has prices in it', () => {
  const { terms } = bought(aPurchase().monthly().costing(900).offered());
  expect(terms.priceOf(aPurchase().costing(1, 'eur').andCosting(2).offered())).toEqual({ currency: 'usd', quantity: 1 });
  expect(terms.priceOf(aPurchase().costing(1, 'eur').offered())).toEqual({ quantity: 1 });
});

test('seats have the price of the product, or cost in proportion; a product fits the number for which it is sold', () => {
  const offer = aPurchase().monthly().bySeats(TIERS).offered();
  const { state, terms } = bought(offer, 4);
  expect([terms.fits(offer), terms.fits(offer, 10), terms.fits(aPurchase().monthly().offered())]).toEqual([true, false, false]);
  terms.takeSeats({ seats: 6, revision: 1 }, offer.prices);
  expect(state).toMatchObject({ seats: 6, amount: 30, seatsRevision: 1 });
  terms.takeSeats({ seats: 3, revision: 2 }, []);
  expect(state).toMatchObject({ seats: 3, amount: 15, seatsRevision: 2 });
});

test('a payment provider says what is charged, except for seats', () => {
  const { state, terms: plain } = bought(aPurchase().monthly().costing(900).offered());
  expect(plain.charge({ quantity: 1, currency: 'eur' })).toEqual([]);
  expect(plain.charge({ quantity: 1, amount: 800, currency: 'usd' })).toEqual(['amount']);
  expect(plain.charge({ quantity: 1, amount: 800, currency: 'eur' })).toEqual(['currency']);
  expect(plain.charge({ quantity: 2, amount: 1_600, currency: 'eur' })).toEqual(['quantity', 'amount']);
  expect(
    bought(aPurchase().monthly().bySeats(TIERS).offered(), 4).terms.charge({ quantity: 1, amount: 1, currency: 'eur' }),
  ).toEqual([]);
  expect(state.productChangedAt ?? NOW).toBe(NOW);
});
