import { paidOf } from './payment-parts.ts';

test.each([
  ['all of it was paid', { total: 1190, tax: 190, paid: 1190 }, [1000, 190]],
  ['the provider does not say what was paid', { total: 1190, tax: 190, paid: null }, [1000, 190]],
  ['a credit covered a part, with its share of the tax', { total: 1190, tax: 190, paid: 595 }, [500, 95]],
  ['a credit covered everything', { total: 1190, tax: 190, paid: 0 }, [0, 0]],
  ['an older debt was paid with it', { total: 1190, tax: 190, paid: 1300 }, [1000, 190]],
  ['the total is a credit', { total: -500, tax: -80, paid: 0 }, [0, 0]],
  ['nothing was charged', { total: 0, tax: 0, paid: 0 }, [0, 0]],
  ['amounts are beyond what floating point numbers multiply', { total: 9e15, tax: 3, paid: 6e15 }, [6e15 - 2, 2]],
])('%s', (_, charged, expected) => {
  const { amount, taxAmount } = paidOf(charged);
  expect([amount, taxAmount]).toEqual(expected);
});
