import { PurchaseOrigin } from './purchase-origin.ts';

test('the buyer gets the benefits, unless the seller names somebody else', () => {
  const bought = { customerId: 'buyer', metadata: {} };
  expect(PurchaseOrigin.of(bought).beneficiaryId).toBe('buyer');
  const given = PurchaseOrigin.of({ ...bought, recipientId: 'recipient', externalId: { id: 'in_1', source: 'shop' } });
  expect(given).toMatchObject({ beneficiaryId: 'recipient', externalId: 'in_1', externalSource: 'shop', deliverByEmail: null });
});
