import { newId } from '#kernel';
import { Entitlement, type GrantingPurchase } from './entitlement.ts';

const NOW = new Date('2026-06-01T12:00:00.000Z');
const LATER = new Date('2026-06-02T12:00:00.000Z');
const [KEY, FLAG] = [newId(), newId()];

const PURCHASE: GrantingPurchase = {
  organizationId: newId(),
  customerId: newId(),
  subscriptionId: newId(),
  orderId: null,
  seats: null,
  entitles: true,
};

/** The same grants under a purchase that is otherwise now. */
const now = (before: Entitlement, changed: Partial<GrantingPurchase>): Entitlement =>
  new Entitlement({ ...before.purchase, ...changed }, before.grants);

const eventNames = (entitlement: Entitlement): string[] => entitlement.pullEvents().map(({ name }) => name);

function granted(...benefitIds: string[]): Entitlement {
  const entitlement = new Entitlement(PURCHASE, []);
  entitlement.sync(benefitIds, NOW);
  entitlement.pullEvents();
  return entitlement;
}

test('a purchase that entitles grants every benefit of its product, once', () => {
  const entitlement = new Entitlement(PURCHASE, []);
  entitlement.sync([KEY, FLAG], NOW);
  expect(eventNames(entitlement)).toEqual(['benefit_grant.created', 'benefit_grant.created']);
  entitlement.sync([KEY, FLAG], LATER);
  expect(eventNames(entitlement)).toEqual([]);
  expect(entitlement.grants).toMatchObject([
    { benefitId: KEY, customerId: PURCHASE.customerId, subscriptionId: PURCHASE.subscriptionId, memberId: null, isGranted: true },
    { benefitId: FLAG, isGranted: true },
  ]);
});

test('a purchase that ends revokes its grants and restores the same ones when it entitles again', () => {
  const entitlement = granted(KEY);
  const ended = now(entitlement, { entitles: false });
  ended.sync([KEY], LATER);
  expect(eventNames(ended)).toEqual(['benefit_grant.revoked']);
  expect(ended.grants).toMatchObject([{ isGranted: false, revokedAt: LATER, revision: 2, stateRevision: 2 }]);
  const again = now(ended, { entitles: true });
  again.sync([KEY], LATER);
  expect(eventNames(again)).toEqual(['benefit_grant.created']);
  expect(again.grants).toMatchObject([{ isGranted: true, revokedAt: null, revision: 3 }]);
});

test('a change of the product benefits grants added ones and revokes removed ones', () => {
  const entitlement = granted(KEY);
  entitlement.sync([FLAG], LATER);
  expect(entitlement.grants).toMatchObject([
    { benefitId: KEY, isGranted: false },
    { benefitId: FLAG, isGranted: true },
  ]);
});

test('the buyer of seats is granted nothing', () => {
  const entitlement = new Entitlement({ ...PURCHASE, seats: 5 }, []);
  entitlement.sync([KEY], NOW);
  expect(entitlement.grants).toEqual([]);
});

test('the holder of a seat is granted the benefits until the seat is revoked', () => {
  const memberId = newId();
  const entitlement = new Entitlement({ ...PURCHASE, seats: 5 }, [], memberId);
  entitlement.sync([KEY], NOW);
  expect(entitlement.grants).toMatchObject([{ memberId, customerId: PURCHASE.customerId, benefitId: KEY, isGranted: true }]);
  entitlement.sync([], LATER);
  expect(eventNames(entitlement)).toEqual(['benefit_grant.created', 'benefit_grant.revoked']);
});

test('grants of seat holders are revoked when the purchase ends', () => {
  const entitlement = now(granted(KEY), { seats: 5 });
  entitlement.sync([KEY], LATER);
  expect(eventNames(entitlement)).toEqual([]);
  const ended = now(entitlement, { entitles: false });
  ended.sync([KEY], LATER);
  expect(eventNames(ended)).toEqual(['benefit_grant.revoked']);
});
