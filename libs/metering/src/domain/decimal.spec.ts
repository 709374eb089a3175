import fc from 'fast-check';
import { Decimal } from './decimal.ts';

test.each([
  [0.1, 0.2, '0.3'],
  ['1e+3', 0, '1000'],
  ['2.5e-3', '-0.0025', '0'],
  [-7, '0.125', '-6.875'],
  [1e21, 1, '1000000000000000000001'],
])('%s and %s are %s', (a, b, sum) => {
  expect(Decimal.of(a).plus(Decimal.of(b)).toString()).toBe(sum);
});

test('sums, differences and comparisons are those of whole numbers of thousandths', () => {
  const thousandths = fc.integer({ min: -5_000_000, max: 5_000_000 });
  fc.assert(
    fc.property(thousandths, thousandths, (a, b) => {
      const [first, second] = [Decimal.of(a / 1000), Decimal.of(b / 1000)];
      expect(first.plus(second).toNumber()).toBe((a + b) / 1000);
      expect(first.minus(second).toNumber() + 0).toBe((a - b) / 1000 + 0);
      expect([first.isLessThan(second), first.isPositive]).toEqual([a < b, a > 0]);
      expect(Number(first.floor)).toBe(Math.floor(a / 1000));
      expect([Decimal.min(first, second).toNumber(), Decimal.max(first, second).toNumber()]).toEqual([
        Math.min(a, b) / 1000,
        Math.max(a, b) / 1000,
      ]);
    }),
  );
});

test('what is not a number is refused', () => {
  expect(() => Decimal.of('NaN')).toThrow(RangeError);
});
