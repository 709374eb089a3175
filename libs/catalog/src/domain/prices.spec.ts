import { aProduct, custom, fixed, seats, seatsIn } from '../../testing/product.builder.ts';
import { pathsOf, errorsOf } from '../../testing/errors.ts';
import type { NewPrice } from './price.ts';

const productWith = (...prices: NewPrice[]) =>
  aProduct()
    .costing(...prices)
    .newUnsaved();
const messages = (...prices: NewPrice[]) => errorsOf(() => productWith(...prices)).map(({ message }) => message);
const termsOf = (price: NewPrice) => productWith(price).prices[0]!.terms;

describe('an amount', () => {
  test.each([
    ['usd', 50, 99_999_999],
    ['gbp', 40, 99_999_999],
    ['jpy', 80, 99_999_999],
    ['nok', 500, 99_999_999],
    ['kwd', 50, 99_999_999],
    ['idr', 900_000, 1_600_000_000],
    ['lak', 2_000_000, 2_100_000_000],
  ])('in %s is 0 or from %i to %i', (currency, min, max) => {
    const problemTypes = (amount: number) =>
      errorsOf(() => aProduct().where({ defaultCurrency: currency }).costing(fixed(amount, currency)).newUnsaved()).map(
        ({ type }) => type,
      );
    for (const amount of [0, min, max]) expect(problemTypes(amount)).toEqual([]);
    expect(problemTypes(min - 1)).toEqual(['minimum_price']);
    expect(problemTypes(max + 1)).toEqual(['maximum_price']);
  });

  test('is formatted in error messages', () => {
    expect(messages(fixed(49))).toEqual(['Amount must be at least $0.50 or 0 for free pricing']);
    expect(messages(fixed(100_000_000))).toEqual(['Amount must be at most $999,999.99']);
  });
});

describe('a custom price', () => {
  test('has the minimum of the currency by default', () => {
    expect(termsOf(custom())).toEqual({ amountType: 'custom', minimumAmount: 50, maximumAmount: null, presetAmount: null });
    const krona = aProduct().where({ defaultCurrency: 'sek' }).costing(custom({}, 'sek')).newUnsaved();
    expect(krona.prices[0]!.terms).toMatchObject({ minimumAmount: 500 });
    expect(termsOf(custom({ from: 0 }))).toMatchObject({ minimumAmount: 0 });
  });

  test.each([
    [{ from: 1 }, ['prices.0.minimumAmount']],
    [{ to: 49 }, ['prices.0.maximumAmount']],
    [{ preset: 49 }, ['prices.0.presetAmount']],
    [{ from: 500, to: 499 }, ['prices.0.maximumAmount']],
    [{ from: 500, to: 500 }, []],
    [{ from: 500, preset: 499 }, ['prices.0.presetAmount']],
    [{ to: 500, preset: 501 }, ['prices.0.presetAmount']],
    [{ from: 500, to: 1000, preset: 0 }, []],
    [{ from: 500, to: 1000, preset: 1000 }, []],
  ])('with %j has errors at %j', (limits, paths) => {
    expect(pathsOf(() => productWith(custom(limits)))).toEqual(paths);
  });
});

