import { newId } from '#kernel';
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

function revoked(): BenefitGrant {
  const grant = aGrant();
  grant.revoke(NOW);
  grant.pullEvents();
  return grant;
}

test('renewed terms increment the revision, except of a revoked grant', () => {
  const grant = aGrant();
  grant.renewTerms(LATER);
  expect(grant).toMatchObject({ revision: 2, stateRevision: 1, modifiedAt: LATER });
  expect(grant.pullEvents()).toMatchObject([{ name: 'benefit_grant.updated', payload: { terms_renewed: true } }]);
  const revokedGrant = revoked();
  revokedGrant.renewTerms(LATER);
  expect(eventNames(revokedGrant)).toEqual([]);
});

test('a grant stores the key that was issued for it and records it once', () => {
  const grant = aGrant();
  grant.setProperties(KEY, LATER);
  grant.setProperties(KEY, LATER);
  const [updated, ...others] = grant.pullEvents();
  expect(updated).toMatchObject({ name: 'benefit_grant.updated', payload: { properties: KEY, terms_renewed: false } });
  expect(others).toEqual([]);
  expect(grant).toMatchObject({ revision: 1, properties: KEY });
});

test('a key that was revoked manually revokes its grant', () => {
  const grant = aGrant();
  grant.applyKeyStatus({ isRevoked: true, appliedRevision: 1 }, true, LATER);
  expect([grant.isGranted, eventNames(grant)]).toEqual([false, ['benefit_grant.revoked']]);
});

test('a key that was reinstated manually restores its grant, if it may be granted', () => {
  const notGrantable = revoked();
  notGrantable.applyKeyStatus({ isRevoked: false, appliedRevision: 2 }, false, LATER);
  expect(notGrantable.isGranted).toBe(false);
  const grant = revoked();
  grant.applyKeyStatus({ isRevoked: false, appliedRevision: 2 }, true, LATER);
  expect([grant.isGranted, eventNames(grant)]).toEqual([true, ['benefit_grant.created']]);
});

test('the status of a key that has not applied the last revision is ignored', () => {
  const grant = revoked();
  grant.grant(LATER);
  grant.pullEvents();
  grant.applyKeyStatus({ isRevoked: true, appliedRevision: 2 }, true, LATER);
  expect([grant.isGranted, eventNames(grant)]).toEqual([true, []]);
});

test('the status of a key that matches its grant changes nothing', () => {
  const grant = aGrant();
  grant.applyKeyStatus({ isRevoked: false, appliedRevision: 1 }, true, LATER);
  expect(eventNames(grant)).toEqual([]);
});
