import { newId } from '#kernel';
import { due, shown } from '../../testing/purchase.builder.ts';
import { Entitlement, type GrantingPurchase, MOST_TOLD_GRANTS } from './entitlement.ts';

const NOW = new Date('2026-06-01T12:00:00.000Z');
const LATER = new Date('2026-06-02T12:00:00.000Z');
/** The event that each decision is due to. */
const EVENT = 1;
const [KEY, FLAG] = [newId(), newId()];

const PURCHASE: GrantingPurchase = {
  organizationId: newId(),
  customerId: newId(),
  subscriptionId: newId(),
  orderId: null,
  seats: null,
  entitles: true,
  purchasedAt: null,
  deliverByEmail: null,
};

/** The same grants under a purchase that is otherwise now. */
const now = (before: Entitlement, changed: Partial<GrantingPurchase>): Entitlement =>
  new Entitlement({ ...before.purchase, ...changed }, before.grants);

const eventNames = (entitlement: Entitlement): string[] => entitlement.pullEvents().map(({ name }) => name);

function granted(...benefitIds: string[]): Entitlement {
  const entitlement = new Entitlement(PURCHASE, []);
  entitlement.sync(
    benefitIds.map((id) => due(id)),
    EVENT,
    NOW,
  );
  entitlement.pullEvents();
  return entitlement;
}

test('a purchase that entitles grants every benefit of its product, once', () => {
  const entitlement = new Entitlement(PURCHASE, []);
  entitlement.sync([due(KEY), due(FLAG)], EVENT, NOW);
  expect(eventNames(entitlement)).toEqual(['benefit_grant.created', 'benefit_grant.created']);
  entitlement.sync([due(KEY), due(FLAG)], EVENT, LATER);
  expect(eventNames(entitlement)).toEqual([]);
  expect(entitlement.grants.map(shown)).toMatchObject([
    { benefitId: KEY, customerId: PURCHASE.customerId, subscriptionId: PURCHASE.subscriptionId, memberId: null, isGranted: true },
    { benefitId: FLAG, isGranted: true },
  ]);
});

test('a purchase that ends revokes its grants and restores the same ones when it entitles again', () => {
  const entitlement = granted(KEY);
  const ended = now(entitlement, { entitles: false });
  ended.sync([due(KEY)], EVENT, LATER);
  expect(eventNames(ended)).toEqual(['benefit_grant.revoked']);
  expect(ended.grants.map(shown)).toMatchObject([{ isGranted: false, revokedAt: LATER, revision: 2, stateRevision: 2 }]);
  const again = now(ended, { entitles: true });
  again.sync([due(KEY)], EVENT, LATER);
  expect(eventNames(again)).toEqual(['benefit_grant.created']);
  expect(again.grants.map(shown)).toMatchObject([{ isGranted: true, revokedAt: null, revision: 3 }]);
});

test('a change of the product benefits grants added ones and revokes removed ones', () => {
  const entitlement = granted(KEY);
  entitlement.sync([due(FLAG)], EVENT, LATER);
  expect(entitlement.grants.map(shown)).toMatchObject([
    { benefitId: KEY, isGranted: false },
    { benefitId: FLAG, isGranted: true },
  ]);
});

test('the buyer of seats is granted nothing', () => {
  const entitlement = new Entitlement({ ...PURCHASE, seats: 5 }, []);
  entitlement.sync([due(KEY)], EVENT, NOW);
  expect(entitlement.grants).toEqual([]);
});

test('the holder of a seat is granted the benefits until the seat is revoked', () => {
  const memberId = newId();
  const entitlement = new Entitlement({ ...PURCHASE, seats: 5 }, [], memberId);
  entitlement.sync([due(KEY)], EVENT, NOW);
  expect(entitlement.grants.map(shown)).toMatchObject([
    { memberId, customerId: PURCHASE.customerId, benefitId: KEY, isGranted: true },
  ]);
  entitlement.sync([], EVENT, LATER);
  expect(eventNames(entitlement)).toEqual(['benefit_grant.created', 'benefit_grant.revoked']);
});

test('grants of seat holders are revoked when the purchase ends', () => {
  const entitlement = now(granted(KEY), { seats: 5 });
  entitlement.sync([due(KEY)], EVENT, LATER);
  expect(eventNames(entitlement)).toEqual([]);
  const ended = now(entitlement, { entitles: false });
  ended.sync([due(KEY)], EVENT, LATER);
  expect(eventNames(ended)).toEqual(['benefit_grant.revoked']);
});

test('grants of an individual carry its owner; grants that exist keep whom they carry', () => {
  const [ownerId, other] = [newId(), newId()];
  const entitlement = granted(KEY);
  entitlement.sync([due(KEY), due(FLAG)], EVENT, LATER, ownerId);
  expect(entitlement.grants.map(({ snapshot: { memberId } }) => memberId)).toEqual([null, ownerId]);
  entitlement.sync([], EVENT, LATER, other);
  entitlement.sync([due(KEY), due(FLAG)], EVENT, LATER, other);
  expect(entitlement.grants.map(({ snapshot: { memberId }, isGranted }) => [memberId, isGranted])).toEqual([
    [null, true],
    [ownerId, true],
  ]);
});

test('a holder of a seat carries itself', () => {
  const [memberId, ownerId] = [newId(), newId()];
  const entitlement = new Entitlement({ ...PURCHASE, seats: 5 }, [], memberId);
  entitlement.sync([due(KEY)], EVENT, NOW, ownerId);
  expect(entitlement.grants.map(shown)).toMatchObject([{ memberId }]);
});

