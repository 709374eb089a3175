import { CURRENCIES, fractionDigits } from './currencies.ts';

const isoDigits = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits!;

test('each currency is known to Intl, once and in order', () => {
  expect(CURRENCIES).toEqual([...new Set(CURRENCIES)].toSorted());
  const known = new Set(Intl.supportedValuesOf('currency'));
  expect(CURRENCIES.filter((each) => !known.has(each.toUpperCase()))).toEqual([]);
});

test('currencies with three decimals are among them', () => {
  const withThree = Intl.supportedValuesOf('currency').filter((each) => isoDigits(each) === 3);
  expect(withThree.length).toBeGreaterThan(4);
  for (const each of withThree)
    expect([each, CURRENCIES.includes(each.toLowerCase()), fractionDigits(each)]).toEqual([each, true, 3]);
});

test('no currency has fewer digits than Intl writes', () => {
  expect(CURRENCIES.filter((each) => fractionDigits(each) < isoDigits(each))).toEqual(
    ['mga'].filter((each) => isoDigits(each) > 0),
  );
  expect(['jpy', 'huf', 'isk', 'usd', 'KWD'].map(fractionDigits)).toEqual([0, 2, 2, 2, 3]);
});
