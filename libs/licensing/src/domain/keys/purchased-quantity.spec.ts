import { devicesOf, ignoredOf } from './purchased-quantity.ts';

test.each([
  [3, 'devices', 5, 15, 1],
  [3, 'one', 5, 3, 5],
  [3, 'each', 1, 3, 1],
  [3, 'each', 8, 3, 8],
  [null, 'devices', 5, null, 5],
  [2_000_000_000, 'devices', 5, 2_147_483_647, 1],
] as const)('a limit of %s, %s, and %i pieces: %s devices, ignored: %s', (limit, rule, quantity, devices, ignored) => {
  expect([devicesOf(limit, rule, quantity), ignoredOf(limit, rule, quantity)]).toEqual([devices, ignored]);
});
