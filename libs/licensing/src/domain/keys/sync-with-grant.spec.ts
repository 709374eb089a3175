import { newId, ValidationFailed } from '#kernel';
import { aLicenseKey, NOW, secondsAfterNow as later } from '../../../testing/license-key.builder.ts';
import type { LicenseKey } from './license-key.ts';
import type { GrantState } from './license-key.types.ts';

const TERMS = { limitActivations: 5, limitUsage: 10, expiresAt: later(3600), policy: null };
const BENEFIT = newId();
/** A grant that has applied no status of its key. */
const UNAWARE = {
  benefitId: BENEFIT,
  keyStatus: null,
  keyStatusRevision: 0,
  ordinal: null,
  quantityRevision: 0,
  expiryRevision: 0,
};
const GRANTED_AGAIN: GrantState = { isGranted: true, revision: 3, stateRevision: 3, ...UNAWARE };
const REVOKED: GrantState = { isGranted: false, revision: 2, stateRevision: 2, ...UNAWARE };
const RENEWED: GrantState = { isGranted: true, revision: 2, stateRevision: 1, ...UNAWARE };
/** The state of a grant that has applied this many statuses set by hand, the last of which is `keyStatus`. */
const aware = (state: GrantState, keyStatus: GrantState['keyStatus'], keyStatusRevision = 1): GrantState => ({
  ...state,
  keyStatus,
  keyStatusRevision,
});

const eventNames = (key: LicenseKey): string[] => key.pullEvents().map(({ name }) => name);

/** A key that was issued when its grant was first granted. */
const granted = (): LicenseKey => aLicenseKey().from(BENEFIT).issuedFor({ id: newId(), revision: 1 }).limitedTo(2).build();

test('a key is revoked with its grant, even one that is disabled', () => {
  const key = granted();
  key.update({ status: 'disabled' }, NOW);
  key.pullEvents();
  key.syncWithGrant(aware(REVOKED, 'disabled'), TERMS, later(1));
  expect(key.snapshot).toMatchObject({ status: 'revoked', limitActivations: 2 });
  expect(eventNames(key)).toEqual(['license_key.revoked']);
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
  key.syncWithGrant(aware(GRANTED_AGAIN, 'disabled'), TERMS, later(3));
  expect(key.snapshot).toMatchObject({ status: 'disabled', ...TERMS });
});

test.each(['granted', 'disabled', 'revoked'] as const)('new terms leave a key %s', (status) => {
  const key = granted();
  key.update({ status, usage: 4 }, NOW);
  key.syncWithGrant({ ...aware(RENEWED, status), expiryRevision: 2 }, { ...TERMS, expiresAt: null }, later(1));
  expect(key.snapshot).toMatchObject({ status, usage: 4, limitActivations: 5, limitUsage: 10, expiresAt: null });
});

test('a revision older than the last applied one is ignored', () => {
  const key = granted();
  key.syncWithGrant(REVOKED, TERMS, later(1));
  key.pullEvents();
  key.syncWithGrant({ ...GRANTED_AGAIN, revision: 1, stateRevision: 1 }, TERMS, later(2));
  key.syncWithGrant(REVOKED, TERMS, later(2));
  expect([key.snapshot.status, eventNames(key)]).toEqual(['revoked', []]);
});

test('a manual revocation is kept when the terms are renewed', () => {
  const key = granted();
  key.update({ status: 'revoked' }, NOW);
  key.syncWithGrant(aware(RENEWED, 'revoked'), TERMS, later(1));
  expect(key.snapshot.status).toBe('revoked');
});

test.each(['granted', 'disabled', 'revoked'] as const)(
  'a grant that has yet to apply the status %s set by hand does not change it',
  (status) => {
    const key = granted();
    key.update({ status }, NOW);
    key.syncWithGrant(REVOKED, TERMS, later(1));
    key.syncWithGrant(GRANTED_AGAIN, TERMS, later(2));
    expect(key.snapshot).toMatchObject({ status, ...TERMS });
    key.syncWithGrant({ ...aware(REVOKED, status), revision: 4, stateRevision: 4 }, TERMS, later(3));
    expect(key.snapshot.status).toBe('revoked');
  },
);

test('a grant that has applied the first of two statuses set by hand does not undo the second', () => {
  const key = granted();
  key.syncWithGrant(REVOKED, TERMS, NOW);
  key.update({ status: 'granted' }, later(1));
  key.update({ status: 'revoked' }, later(2));
  key.syncWithGrant(aware(GRANTED_AGAIN, 'granted'), TERMS, later(3));
  expect(key.snapshot.status).toBe('revoked');
});

test('a key that was disabled by hand is disabled again when its grant returns', () => {
  const key = granted();
  key.update({ status: 'disabled' }, NOW);
  key.syncWithGrant(aware(REVOKED, 'disabled'), TERMS, later(1));
  key.syncWithGrant(aware(GRANTED_AGAIN, 'disabled'), TERMS, later(2));
  expect(key.snapshot).toMatchObject({ status: 'disabled', ...TERMS });
});

