import { devicesOf, isIgnored } from './purchased-quantity.ts';

test.each([
  [3, 'devices', 5, 15, false],
  [3, 'one', 5, 3, true],
  [3, 'each', 1, 3, false],
  [3, 'each', 8, 3, true],
  [null, 'devices', 5, null, true],
  [2_000_000_000, 'devices', 5, 2_147_483_647, false],
] as const)('a limit of %s, %s, and %i pieces: %s devices, ignored: %s', (limit, rule, quantity, devices, ignored) => {
  expect([devicesOf(limit, rule, quantity), isIgnored(limit, rule, quantity)]).toEqual([devices, ignored]);
});
