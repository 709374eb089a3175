import { amountDue } from './subscription-meters.ts';

test.each<[unit: string, cap: number | null, units: number, amount: number]>([
  ['100', null, 60, 6000],
  ['0.5', null, 3, 2],
  ['0.5', null, 2.9, 1],
  ['0.000000000001', null, 1e12, 1],
  ['0.000000000001', null, 4e11, 0],
  ['0.1', null, 0.3, 0],
  ['1.005', null, 100, 101],
  ['12345.678901234567', null, 1_000_000, 12_345_678_901],
  ['1', null, 0, 0],
  ['1', null, -5, 0],
  ['2', 10, 4, 8],
  ['2', 10, 5, 10],
  ['2', 10, 6, 10],
  ['2', 0, 6, 0],
  ['99999', null, 1.7976931348623157e308, Number.MAX_SAFE_INTEGER],
  ['99999', 500, 1.7976931348623157e308, 500],
  ['99999', null, 5e-324, 0],
])('at %s per unit, capped at %p, %p units cost %p', (unit_amount, cap_amount, units, amount) => {
  expect(amountDue({ unit_amount, cap_amount }, units)).toBe(amount);
});
