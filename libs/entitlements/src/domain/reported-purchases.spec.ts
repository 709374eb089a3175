import { newId, ValidationFailed } from '#kernel';
import { aPurchase, daysAfterNow, NOW, type PurchaseBuilder, shown } from '../../testing/purchase.builder.ts';
import { ExternalIdConflict } from './purchase.errors.ts';
import { digestOf } from './reported-customer.ts';

const at = (text: string): Date => new Date(text);
const TOLD = { externalId: { id: 'in_1', source: 'stripe' } };

const pathsOf = (act: () => unknown): string[] => {
  try {
    act();
  } catch (error) {
    if (error instanceof ValidationFailed) return error.errors.map(({ path }) => path.join('.'));
    throw error;
  }
  return [];
};

describe('the price that is reported', () => {
  test('replaces the prices of the product', () => {
    const purchase = () =>
      aPurchase()
        .costing(900)
        .andCosting(100)
        .reported({ price: { amount: 700, currency: 'gbp' }, taxAmount: 133 });
    expect(shown(purchase().order())).toMatchObject({ amount: 700, taxAmount: 133, currency: 'gbp', items: [{ amount: 700 }] });
    const subscription = purchase().monthly().subscription();
    expect(shown(subscription)).toMatchObject({ amount: 700, taxAmount: 133, currency: 'gbp' });
    expect(subscription.snapshot.priceIds).toHaveLength(2);
  });

  test('in another currency is that of the product in this currency, if it has one', () => {
    const purchase = aPurchase()
      .costing(900)
      .andCosting(800, 'eur')
      .reported({ price: { currency: 'eur' } });
    expect(shown(purchase.order())).toMatchObject({ amount: 800, currency: 'eur' });
    expect(pathsOf(() => purchase.reported({ price: { currency: 'gbp' } }).order())).toEqual(['currency']);
    expect(pathsOf(() => purchase.monthly().subscription())).toEqual(['currency']);
  });

  test('changes with the number of seats: to the price of the product, or in proportion if it has none in the currency', () => {
    const tiers = [{ minSeats: 1, maxSeats: null, pricePerSeat: 100 }];
    const priceOf = (currency: string) => {
      const subscription = aPurchase()
        .monthly()
        .bySeats(tiers)
        .for(4)
        .reported({ price: { amount: 333, currency } })
        .subscription();
      const seatTiers = { seatTierType: 'volume', tiers, minimumSeats: 1, maximumSeats: null } as const;
      subscription.syncSeats({ seats: 6, revision: 1 }, [{ id: newId(), currency: 'usd', amount: null, seatTiers }], NOW);
      return [subscription.seats, subscription.snapshot.amount];
    };
    expect(priceOf('usd')).toEqual([6, 600]);
    expect(priceOf('eur')).toEqual([6, 500]);
  });

  test('is limited together with the tax', () => {
    const reported = (amount: number, taxAmount: number) => () => aPurchase().reported({ price: { amount }, taxAmount }).order();
    expect(pathsOf(reported(2_147_483_600, 47))).toEqual([]);
    expect(pathsOf(reported(2_147_483_600, 48))).toEqual(['taxAmount']);
  });
});

describe('the price that is named', () => {
  const inTwo = () => aPurchase().costing(1000).andCosting(900, 'eur');
  const priceOf = (purchase: PurchaseBuilder, index: number) => purchase.offered().prices[index]!.id;

  test('decides the currency of an order and of a subscription', () => {
    const [order, subscription] = [inTwo(), inTwo().monthly()];
    order.reported({ price: { priceId: priceOf(order, 1) } });
    expect(shown(order.order())).toMatchObject({ amount: 900, currency: 'eur', items: [{ price_id: priceOf(order, 1) }] });
    subscription.reported({ price: { priceId: priceOf(subscription, 1) } });
    expect(shown(subscription.subscription())).toMatchObject({
      amount: 900,
      currency: 'eur',
      priceIds: [priceOf(subscription, 1)],
    });
  });

  test('belongs to the product, in the currency of the purchase', () => {
    for (const price of [{ priceId: newId() }, { priceId: newId(), amount: 5 }]) {
      expect(() => inTwo().reported({ price }).order()).toThrow(ValidationFailed);
      expect(() => inTwo().monthly().reported({ price }).subscription()).toThrow(ValidationFailed);
    }
    const purchase = inTwo();
    purchase.reported({ price: { priceId: priceOf(purchase, 0), currency: 'eur' } });
    expect(() => purchase.order()).toThrow('The price is in usd, not in eur.');
  });

  test('is compared when the purchase is reported again', () => {
    const purchase = inTwo().monthly();
    purchase.reported({ externalId: { id: 'sub_1', source: '' }, price: { priceId: priceOf(purchase, 0) } });
    const { productId } = purchase.offered();
    const subscription = purchase.subscription();
    expect(() => subscription.assertReportedAs({ productId, priceId: priceOf(purchase, 0) }, true)).not.toThrow();
    expect(() => subscription.assertReportedAs({ productId, priceId: priceOf(purchase, 1) }, true)).toThrow('another price');
  });
});

