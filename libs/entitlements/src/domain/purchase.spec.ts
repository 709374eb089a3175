import { beneficiaryOf, originOf } from './purchase.ts';

test('the buyer gets the benefits, unless the seller names somebody else', () => {
  const bought = { customerId: 'buyer', metadata: {} };
  expect(beneficiaryOf(originOf(bought))).toBe('buyer');
  const given = originOf({ ...bought, recipientId: 'recipient', externalId: { id: 'in_1', source: 'shop' } });
  expect(beneficiaryOf(given)).toBe('recipient');
  expect(given).toMatchObject({ externalId: 'in_1', externalSource: 'shop', deliverByEmail: null });
});
