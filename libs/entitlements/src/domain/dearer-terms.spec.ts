import { newId } from '#kernel';
import { assertNotDearer, assertSeatsNotDearer } from './dearer-terms.ts';
import type { Offer, OfferedPrice } from './offer.ts';
import { PaymentMethodRequired } from './purchase.errors.ts';

const terms = {
  productId: newId(),
  amount: 1000,
  currency: 'usd',
  seats: null,
  recurringInterval: 'month',
  recurringIntervalCount: 1,
} as const;

const price = (amount: number | null, currency = 'usd'): OfferedPrice => ({ id: newId(), currency, amount, seatTiers: null });

const offer = (prices: readonly OfferedPrice[], details: Partial<Offer> = {}): Offer => ({
  organizationId: newId(),
  productId: newId(),
  name: 'Pro',
  recurring: { unit: 'month', count: 1 },
  trial: null,
  meterCycle: null,
  prices,
  ...details,
});

const yearly = { recurring: { unit: 'year', count: 1 } } as const;

describe('a customer chooses another product', () => {
  test.each([
    ['at the same price', offer([price(1000)])],
    ['at a lower price, in the currency of the subscription', offer([price(2000, 'eur'), price(900)])],
    ['at a lower price with prices that depend on use', offer([price(900), price(null)])],
    ['that is free, at another interval', offer([price(0)], yearly)],
    ['without prices', offer([])],
    ['that is not recurring: another rule refuses it', offer([price(9000)], { recurring: null })],
    ['that is its own, although it costs more by now', offer([price(9000)], { productId: terms.productId })],
  ])('%s: no payment is needed', (_what, chosen) => {
    expect(() => assertNotDearer(terms, chosen, false)).not.toThrow();
  });

  test.each([
    ['at a higher price', offer([price(1001)]), terms, false],
    ['at a lower price in another currency', offer([price(1, 'eur')]), terms, false],
    ['at a lower price for another interval', offer([price(900)], yearly), terms, false],
    ['at a lower price, and a new period begins', offer([price(900)]), terms, true],
    ['that is its own, and a new period begins', offer([price(1000)], { productId: terms.productId }), terms, true],
    ['that depends on use, for a subscription that is free', offer([price(null)]), { ...terms, amount: 0 }, false],
  ])('%s: payment is needed', (_what, chosen, current, isNewPeriod) => {
    expect(() => assertNotDearer(current, chosen, isNewPeriod)).toThrow(PaymentMethodRequired);
  });
});

function outcomeOf(ask: () => void): string {
  try {
    ask();
    return 'allowed';
  } catch (error) {
    return (error as Error).constructor.name;
  }
}

describe('a customer with five seats', () => {
  const tiers = [
    { minSeats: 1, maxSeats: 4, pricePerSeat: 300 },
    { minSeats: 5, maxSeats: null, pricePerSeat: 200 },
  ];
  const bySeats = (seatTierType: 'volume' | 'graduated', currency = 'usd'): OfferedPrice[] => [
    { id: newId(), currency, amount: null, seatTiers: { seatTierType, tiers, minimumSeats: 1, maximumSeats: null } },
  ];
  const five = { ...terms, seats: 5 };

  test.each([
    ['fewer seats', 3, bySeats('graduated'), false, false],
    ['as many seats', 5, bySeats('volume'), false, false],
    ['more seats', 6, bySeats('graduated'), false, true],
    ['fewer seats that cost more together', 4, bySeats('volume'), false, true],
    ['fewer seats, and a new period begins', 3, bySeats('graduated'), true, true],
    ['fewer seats than were reported in another currency', 4, bySeats('volume', 'eur'), false, false],
    ['more seats than were reported in another currency', 6, bySeats('volume', 'eur'), false, true],
  ])('asks for %s', (_what, seats, prices, isNewPeriod, needsPayment) => {
    const ask = () => assertSeatsNotDearer(five, seats, prices, isNewPeriod);
    expect(outcomeOf(ask)).toBe(needsPayment ? 'PaymentMethodRequired' : 'allowed');
  });
});