describe('the expiry of a key', () => {
  const expiring = (): LicenseKey =>
    aLicenseKey().from(BENEFIT).issuedFor({ id: newId(), revision: 1 }).expiredOn('2027-01-01').build();

  test('does not start anew when another term of the benefit changes', () => {
    const key = expiring();
    key.syncWithGrant(RENEWED, TERMS, later(1));
    expect(key.snapshot).toMatchObject({ ...TERMS, expiresAt: new Date('2027-01-01') });
  });

  test('starts anew when the lifetime changes, even if a later change of another term arrives first', () => {
    const key = expiring();
    key.syncWithGrant({ ...RENEWED, revision: 3, expiryRevision: 2 }, TERMS, later(1));
    key.syncWithGrant({ ...RENEWED, revision: 2, expiryRevision: 2 }, { ...TERMS, expiresAt: later(9) }, later(2));
    expect(key.snapshot.expiresAt).toEqual(TERMS.expiresAt);
  });

  test('starts anew when the benefit is granted again', () => {
    const key = expiring();
    key.syncWithGrant(REVOKED, TERMS, later(1));
    key.syncWithGrant(GRANTED_AGAIN, TERMS, later(2));
    expect(key.snapshot.expiresAt).toEqual(TERMS.expiresAt);
  });
});

describe('terms set by hand', () => {
  const BY_HAND = { limitActivations: 7, limitUsage: null, expiresAt: later(99) };

  test.each(Object.keys(BY_HAND) as (keyof typeof BY_HAND)[])('%s stays when the benefit changes or is granted again', (term) => {
    const key = granted();
    key.update({ [term]: BY_HAND[term] }, NOW);
    key.syncWithGrant({ ...RENEWED, expiryRevision: 2 }, TERMS, later(1));
    expect(key.snapshot).toMatchObject({ ...TERMS, [term]: BY_HAND[term] });
    key.syncWithGrant({ ...REVOKED, revision: 3, stateRevision: 3 }, TERMS, later(2));
    key.syncWithGrant({ ...GRANTED_AGAIN, revision: 4, stateRevision: 4 }, TERMS, later(3));
    expect(key.snapshot).toMatchObject({ status: 'granted', ...TERMS, [term]: BY_HAND[term] });
  });

  test('follow the benefit again when the seller says so', () => {
    const key = granted();
    key.update(BY_HAND, NOW);
    key.update({}, later(1), { limitActivations: 5, limitUsage: 10 });
    expect(key.snapshot).toMatchObject({ limitActivations: 5, limitUsage: 10, expiresAt: BY_HAND.expiresAt });
    key.syncWithGrant({ ...RENEWED, expiryRevision: 2 }, { ...TERMS, limitActivations: 6 }, later(2));
    expect(key.snapshot).toMatchObject({ limitActivations: 6, limitUsage: 10, expiresAt: BY_HAND.expiresAt });
  });

  test('of a key without a grant follow nothing', () => {
    const key = aLicenseKey().build();
    expect(() => key.update({ usage: 3 }, NOW, { limitUsage: 10 })).toThrow(ValidationFailed);
    expect(key.snapshot).toMatchObject({ usage: 0, limitUsage: null });
  });
});

describe('a status set by hand', () => {
  const decisionsOf = (key: LicenseKey) => key.pullEvents().filter(({ name }) => name === 'license_key.status_decided');

  test('is published with its number, even if it is the status that the key has', () => {
    const key = granted();
    key.update({ status: 'granted' }, NOW);
    key.update({ status: 'revoked' }, later(1));
    key.update({ limitUsage: 3 }, later(2));
    expect(decisionsOf(key)).toMatchObject([
      { payload: { status: 'granted', status_revision: 1 } },
      { payload: { status: 'revoked', status_revision: 2 } },
    ]);
  });

  test('that the key has already changes nothing else', () => {
    const key = granted();
    const before = key.snapshot;
    key.update({ status: 'granted' }, later(1));
    expect(key.snapshot).toEqual(before);
    expect(eventNames(key)).toEqual(['license_key.status_decided']);
  });

  test('is not published by a key that follows its grant or has none', () => {
    const [key, direct] = [granted(), aLicenseKey().build()];
    key.syncWithGrant(REVOKED, TERMS, later(1));
    direct.update({ status: 'revoked' }, later(1));
    expect([...decisionsOf(key), ...decisionsOf(direct)]).toEqual([]);
  });
});

test('a key moves with its grant to another benefit, at its terms, and keeps what was set by hand', () => {
  const key = granted();
  key.update({ limitUsage: 77 }, later(1));
  key.pullEvents();
  const pro = newId();
  key.syncWithGrant({ ...RENEWED, benefitId: pro, expiryRevision: 2 }, TERMS, later(2));
  expect(key.snapshot).toMatchObject({ ...TERMS, benefitId: pro, limitUsage: 77, status: 'granted' });
  const [updated] = key.pullEvents();
  expect(updated).toMatchObject({ payload: { benefit_id: pro, changed: ['benefit_id', 'limit_activations', 'expires_at'] } });
  key.syncWithGrant({ ...REVOKED, revision: 3, stateRevision: 3 }, TERMS, later(3));
  expect(key.snapshot).toMatchObject({ benefitId: BENEFIT, status: 'revoked' });
});