describe('an order of several items', () => {
  test('multiplies prices by quantities and adds up the items', () => {
    const order = aPurchase().costing(500).and({ quantity: 3 }).and({ quantity: 2, amount: 150 }).order();
    expect(shown(order)).toMatchObject({ amount: 500 + 1500 + 150, description: 'Pro, Pro, Pro', seats: null });
    expect(order.snapshot.items.map(({ amount, quantity }) => [amount, quantity])).toEqual([
      [500, 1],
      [1500, 3],
      [150, 2],
    ]);
    expect(new Set(order.productIds).size).toBe(3);
  });

  test('is described by its first items', () => {
    const more = (lines: number) =>
      Array.from({ length: lines }).reduce<ReturnType<typeof aPurchase>>((some) => some.and({ quantity: 1 }), aPurchase());
    expect(more(2).order().snapshot.description).toBe('Pro, Pro, Pro');
    expect(more(99).order().snapshot.description).toBe('Pro, Pro, Pro and 97 more');
  });

  test('contains no seats, and no product without a price in its currency', () => {
    const tiers = [{ minSeats: 1, maxSeats: null, pricePerSeat: 100 }];
    const seatTiers = { seatTierType: 'volume', tiers, minimumSeats: 1, maximumSeats: null } as const;
    const bySeats = [{ id: newId(), currency: 'usd', amount: null, seatTiers }];
    expect(pathsOf(() => aPurchase().and({ quantity: 1, prices: bySeats }).order())).toEqual(['items.1.productId']);
    const inEuro = [{ id: newId(), currency: 'eur', amount: 5, seatTiers: null }];
    expect(pathsOf(() => aPurchase().and({ quantity: 1, prices: inEuro }).order())).toEqual(['items.1.productId']);
    expect(aPurchase().and({ quantity: 1, amount: 7, prices: inEuro }).order().snapshot.amount).toBe(7);
  });
});

describe('a pending order', () => {
  test('entitles once it is paid, which is recorded once', () => {
    const order = aPurchase().reported({ status: 'pending' }).order();
    expect([order.entitles, order.pullEvents().map(({ name }) => name)]).toEqual([false, ['order.created']]);
    order.markPaid(NOW);
    order.markPaid(NOW);
    expect([order.entitles, order.snapshot.status, order.snapshot.modifiedAt]).toEqual([true, 'paid', NOW]);
    expect(order.pullEvents().map(({ name, payload }) => [name, payload['changed']])).toEqual([
      ['order.updated', ['status']],
      ['order.paid', undefined],
    ]);
  });
});

describe('the time of a purchase', () => {
  test.each([
    ['one minute ahead', new Date(NOW.getTime() + 60_000), []],
    ['further ahead', new Date(NOW.getTime() + 60_001), ['purchasedAt']],
    ['in 2000', at('2000-01-01T00:00:00.000Z'), []],
    ['before 2000', at('1999-12-31T23:59:59.999Z'), ['purchasedAt']],
  ] as const)('%s', (_when, purchasedAt, errors) => {
    expect(pathsOf(() => aPurchase().reported({ purchasedAt }).order())).toEqual(errors);
  });
});