describe('seat-based prices', () => {
  test('accept contiguous tiers in any order', () => {
    expect(termsOf(seats([11, 20, 400], [3, 10, 500]))).toEqual({
      amountType: 'seat_based',
      seatTiers: {
        seatTierType: 'volume',
        tiers: [
          { minSeats: 3, maxSeats: 10, pricePerSeat: 500 },
          { minSeats: 11, maxSeats: 20, pricePerSeat: 400 },
        ],
        minimumSeats: 3,
        maximumSeats: 20,
      },
    });
  });

  test.each([
    ['none', [], 'At least one tier is required.'],
    ['one from no seat', [[0, null, 1]], 'The first tier has to begin with at least one seat.'],
    ['one that ends before it begins', [[2, 1, 1]], 'A tier cannot end before it begins.'],
    [
      'two without end',
      [
        [1, null, 1],
        [5, null, 1],
      ],
      'Only the last tier can be without end.',
    ],
    [
      'a gap',
      [
        [1, 4, 1],
        [6, null, 1],
      ],
      'Tiers have to follow one another without gaps or overlaps.',
    ],
    [
      'an overlap',
      [
        [1, 4, 1],
        [4, null, 1],
      ],
      'Tiers have to follow one another without gaps or overlaps.',
    ],
    ['a seat for less than nothing', [[1, null, -1]], 'A seat cannot cost less than nothing.'],
  ] as const)('with tiers of %s are rejected', (_what, tiers, message) => {
    const given = tiers as readonly (readonly [number, number | null, number])[];
    expect(messages(seats(...given))).toEqual([message]);
    expect(pathsOf(() => productWith(seats(...given)))).toEqual(['prices.0.seatTiers.tiers']);
  });

  test('are rejected unless seat-based pricing is enabled', () => {
    const act = () =>
      aProduct()
        .where({ seatBasedPricing: false })
        .costing(seats([1, null, 100]))
        .newUnsaved();
    expect(errorsOf(act)).toMatchObject([
      { path: ['prices', 0], message: 'Seat-based pricing is not enabled for this organization.' },
    ]);
  });
});

describe('the prices of a product', () => {
  test('cannot be empty', () => {
    expect(errorsOf(() => productWith())).toEqual([
      { path: ['prices'], message: 'At least one price is required.', type: 'too_short', input: [] },
    ]);
  });

  test('may combine a fixed and a seat-based price, if all currencies have both', () => {
    expect(messages(fixed(100), seats([1, null, 50]), fixed(100, 'eur'), seatsIn('eur', [1, null, 50]))).toEqual([]);
    expect(messages(fixed(100), seats([1, null, 50]), fixed(100, 'eur'))).toEqual([
      'All currencies must have the same structure of prices.',
    ]);
  });

  test.each([
    ['two fixed ones', [fixed(100), fixed(200)], 'Only one fixed price is allowed.'],
    ['two custom ones', [custom(), custom()], 'Only one custom price is allowed.'],
    ['two of seats', [seats([1, null, 1]), seats([1, null, 2])], 'Only one seat-based price is allowed.'],
    ['fixed and custom', [fixed(100), custom()], 'A custom price cannot be combined with a fixed or seat-based price.'],
    ['custom and seats', [custom(), seats([1, null, 1])], 'A custom price cannot be combined with a fixed or seat-based price.'],
  ])('reject %s', (_what, prices, message) => {
    expect(errorsOf(() => productWith(...prices))).toMatchObject([{ path: ['prices', 1], message }]);
  });

  test('include the default currency of the organization', () => {
    expect(messages(fixed(100, 'eur'))).toEqual([
      "The organization's default presentment currency must be present in the prices.",
    ]);
  });

  test('have the same tax behavior within a currency', () => {
    const inclusive = { taxBehavior: 'inclusive' } as const;
    expect(pathsOf(() => productWith({ ...fixed(100), ...inclusive }, seats([1, null, 50])))).toEqual(['prices.1.taxBehavior']);
    expect(pathsOf(() => productWith({ ...fixed(100), ...inclusive }, fixed(100, 'eur')))).toEqual([]);
  });
});

describe('the price by which products are sorted', () => {
  test.each([
    ['a fixed price', [fixed(100)], 2, 100],
    ['a custom price', [custom({ from: 70 })], 1, 70],
    ['seats', [seats([1, null, 100])], null, null],
    ['the first of several', [seats([1, null, 100]), fixed(100)], null, null],
    ['whatever its currency', [fixed(300, 'eur'), fixed(100)], 2, 300],
  ])('%s', (_what, prices, rank, amount) => {
    const product = productWith(...prices);
    expect([product.snapshot.priceRank, product.snapshot.priceAmount]).toEqual([rank, amount]);
  });
});
