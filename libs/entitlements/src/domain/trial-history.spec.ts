import { canonicalEmail, traitsOf } from './trial-history.ts';

test.each([
  ['Ada@Example.com', 'ada@example.com'],
  ['ada+trial-2@example.com', 'ada@example.com'],
  ['a.d.a+x+y@googlemail.com', 'ada@gmail.com'],
  ['A.Da@GMAIL.com', 'ada@gmail.com'],
  ['a.da@example.com', 'a.da@example.com'],
  ['+tag@example.com', '+tag@example.com'],
  ['"a@b"@example.com', '"a@b"@example.com'],
])('%s is compared as %s', (email, canonical) => {
  expect(canonicalEmail(email)).toBe(canonical);
});

test('an applicant has only the traits that are known', () => {
  expect(traitsOf({ formerCustomerIds: [], customerId: 'c', email: null })).toEqual([{ kind: 'customer', value: 'c' }]);
  expect(
    traitsOf({ formerCustomerIds: ['b'], customerId: 'c', email: 'a+1@b.c', paymentFingerprint: 'p', deviceId: 'd' }),
  ).toEqual([
    { kind: 'customer', value: 'c' },
    { kind: 'customer', value: 'b' },
    { kind: 'email', value: 'a@b.c' },
    { kind: 'payment', value: 'p' },
    { kind: 'device', value: 'd' },
  ]);
});
