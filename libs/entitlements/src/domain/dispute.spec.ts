import { newId, ValidationFailed } from '#kernel';
import { aPurchase, daysAfterNow, NOW, shown } from '../../testing/purchase.builder.ts';
import { Dispute, DISPUTE_STATUSES, type NewDispute } from './dispute.ts';
import { DisputeNotOpenError, RevokeSubscriptionBenefitsProhibited } from './purchase.errors.ts';

const LATER = daysAfterNow(1);
const REPORTED: NewDispute = {
  status: 'needs_response',
  amount: 1000,
  taxAmount: 0,
  reason: 'fraudulent',
  evidenceDueBy: daysAfterNow(7),
  paymentId: 'ch_1',
  revokeBenefits: true,
};
const order = aPurchase().costing(1000).order();

function aDispute(some: Partial<NewDispute> = {}): Dispute {
  const dispute = Dispute.create(order.snapshot, { ...REPORTED, ...some }, NOW);
  dispute.pullEvents();
  return dispute;
}

const namesOf = (dispute: Dispute): string[] => dispute.pullEvents().map(({ name }) => name);

test('a dispute is about an order and records its creation', () => {
  const dispute = Dispute.create(order.snapshot, REPORTED, NOW);
  expect(shown(dispute)).toMatchObject({
    orderId: order.id,
    customerId: order.customerId,
    currency: 'usd',
    createdAt: NOW,
    isOpen: true,
  });
  expect(dispute.pullEvents()).toMatchObject([
    { name: 'dispute.created', payload: { order_id: order.id, status: 'needs_response', revoke_benefits: true } },
  ]);
});

test('a dispute is about at most the amounts of the order, and revokes no benefits of a subscription', () => {
  expect(() => aDispute({ amount: 1001 })).toThrow(ValidationFailed);
  expect(() => aDispute({ taxAmount: 1 })).toThrow(ValidationFailed);
  const payment = { ...order.snapshot, amount: 1000, subscriptionId: newId() };
  expect(() => Dispute.create(payment, REPORTED, NOW)).toThrow(RevokeSubscriptionBenefitsProhibited);
  expect(Dispute.create(payment, { ...REPORTED, revokeBenefits: false }, NOW).isOpen).toBe(true);
});

test.each(DISPUTE_STATUSES)('an open dispute may become %s', (status) => {
  const dispute = aDispute({ status: 'early_warning' });
  dispute.update({ status }, LATER);
  expect(dispute.snapshot.status).toBe(status);
  expect(namesOf(dispute)).toEqual(status === 'early_warning' ? [] : ['dispute.updated']);
});

test.each(['prevented', 'won', 'lost'] as const)('a dispute that is %s keeps its outcome, and reports it once', (status) => {
  const dispute = aDispute({ status });
  expect(dispute.isOpen).toBe(false);
  expect(() => dispute.update({ status: 'under_review' }, LATER)).toThrow(DisputeNotOpenError);
  expect(() => dispute.accept(LATER)).toThrow(DisputeNotOpenError);
  dispute.update({ status, reason: 'fraudulent', evidenceDueBy: daysAfterNow(7) }, LATER);
  expect([dispute.snapshot.modifiedAt, namesOf(dispute)]).toEqual([null, []]);
  dispute.update({ reason: null, evidenceDueBy: null }, LATER);
  expect(shown(dispute)).toMatchObject({ status, reason: null, evidenceDueBy: null, modifiedAt: LATER });
});

test('an accepted dispute is lost', () => {
  const dispute = aDispute();
  dispute.accept(LATER);
  expect([dispute.snapshot.status, namesOf(dispute)]).toEqual(['lost', ['dispute.updated']]);
});

test.each(DISPUTE_STATUSES)('a dispute that was recorded by mistake as %s takes nothing away, and says so once', (status) => {
  const dispute = aDispute({ status });
  dispute.cancel(LATER);
  dispute.cancel(daysAfterNow(2));
  expect(dispute.snapshot).toMatchObject({ status: 'prevented', revokeBenefits: false, reason: 'fraudulent', modifiedAt: LATER });
  expect(namesOf(dispute)).toEqual(['dispute.updated']);
});

test('an update says which fields changed, from what to what', () => {
  const dispute = aDispute();
  dispute.update({ status: 'under_review', reason: 'fraudulent', evidenceDueBy: null }, LATER);
  const [updated] = dispute.pullEvents();
  expect(updated!.payload['changes']).toEqual({
    status: { before: 'needs_response', after: 'under_review' },
    evidence_due_by: { before: daysAfterNow(7).toISOString(), after: null },
  });
});

test('a dispute follows its payment provider, which may take back an outcome, and ignores what is older', () => {
  const known = { toldAt: NOW, revision: 1, status: 'lost', reason: null, evidenceDueBy: null, revokeBenefits: true } as const;
  const dispute = Dispute.followed(newId(), order.snapshot, { ...known, amount: 1000, taxAmount: 0, paymentId: 'ch_1' }, NOW);
  expect(namesOf(dispute)).toEqual(['dispute.created']);
  dispute.follow({ ...known, revision: 3, status: 'won' }, LATER);
  dispute.follow({ ...known, revision: 2 }, LATER);
  dispute.follow({ ...known, revision: 4, status: 'won' }, LATER);
  expect(shown(dispute)).toMatchObject({ status: 'won', modifiedAt: LATER });
  expect(namesOf(dispute)).toEqual(['dispute.updated']);
});