describe('the period of a subscription that was bought earlier', () => {
  const monthly = () => aPurchase().monthly();

  test('is the one that contains the present', () => {
    const subscription = monthly()
      .reported({ period: { startedAt: at('2025-08-31T08:00:00.000Z') } })
      .subscription();
    expect(shown(subscription)).toMatchObject({
      startedAt: at('2025-08-31T08:00:00.000Z'),
      currentPeriodStart: at('2026-01-31T08:00:00.000Z'),
      currentPeriodEnd: at('2026-02-28T08:00:00.000Z'),
      anchorDay: 31,
      status: 'active',
    });
    expect(subscription.pullEvents().map(({ name }) => name)).toEqual(['subscription.created', 'subscription.active']);
  });

  test('is the trial as long as it lasts, counted from the start', () => {
    const trial = (startedAt: Date) => monthly().withTrialOf(14).reported({ period: { startedAt } }).subscription();
    expect(shown(trial(daysAfterNow(-13)))).toMatchObject({ status: 'trialing', currentPeriodEnd: daysAfterNow(1) });
    expect(shown(trial(daysAfterNow(-20)))).toMatchObject({ status: 'active', currentPeriodStart: daysAfterNow(-6) });
  });

  test('ends when it is reported, and has no trial then', () => {
    const reported = monthly()
      .withTrialOf(14)
      .reported({ period: { currentPeriodEnd: at('2026-02-10T00:00:00.000Z') } });
    expect(shown(reported.subscription())).toMatchObject({
      status: 'active',
      trialEnd: null,
      currentPeriodStart: at('2026-01-10T00:00:00.000Z'),
      currentPeriodEnd: at('2026-02-10T00:00:00.000Z'),
    });
  });

  test('keeps the day of the start if the reported end is the last day of a shorter month', () => {
    const period = { startedAt: at('2025-12-31T00:00:00.000Z'), currentPeriodEnd: at('2026-02-28T00:00:00.000Z') };
    const subscription = monthly().reported({ period }).subscription();
    expect(shown(subscription)).toMatchObject({ currentPeriodStart: at('2026-01-31T00:00:00.000Z') });
    subscription.advance(at('2026-03-01T00:00:00.000Z'));
    expect(shown(subscription)).toMatchObject({ currentPeriodEnd: at('2026-03-31T00:00:00.000Z') });
  });

  test('starts no later than now, and no earlier than the subscription', () => {
    const end = at('2027-06-15T00:00:00.000Z');
    const prepaid = monthly()
      .reported({ period: { currentPeriodEnd: end } })
      .subscription();
    expect(shown(prepaid)).toMatchObject({ currentPeriodStart: at('2026-01-15T00:00:00.000Z'), currentPeriodEnd: end });
    const short = monthly()
      .reported({ period: { startedAt: NOW, currentPeriodEnd: daysAfterNow(3) } })
      .subscription();
    expect(shown(short)).toMatchObject({ currentPeriodStart: NOW });
  });

  test('is in the future, but not further than ten years', () => {
    const ending = (currentPeriodEnd: Date) => () => monthly().reported({ period: { currentPeriodEnd } }).subscription();
    expect(pathsOf(ending(NOW))).toEqual(['currentPeriodEnd']);
    expect(pathsOf(ending(at('2036-01-31T12:00:00.001Z')))).toEqual(['currentPeriodEnd']);
    expect(pathsOf(ending(at('2036-01-31T12:00:00.000Z')))).toEqual([]);
    expect(
      pathsOf(() =>
        monthly()
          .reported({ period: { startedAt: daysAfterNow(1) } })
          .subscription(),
      ),
    ).toEqual(['startedAt']);
  });

  test('contains the current meter period', () => {
    const period = { startedAt: daysAfterNow(-20) };
    expect(shown(monthly().metered('week').reported({ period }).subscription())).toMatchObject({
      currentMeterPeriodStart: daysAfterNow(-6),
      currentMeterPeriodEnd: daysAfterNow(1),
    });
  });
});

describe('a purchase that is reported again', () => {
  const conflict = (act: () => unknown): string => {
    try {
      act();
    } catch (error) {
      if (error instanceof ExternalIdConflict) return error.message.replace(/.*another /, '');
      throw error;
    }
    return '';
  };

  test('is the same with the same facts, and those left out are not compared', () => {
    const order = aPurchase().costing(900).reported(TOLD).order();
    const { productId } = order.snapshot;
    expect(conflict(() => order.assertReportedAs({ productId }, true))).toBe('');
    expect(conflict(() => order.assertReportedAs({ productId, amount: 900, taxAmount: 0, currency: 'usd' }, true))).toBe('');
    expect(conflict(() => order.assertReportedAs({ productId, amount: 901, seats: 2 }, false))).toBe('customer, amount, seats.');
    expect(conflict(() => order.assertReportedAs({ productId: newId() }, true))).toBe('product.');
    expect(conflict(() => order.assertReportedAs({ subscriptionId: newId() }, true))).toBe('subscription.');
  });

  test('has the same items in the same order', () => {
    const order = aPurchase().costing(500).andCosting(20).and({ quantity: 3 }).reported(TOLD).order();
    const [first, second] = order.productIds as [string, string];
    const items = [
      { productId: first, quantity: 1 },
      { productId: second, quantity: 3, amount: 1560 },
    ];
    expect(conflict(() => order.assertReportedAs({ items }, true))).toBe('');
    expect(conflict(() => order.assertReportedAs({ items: items.slice(1) }, true))).toBe('items.');
    expect(conflict(() => order.assertReportedAs({ items: items.toReversed() }, true))).toBe('items.');
    expect(conflict(() => order.assertReportedAs({ items: [items[0]!, { ...items[1]!, amount: 1 }] }, true))).toBe('items.');
    expect(conflict(() => order.assertReportedAs({ productId: first }, true))).toBe('product.');
  });

  test('is compared with what a subscription was at first', () => {
    const tiers = [{ minSeats: 1, maxSeats: null, pricePerSeat: 100 }];
    const purchase = aPurchase().monthly().bySeats(tiers).for(5).reported(TOLD);
    const subscription = purchase.subscription();
    const { productId } = subscription;
    subscription.syncSeats({ seats: 9, revision: 1 }, [], NOW);
    expect(conflict(() => subscription.assertReportedAs({ productId, seats: 5, amount: 500 }, true))).toBe('');
    expect(conflict(() => subscription.assertReportedAs({ productId, seats: 9 }, true))).toBe('seats.');
    expect(conflict(() => subscription.assertReportedAs({ productId: newId() }, false))).toBe('product, customer.');
  });

  test('names its customer by the same reference, ignoring the case of the address', () => {
    const digest = (email: string, organization = 'a') => digestOf(organization, { email, externalId: null });
    expect(digest('Ada@example.com')).toBe(digest('ada@example.com'));
    expect(digest('ada@example.com')).not.toBe(digest('ada@example.org'));
    expect(digest('ada@example.com')).not.toBe(digest('ada@example.com', 'b'));
  });
});
