import { newId } from '#kernel';
import { shown } from '../../testing/purchase.builder.ts';
import { BenefitGrant } from './benefit-grant.ts';

const NOW = new Date('2026-06-01T12:00:00.000Z');
const LATER = new Date('2026-06-02T12:00:00.000Z');
const KEY = { license_key_id: newId(), display_key: '****-ABCDEF' };

const eventNames = (grant: BenefitGrant): string[] => grant.pullEvents().map(({ name }) => name);

function aGrant(): BenefitGrant {
  const grantee = { organizationId: newId(), customerId: newId(), memberId: null, subscriptionId: null, orderId: newId() };
  const grant = BenefitGrant.create(grantee, newId(), NOW);
  grant.pullEvents();
  return grant;
}

/** Lapsed with event 10. */
function lapsed(): BenefitGrant {
  const grant = aGrant();
  grant.lapse(10, NOW);
  grant.pullEvents();
  return grant;
}

test('renewed terms increment the revision, except of a revoked grant', () => {
  const grant = aGrant();
  grant.renewTerms(false, LATER);
  expect(shown(grant)).toMatchObject({ revision: 2, stateRevision: 1, expiryRevision: 0, modifiedAt: LATER });
  expect(grant.pullEvents()).toMatchObject([{ name: 'benefit_grant.updated', payload: { terms_renewed: true } }]);
  const gone = lapsed();
  gone.renewTerms(true, LATER);
  expect(eventNames(gone)).toEqual([]);
});

test('renewed terms with another expiry are told apart', () => {
  const grant = aGrant();
  grant.renewTerms(true, LATER);
  grant.renewTerms(false, LATER);
  expect(shown(grant)).toMatchObject({ revision: 3, expiryRevision: 2 });
});

test('a grant stores the key that was issued for it and records it once', () => {
  const grant = aGrant();
  grant.setProperties(KEY, LATER);
  grant.setProperties(KEY, LATER);
  const [updated, ...others] = grant.pullEvents();
  expect(updated).toMatchObject({ name: 'benefit_grant.updated', payload: { properties: KEY, terms_renewed: false } });
  expect(others).toEqual([]);
  expect(shown(grant)).toMatchObject({ revision: 1, properties: KEY });
});

test('a key that was revoked manually revokes its grant', () => {
  const grant = aGrant();
  grant.applyKeyStatus({ status: 'revoked', revision: 1 }, 20, true, LATER);
  expect([grant.isGranted, eventNames(grant)]).toEqual([false, ['benefit_grant.revoked']]);
});

test.each(['granted', 'disabled'] as const)(
  'a key set to %s by hand brings its grant back, unless nothing may be granted',
  (status) => {
    const barred = lapsed();
    barred.applyKeyStatus({ status, revision: 1 }, 20, false, LATER);
    expect([barred.isGranted, eventNames(barred)]).toEqual([false, []]);
    const grant = lapsed();
    grant.applyKeyStatus({ status, revision: 1 }, 20, true, LATER);
    expect([grant.isGranted, eventNames(grant)]).toEqual([true, ['benefit_grant.created']]);
  },
);

test('of two statuses set by hand the later one applies, in whichever order they arrive', () => {
  const [granted, revoked] = [
    { status: 'granted', revision: 1 },
    { status: 'revoked', revision: 2 },
  ] as const;
  const inOrder = lapsed();
  inOrder.applyKeyStatus(granted, 20, true, LATER);
  inOrder.applyKeyStatus(revoked, 21, true, LATER);
  const reversed = lapsed();
  reversed.applyKeyStatus(revoked, 21, true, LATER);
  reversed.applyKeyStatus(granted, 20, true, LATER);
  for (const grant of [inOrder, reversed]) {
    expect(shown(grant)).toMatchObject({ isGranted: false, keyStatus: 'revoked', keyStatusRevision: 2 });
  }
});

test('a benefit that was revoked by hand does not return with the purchase, but by hand', () => {
  const grant = aGrant();
  grant.applyKeyStatus({ status: 'revoked', revision: 1 }, 20, true, LATER);
  grant.lapse(30, LATER);
  grant.grant(LATER);
  expect([grant.isGranted, eventNames(grant)]).toEqual([false, ['benefit_grant.revoked']]);
  grant.applyKeyStatus({ status: 'granted', revision: 2 }, 25, true, LATER);
  expect(grant.isGranted).toBe(true);
});

test('a benefit that lapsed before its key was granted by hand stays granted, even if that is learned later', () => {
  const grant = aGrant();
  grant.applyKeyStatus({ status: 'granted', revision: 1 }, 20, true, LATER);
  grant.lapse(10, LATER);
  expect([grant.isGranted, eventNames(grant)]).toEqual([true, []]);
  grant.lapse(30, LATER);
  expect([grant.isGranted, eventNames(grant)]).toEqual([false, ['benefit_grant.revoked']]);
});

test('a benefit that lapsed after its key was granted by hand stays revoked, which the key learns', () => {
  const grant = lapsed();
  grant.applyKeyStatus({ status: 'granted', revision: 1 }, 5, true, LATER);
  expect(shown(grant)).toMatchObject({ isGranted: false, revision: 3, stateRevision: 3, keyStatusRevision: 1 });
  expect(grant.pullEvents()).toMatchObject([{ name: 'benefit_grant.updated', payload: { is_granted: false } }]);
});

test('a deletion revokes what was granted by hand after it', () => {
  const grant = aGrant();
  grant.applyKeyStatus({ status: 'granted', revision: 1 }, 20, true, LATER);
  grant.revoke(10, LATER);
  expect(grant.isGranted).toBe(false);
});

test('the status of a key that matches its grant changes nothing', () => {
  const grant = aGrant();
  grant.applyKeyStatus({ status: 'granted', revision: 1 }, 20, true, LATER);
  expect([grant.snapshot.revision, eventNames(grant)]).toEqual([1, []]);
});

describe('a decision about a grant', () => {
  test('to grant overrules what the purchase lost up to then, not later', () => {
    const grant = aGrant();
    grant.decideByHand('granted', 10, LATER);
    grant.lapse(10, LATER);
    expect(grant.isGranted).toBe(true);
    grant.lapse(11, LATER);
    expect(grant.isGranted).toBe(false);
  });

  test('to revoke stays when the purchase brings the benefit again', () => {
    const grant = aGrant();
    grant.decideByHand('revoked', 10, LATER);
    grant.grant(LATER);
    expect(grant.isGranted).toBe(false);
    grant.decideByHand('granted', 11, LATER);
    expect(eventNames(grant)).toEqual(['benefit_grant.revoked', 'benefit_grant.created']);
  });
});
