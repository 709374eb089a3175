import { newId } from '#kernel';
import { shown } from '../../testing/purchase.builder.ts';
import { BenefitGrant } from './benefit-grant.ts';

const NOW = new Date('2026-06-01T12:00:00.000Z');
const LATER = new Date('2026-06-02T12:00:00.000Z');
const KEY = { license_key_id: newId(), display_key: '****-ABCDEF' };
const PIECE = { quantity: 1, ordinal: null, bringsLicenseKey: true, renewsLicenseKeyId: null };

const eventNames = (grant: BenefitGrant): string[] => grant.pullEvents().map(({ name }) => name);

function waiting(): BenefitGrant {
  const grantee = { organizationId: newId(), customerId: newId(), memberId: null, subscriptionId: null, orderId: newId() };
  return BenefitGrant.create(grantee, newId(), NOW, PIECE);
}

test('a grant of a license key is decided at once, and created once, with the key', () => {
  const grant = waiting();
  expect([grant.isGranted, grant.isWaiting]).toEqual([true, true]);
  expect(grant.pullEvents()).toMatchObject([{ name: 'benefit_grant.decided', payload: { is_granted: false, properties: {} } }]);
  grant.setProperties(KEY, LATER);
  grant.setProperties(KEY, LATER);
  const [created, ...others] = grant.pullEvents();
  const payload = { is_granted: true, properties: KEY, waited_for_key: true };
  expect(created).toMatchObject({ name: 'benefit_grant.created', occurredAt: LATER, payload });
  expect(others).toEqual([]);
  expect({ ...shown(grant), isWaiting: grant.isWaiting }).toMatchObject({ isWaiting: false, grantedAt: LATER, revision: 1 });
});

test('a waiting grant that renews a license key is created with the ID of that key', () => {
  const grant = waiting();
  grant.pullEvents();
  grant.setProperties({ license_key_id: KEY.license_key_id }, LATER);
  expect(eventNames(grant)).toEqual(['benefit_grant.created']);
});

test('further decisions about a waiting grant are not published as updates of it, and changes of its key come with the key', () => {
  const grant = waiting();
  grant.pullEvents();
  grant.renewTerms(true, LATER);
  grant.standFor({ quantity: 2, ordinal: null }, LATER);
  grant.moveTo(newId(), LATER);
  expect(eventNames(grant)).toEqual(Array(3).fill('benefit_grant.decided'));
  grant.noteKeyChange(LATER);
  expect(eventNames(grant)).toEqual([]);
  grant.setProperties(KEY, LATER);
  grant.noteKeyChange(LATER);
  expect(eventNames(grant)).toEqual(['benefit_grant.created', 'benefit_grant.updated']);
});

test('a grant that is revoked while it waits stays revoked when its key comes, and is created at once when it is granted again', () => {
  const grant = waiting();
  grant.lapse(10, NOW);
  expect([grant.isWaiting, eventNames(grant)]).toEqual([false, ['benefit_grant.decided', 'benefit_grant.revoked']]);
  grant.setProperties(KEY, LATER);
  const [updated, ...others] = grant.pullEvents();
  expect(updated).toMatchObject({ name: 'benefit_grant.updated', payload: { is_granted: false, properties: KEY } });
  expect(others).toEqual([]);
  grant.grant(LATER);
  const [created] = grant.pullEvents();
  expect(created).toMatchObject({ name: 'benefit_grant.created', payload: { properties: KEY, waited_for_key: false } });
});

test('a grant that was revoked before it had a key waits again when it is granted again, also by hand', () => {
  const grant = waiting();
  grant.lapse(10, NOW);
  grant.grant(LATER);
  grant.decideByHand('revoked', 11, LATER);
  grant.decideByHand('granted', 12, LATER);
  expect(eventNames(grant)).toEqual(
    ['decided', 'revoked', 'decided', 'revoked', 'decided'].map((change) => `benefit_grant.${change}`),
  );
  expect(grant.isWaiting).toBe(true);
});

test('a key that was revoked by hand before its grant knew it: the grant is created and revoked', () => {
  const grant = waiting();
  grant.pullEvents();
  grant.setProperties(KEY, LATER);
  grant.applyKeyStatus({ status: 'revoked', revision: 1 }, 20, true, LATER);
  expect([grant.isGranted, eventNames(grant)]).toEqual([false, ['benefit_grant.created', 'benefit_grant.revoked']]);
});
