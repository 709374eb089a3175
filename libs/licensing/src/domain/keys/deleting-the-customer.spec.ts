import { newId } from '#kernel';
import { aLicenseKey, anInstallation, aValidationInput, NOW } from '../../../testing/license-key.builder.ts';

const refused = { code: 'REVOKED' };
const validate = (key: ReturnType<ReturnType<typeof aLicenseKey>['build']>) => key.validate(aValidationInput(), NOW);

test('a key of a deleted customer is refused as if it were revoked, and nothing is counted or recorded', () => {
  const key = aLicenseKey().limitedTo(1).ofDeletedCustomer().build();
  expect(() => validate(key)).toThrow(expect.objectContaining(refused));
  expect(() => key.activate(anInstallation(), NOW)).toThrow(expect.objectContaining(refused));
  expect(key.snapshot).toMatchObject({ status: 'granted', validations: 0 });
  expect(key.pullEvents()).toEqual([]);
});

test('devices of a deleted customer can still be deactivated', () => {
  const key = aLicenseKey().limitedTo(1).activatedOn('laptop').ofDeletedCustomer().build();
  key.deactivate(key.activations[0]!.id, NOW);
  expect(key.activations[0]!.isLive).toBe(false);
});

test.each([
  ['before it is revoked', false],
  ['after it was revoked', true],
])('a key that the seller grants again %s is valid', (_when, isRevoked) => {
  const key = aLicenseKey().ofDeletedCustomer().build();
  if (isRevoked) key.update({ status: 'revoked' }, NOW);
  key.update({ status: 'granted' }, NOW);
  expect(validate(key)).toBeNull();
});

test('a key that its grant restores is valid, one that only gets new terms is not', () => {
  const terms = { limitActivations: null, limitUsage: null, expiresAt: null, policy: null };
  const benefitId = newId();
  const revisions = {
    revision: 2,
    stateRevision: 2,
    expiryRevision: 0,
    keyStatusRevision: 0,
    ordinal: null,
    quantityRevision: 0,
  };
  const grant = { benefitId, isGranted: true, keyStatus: null, ...revisions };
  const issued = () => aLicenseKey().from(benefitId).issuedFor({ id: 'grant', revision: 1 }).ofDeletedCustomer().build();
  const renewed = issued();
  renewed.syncWithGrant(grant, { ...terms, limitUsage: 5 }, NOW);
  expect(() => validate(renewed)).toThrow(expect.objectContaining(refused));
  const restored = issued();
  restored.syncWithGrant({ ...grant, isGranted: false }, terms, NOW);
  restored.syncWithGrant({ ...grant, revision: 3, stateRevision: 3 }, terms, NOW);
  expect(validate(restored)).toBeNull();
});
