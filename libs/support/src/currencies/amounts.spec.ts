import { minorUnits, typedAmount, wholeMinorUnits } from './amounts.ts';

test.each([
  ['12', 'usd', '1200'],
  ['12.5', 'usd', '1250'],
  ['12,5', 'eur', '1250'],
  [' 0.07 ', 'usd', '7'],
  ['0.0025', 'usd', '0.25'],
  ['000', 'usd', '0'],
  ['1200', 'jpy', '1200'],
  ['1.5', 'jpy', '1.5'],
  ['1.234', 'kwd', '1234'],
])('%s typed in %s is %s in the smallest unit', (text, currency, expected) => {
  expect(minorUnits(text, currency)).toBe(expected);
});

test.each(['', 'free', '-1', '1.', '.5', '1,000.00', '1e3'])('%s is no amount', (text) => {
  expect(minorUnits(text, 'usd')).toBeNull();
  expect(wholeMinorUnits(text, 'usd')).toBeNull();
});

test('a part of the smallest unit is no price', () => {
  expect(wholeMinorUnits('0.005', 'usd')).toBeNull();
  expect(wholeMinorUnits('29.00', 'usd')).toBe(2900);
});

test.each([
  [1250, 'usd', '12.50'],
  [7, 'usd', '0.07'],
  ['0.25', 'usd', '0.0025'],
  [1200, 'jpy', '1200'],
  [0, 'usd', '0.00'],
] as const)('%s in the smallest unit of %s is typed as %s', (amount, currency, expected) => {
  expect(typedAmount(amount, currency)).toBe(expected);
  expect(minorUnits(expected, currency)).toBe(String(amount));
});