describe('a benefit that replaces another one', () => {
  const PRO = newId();
  const pro = due(PRO, { replaces: [KEY] });
  const key = due(KEY, { replaces: [PRO] });

  test('takes over its grant, and gives it back', () => {
    const entitlement = granted(KEY, FLAG);
    const [held] = entitlement.grants;
    entitlement.sync([pro, due(FLAG)], EVENT, LATER);
    expect(entitlement.grants.map(shown)).toMatchObject([
      { id: held!.id, benefitId: PRO, isGranted: true, revision: 2 },
      { benefitId: FLAG },
    ]);
    const [moved, ...others] = entitlement.pullEvents();
    expect(moved).toMatchObject({ name: 'benefit_grant.updated', payload: { benefit_id: PRO, terms_renewed: true } });
    expect(others).toEqual([]);
    entitlement.sync([key, due(FLAG)], EVENT, LATER);
    expect(entitlement.grants.map(shown)).toMatchObject([{ id: held!.id, benefitId: KEY, isGranted: true }, { benefitId: FLAG }]);
  });

  test('takes over a revoked grant when the purchase entitles again, but not what was revoked by hand', () => {
    const entitlement = granted(KEY);
    const ended = now(entitlement, { entitles: false });
    ended.sync([pro], EVENT, LATER);
    expect(ended.grants.map(shown)).toMatchObject([{ benefitId: KEY, isGranted: false }]);
    const again = now(ended, { entitles: true });
    again.sync([pro], EVENT, LATER);
    expect(again.grants.map(shown)).toMatchObject([{ benefitId: PRO, isGranted: true }]);
    again.grants[0]!.decideByHand('revoked', EVENT + 1, LATER);
    again.sync([key], EVENT + 2, LATER);
    expect(again.grants.map(shown)).toMatchObject([{ benefitId: KEY, isGranted: false }]);
  });

  test('leaves it alone while both are due, or if it has a grant of its own', () => {
    const entitlement = granted(KEY);
    entitlement.sync([key, pro], EVENT, LATER);
    expect(entitlement.grants.map(shown)).toMatchObject([
      { benefitId: KEY, isGranted: true },
      { benefitId: PRO, isGranted: true },
    ]);
    entitlement.sync([pro], EVENT, LATER);
    expect(entitlement.grants.map(shown)).toMatchObject([
      { benefitId: KEY, isGranted: false },
      { benefitId: PRO, isGranted: true },
    ]);
  });
});

describe('what events tell of a decision', () => {
  const terms = { type: 'license_keys', modified_at: null, properties: { limit_usage: 5 } };
  const flag = { type: 'feature_flag', modified_at: null, properties: {}, values: { pages: 5 } };

  test('the grant, the terms of its benefit, and all grants of the purchase', () => {
    const entitlement = new Entitlement({ ...PURCHASE, purchasedAt: NOW, deliverByEmail: true }, []);
    entitlement.sync([due(KEY, { terms }), due(FLAG, { terms: flag })], EVENT, NOW);
    const [key, held] = entitlement.grants.toSorted((some, other) => (some.id < other.id ? -1 : 1));
    const isKey = (grant: typeof key): boolean => grant!.benefitId === KEY;
    const told = [key, held].map((grant) => ({
      id: grant!.id,
      benefit_id: grant!.benefitId,
      is_granted: true,
      renews_license_key_id: null,
      ...(isKey(grant) ? { type: 'license_keys' } : { type: 'feature_flag', values: { pages: 5 } }),
    }));
    const purchase = { is_by_seats: false, purchased_at: NOW.toISOString(), deliver_by_email: true, revision: 2, grants: told };
    expect(entitlement.pullEvents().map(({ payload }) => payload)).toMatchObject([
      { benefit_id: KEY, waited_for_key: false, decision: { is_granted: true, revision: 1, benefit: terms, purchase } },
      { benefit_id: FLAG, decision: { benefit: flag, purchase } },
    ]);
    const ended = now(entitlement, { entitles: false });
    ended.sync([due(KEY, { terms }), due(FLAG, { terms: flag })], EVENT, LATER);
    expect(ended.pullEvents().map(({ name, payload }) => [name, payload['decision']])).toMatchObject([
      ['benefit_grant.revoked', { is_granted: false, revision: 2, state_revision: 2, purchase: { revision: 4 } }],
      ['benefit_grant.revoked', { is_granted: false, revision: 2 }],
    ]);
  });

  test('nothing where the terms of the benefit are not known, and not all grants where those of another one are not, or they are many', () => {
    const entitlement = granted(KEY);
    entitlement.sync([due(FLAG)], EVENT, LATER);
    expect(entitlement.pullEvents().map(({ payload }) => [payload['benefit_id'], payload['decision']])).toEqual([
      [KEY, undefined],
      [FLAG, expect.objectContaining({ purchase: expect.not.objectContaining({ grants: expect.anything() }) })],
    ]);
    const many = new Entitlement(PURCHASE, []);
    many.sync([due(KEY, { quantity: MOST_TOLD_GRANTS + 1, isPerPiece: true })], EVENT, NOW);
    const [first] = many.pullEvents();
    expect(first!.payload['decision']).toMatchObject({
      ordinal: 1,
      purchase: expect.not.objectContaining({ grants: expect.anything() }),
    });
  });
});
