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

const told = (entitlement: Entitlement): string[] => entitlement.pullEvents().map(({ name }) => name);

function granted(...benefitIds: string[]): Entitlement {
  const entitlement = new Entitlement(PURCHASE, []);
  entitlement.follow(benefitIds, NOW);
  entitlement.pullEvents();
  return entitlement;
}

test('a good purchase brings every benefit of its product, once', () => {
  const entitlement = new Entitlement(PURCHASE, []);
  entitlement.follow([KEY, FLAG], NOW);
  expect(told(entitlement)).toEqual(['benefit_grant.created', 'benefit_grant.created']);
  entitlement.follow([KEY, FLAG], LATER);
  expect(told(entitlement)).toEqual([]);
  expect(entitlement.grants).toMatchObject([
    { benefitId: KEY, customerId: PURCHASE.customerId, subscriptionId: PURCHASE.subscriptionId, memberId: null, isGranted: true },
    { benefitId: FLAG, isGranted: true },
  ]);
});

test('what ends takes its benefits along, and brings the same grants back', () => {
  const entitlement = granted(KEY);
  const ended = now(entitlement, { entitles: false });
  ended.follow([KEY], LATER);
  expect(told(ended)).toEqual(['benefit_grant.revoked']);
  expect(ended.grants).toMatchObject([{ isGranted: false, revokedAt: LATER, revision: 2, stateRevision: 2 }]);
  const again = now(ended, { entitles: true });
  again.follow([KEY], LATER);
  expect(told(again)).toEqual(['benefit_grant.created']);
  expect(again.grants).toMatchObject([{ isGranted: true, revokedAt: null, revision: 3 }]);
});

test('a product that brings other benefits grants the new ones and revokes the old ones', () => {
  const entitlement = granted(KEY);
  entitlement.follow([FLAG], LATER);
  expect(entitlement.grants).toMatchObject([
    { benefitId: KEY, isGranted: false },
    { benefitId: FLAG, isGranted: true },
  ]);
});

test('who buys seats is granted nothing by that', () => {
  const entitlement = new Entitlement({ ...PURCHASE, seats: 5 }, []);
  entitlement.follow([KEY], NOW);
  expect(entitlement.grants).toEqual([]);
});

test('who holds a seat is granted what the product brings, and loses it with the seat', () => {
  const memberId = newId();
  const entitlement = new Entitlement({ ...PURCHASE, seats: 5 }, [], memberId);
  entitlement.follow([KEY], NOW);
  expect(entitlement.grants).toMatchObject([{ memberId, customerId: PURCHASE.customerId, benefitId: KEY, isGranted: true }]);
  entitlement.follow([], LATER);
  expect(told(entitlement)).toEqual(['benefit_grant.created', 'benefit_grant.revoked']);
});

test('seats that were granted something lose it when the purchase ends', () => {
  const entitlement = now(granted(KEY), { seats: 5 });
  entitlement.follow([KEY], LATER);
  expect(told(entitlement)).toEqual([]);
  const ended = now(entitlement, { entitles: false });
  ended.follow([KEY], LATER);
  expect(told(ended)).toEqual(['benefit_grant.revoked']);
});

test('grants of an individual carry its owner; grants that exist keep whom they carry', () => {
  const [ownerId, other] = [newId(), newId()];
  const entitlement = granted(KEY);
  entitlement.follow([KEY, FLAG], LATER, ownerId);
  expect(entitlement.grants.map(({ memberId }) => memberId)).toEqual([null, ownerId]);
  entitlement.follow([], LATER, other);
  entitlement.follow([KEY, FLAG], LATER, other);
  expect(entitlement.grants.map(({ memberId, isGranted }) => [memberId, isGranted])).toEqual([
    [null, true],
    [ownerId, true],
  ]);
});

test('a holder of a seat carries itself', () => {
  const [memberId, ownerId] = [newId(), newId()];
  const entitlement = new Entitlement({ ...PURCHASE, seats: 5 }, [], memberId);
  entitlement.follow([KEY], NOW, ownerId);
  expect(entitlement.grants).toMatchObject([{ memberId }]);
});
