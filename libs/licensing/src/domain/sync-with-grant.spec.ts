import { newId } from '#kernel';
import { aLicenseKey, NOW, secondsAfterNow as later } from '../../testing/license-key.builder.ts';
import type { LicenseKey } from './license-key.ts';

const TERMS = { limitActivations: 5, limitUsage: 10, expiresAt: later(3600) };
const GRANTED_AGAIN = { isGranted: true, revision: 3, stateRevision: 3 };
const REVOKED = { isGranted: false, revision: 2, stateRevision: 2 };
const RENEWED = { isGranted: true, revision: 2, stateRevision: 1 };

const eventNames = (key: LicenseKey): string[] => key.pullEvents().map(({ name }) => name);

/** A key that was issued when its grant was first granted. */
const granted = (): LicenseKey => aLicenseKey().issuedFor({ id: newId(), revision: 1 }).limitedTo(2).build();

test('a key is revoked with its grant, even one that is disabled', () => {
  const key = granted();
  key.update({ status: 'disabled' }, NOW);
  key.pullEvents();
  key.syncWithGrant(REVOKED, TERMS, later(1));
  expect(key.snapshot).toMatchObject({ status: 'revoked', limitActivations: 2 });
  expect(eventNames(key)).toEqual(['license_key.updated', 'license_key.revoked']);
});

test('a revoked key is reinstated with the current terms when it is granted again', () => {
  const key = granted();
  key.syncWithGrant(REVOKED, TERMS, later(1));
  key.syncWithGrant(GRANTED_AGAIN, TERMS, later(2));
  expect(key.snapshot).toMatchObject({ status: 'granted', ...TERMS });
});

test('a disabled key stays disabled when it is granted again', () => {
  const key = granted();
  key.syncWithGrant(REVOKED, TERMS, later(1));
  key.update({ status: 'disabled' }, later(2));
  key.syncWithGrant(GRANTED_AGAIN, TERMS, later(3));
  expect(key.snapshot).toMatchObject({ status: 'disabled', ...TERMS });
});

test.each(['granted', 'disabled', 'revoked'] as const)('new terms leave a key %s', (status) => {
  const key = granted();
  key.update({ status, usage: 4 }, NOW);
  key.syncWithGrant(RENEWED, { ...TERMS, expiresAt: null }, later(1));
  expect(key.snapshot).toMatchObject({ status, usage: 4, limitActivations: 5, limitUsage: 10, expiresAt: null });
});

test('a revision older than the last applied one is ignored', () => {
  const key = granted();
  key.syncWithGrant(REVOKED, TERMS, later(1));
  key.pullEvents();
  key.syncWithGrant({ isGranted: true, revision: 1, stateRevision: 1 }, TERMS, later(2));
  key.syncWithGrant(REVOKED, TERMS, later(2));
  expect([key.snapshot.status, eventNames(key)]).toEqual(['revoked', []]);
});

test('a manual revocation is kept when the terms are renewed', () => {
  const key = granted();
  key.update({ status: 'revoked' }, NOW);
  key.syncWithGrant(RENEWED, TERMS, later(1));
  expect(key.snapshot.status).toBe('revoked');
});
