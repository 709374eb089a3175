import { referencesIn } from './references-in.ts';

const ID = '6f1c1a52-5d0e-4f6b-9a43-1b7f0c2d3e4f';

test.each([
  ['mailto:ada@lovelace.example?subject=My%20key', ['ada@lovelace.example']],
  ['Ada Lovelace <ada@lovelace.example>', ['ada@lovelace.example']],
  [`https://keys.example/console/acme/orders/${ID}?page=2`, [ID]],
  ['My key “ACME-77-0QXZ71” (ada@lovelace.example) says ACTIVATION_LIMIT_REACHED.', ['ACME-77-0QXZ71', 'ada@lovelace.example']],
  ['the invoices R-2026-08 and R-2026-0009, please', ['R-2026-0009', 'R-2026-08']],
  ['Ada Lovelace', []],
  ['ada@lovelace.example', []],
  [ID, []],
  ['of 3 of 12', []],
])('in %j', (text, expected) => {
  expect(referencesIn(text)).toEqual(expected);
});

test('no more than five', () => {
  expect(referencesIn('order-1 order-2 order-3 order-4 order-5 order-6')).toHaveLength(5);
});
