import {
  aLicenseKey,
  anInstallation,
  aValidationInput,
  withValues,
  NOW,
  secondsAfterNow as after,
} from '../../../testing/license-key.builder.ts';
import type { GrantState, GrantedTerms } from './license-key.types.ts';
import type { LicenseKey } from './license-key.ts';

const DAY = 86_400;
const YEAR = { ttl: 1, timeframe: 'year' } as const;
const inAYear = (start: Date): Date => new Date(new Date(start).setUTCFullYear(start.getUTCFullYear() + 1));
const code = (expected: string) => expect.objectContaining({ code: expected });

const validate = (key: LicenseKey, now: Date, input: Parameters<typeof aValidationInput>[0] = {}) =>
  key.validate(aValidationInput(input), now);
const application = (version: string | null, releasedAt: Date | null = null) => ({ application: { version, releasedAt } });

const GRANT = {
  benefitId: 'benefit',
  isGranted: true,
  expiryRevision: 0,
  keyStatus: null,
  keyStatusRevision: 0,
  ordinal: null,
  quantityRevision: 0,
} as const;
const granted = (revision: number, stateRevision: number): GrantState => ({ ...GRANT, revision, stateRevision });
const termsOf = (key: LicenseKey, expiresAt: Date | null): GrantedTerms => ({
  limitActivations: key.limitActivations,
  limitUsage: key.limitUsage,
  expiresAt,
  policy: structuredClone(key.policy),
});

describe('a lifetime that begins with the first activation', () => {
  const waiting = () =>
    aLicenseKey()
      .limitedTo(2)
      .governedBy({ expiry: { begins: 'first_activation', lifetime: YEAR } })
      .build();

  test('begins once', () => {
    const key = waiting();
    validate(key, after(DAY));
    expect(key.snapshot).toMatchObject({ expiresAt: null, policyState: null });
    key.activate(anInstallation(), after(2 * DAY));
    key.activate(anInstallation(), after(3 * DAY));
    expect(key.expiresAt).toEqual(inAYear(after(2 * DAY)));
    const names = key.pullEvents().map(({ name }) => name);
    expect(names).toEqual(['license_key.updated', 'license_key.activated', 'license_key.activated']);
  });

  test('does not change an expiry set by hand, until the expiry follows the benefit again', () => {
    const key = aLicenseKey()
      .limitedTo(2)
      .issuedFor({ id: 'grant', revision: 1 })
      .governedBy({ expiry: { begins: 'first_activation', lifetime: YEAR } })
      .build();
    key.update({ expiresAt: null }, NOW);
    key.activate(anInstallation(), after(DAY));
    expect(key.expiresAt).toBeNull();
    key.update({}, after(2 * DAY), { expiresAt: null });
    expect(key.expiresAt).toEqual(inAYear(after(DAY)));
  });

  test('is not begun by a grant that returns, and starts anew from then if it has begun', () => {
    const key = waiting();
    key.syncWithGrant(granted(2, 2), termsOf(key, null), after(DAY));
    expect(key.expiresAt).toBeNull();
    key.activate(anInstallation(), after(DAY));
    key.syncWithGrant(granted(3, 3), termsOf(key, null), after(9 * DAY));
    expect(key.expiresAt).toEqual(inAYear(after(9 * DAY)));
  });
});

test('in its grace a key is validated, but neither activated nor after its end', () => {
  const key = aLicenseKey()
    .limitedTo(1)
    .governedBy({ expiry: { graceSeconds: 60 } })
    .build();
  withValues(key, { expiresAt: NOW });
  expect(() => validate(key, after(59))).not.toThrow();
  expect(() => key.activate(anInstallation(), after(59))).toThrow(code('EXPIRED'));
  expect(() => validate(key, after(60))).toThrow(code('EXPIRED'));
});

describe.each([
  ['from_now', inAYear(after(DAY))],
  ['from_expiry', inAYear(after(30 * DAY))],
  ['keep', after(30 * DAY)],
] as const)('renewal %s', (renewal, expected) => {
  const bought = () => {
    const key = aLicenseKey()
      .issuedFor({ id: 'grant', revision: 1 })
      .governedBy({ expiry: { renewal, lifetime: YEAR }, updates: { period: YEAR } })
      .build();
    const policyState = { updates: { from: NOW.toISOString(), until: after(30 * DAY).toISOString() } };
    return withValues(key, { expiresAt: after(30 * DAY), policyState });
  };

  test('when the grant returns', () => {
    const key = bought();
    const from = new Date(+after(30 * DAY) - 365 * DAY * 1000).toISOString();
    withValues(key, { policyState: { updates: { from, until: after(30 * DAY).toISOString() } } });
    key.syncWithGrant(granted(2, 2), termsOf(key, inAYear(after(DAY))), after(DAY));
    expect(key.expiresAt).toEqual(expected);
    expect(key.policyState?.updates?.until).toBe(expected.toISOString());
    key.syncWithGrant(granted(3, 2), termsOf(key, inAYear(after(9 * DAY))), after(9 * DAY));
    expect(key.expiresAt).toEqual(expected);
    expect(key.policyState?.updates?.until).toBe(expected.toISOString());
  });

  test('not when only the lifetime changes, which then counts from that moment', () => {
    const key = bought();
    const changed = { ...granted(2, 1), expiryRevision: 2 };
    key.syncWithGrant(changed, termsOf(key, inAYear(after(DAY))), after(DAY));
    expect(key.expiresAt).toEqual(inAYear(after(DAY)));
  });
});

test('a key runs releases from before the end of its update period, whatever the time', () => {
  const key = aLicenseKey()
    .limitedTo(1)
    .governedBy({ updates: { period: YEAR } })
    .build();
  const end = inAYear(NOW);
  const [before, later] = [new Date(+end - 1), after(5 * 365 * DAY)];
  expect(() => validate(key, later, application(null, before))).not.toThrow();
  expect(() => validate(key, later)).not.toThrow();
  expect(() => validate(key, later, application(null, end))).toThrow(code('UPDATES_ENDED'));
  expect(() => key.activate(anInstallation(application(null, end)), later)).toThrow(code('UPDATES_ENDED'));
});

test('an end of the update period that was set by hand stays when the grant returns, until it follows the benefit again', () => {
  const key = aLicenseKey()
    .issuedFor({ id: 'grant', revision: 1 })
    .governedBy({ updates: { period: YEAR } })
    .build();
  const end = after(5 * DAY);
  key.setUpdatesUntil(end, NOW);
  const set = { from: NOW.toISOString(), until: end.toISOString(), isSetByHand: true };
  expect(key.policyState?.updates).toEqual(set);
  key.syncWithGrant(granted(2, 2), termsOf(key, null), after(DAY));
  expect(key.policyState?.updates).toEqual(set);
  key.pullEvents();
  key.setUpdatesUntil(end, after(DAY));
  expect(key.pullEvents()).toEqual([]);
  key.setUpdatesUntil(null, after(DAY));
  expect(key.policyState?.updates).toEqual({ from: NOW.toISOString(), until: inAYear(NOW).toISOString() });
  expect(key.pullEvents().map(({ name }) => name)).toEqual(['license_key.updated']);
  key.syncWithGrant(granted(3, 3), termsOf(key, null), after(DAY));
  expect(key.policyState?.updates?.until).toBe(inAYear(after(DAY)).toISOString());
  expect(() => aLicenseKey().build().setUpdatesUntil(end, NOW)).toThrow('no update period');
});

test('a key runs the versions that its policy names', () => {
  const key = aLicenseKey()
    .limitedTo(1)
    .governedBy({ versions: { minimum: '2', maximum: '3' } })
    .build();
  expect(() => validate(key, NOW, application('1.9'))).toThrow(code('VERSION_TOO_OLD'));
  expect(() => validate(key, NOW, application('4'))).toThrow(code('VERSION_TOO_NEW'));
  expect(() => validate(key, NOW, application('3.9'))).not.toThrow();
  expect(() => key.activate(anInstallation(application('4')), NOW)).toThrow(code('VERSION_TOO_NEW'));
});

test('a key that was not validated in time is refused until it is granted again', () => {
  const key = aLicenseKey()
    .limitedTo(1)
    .governedBy({ checkIn: { everyDays: 7 } })
    .build();
  validate(key, after(90 * DAY));
  validate(key, after(97 * DAY - 1));
  expect(() => validate(key, after(104 * DAY - 1))).toThrow(code('CHECK_IN_OVERDUE'));
  expect(() => key.activate(anInstallation(), after(104 * DAY - 1))).toThrow(code('CHECK_IN_OVERDUE'));
  key.update({ status: 'granted' }, after(200 * DAY));
  expect(() => validate(key, after(207 * DAY))).toThrow(code('CHECK_IN_OVERDUE'));
  validate(key, after(206 * DAY));
});

describe('usage that counts anew in each period', () => {
  const counted = () =>
    aLicenseKey()
      .usableTimes(3)
      .governedBy({ usagePeriod: { every: 'day' } })
      .build();

  test('has its limit for each period, exactly at the boundary', () => {
    const key = counted();
    validate(key, NOW, { incrementUsage: 3 });
    expect(() => validate(key, after(DAY - 0.001), { incrementUsage: 1 })).toThrow(code('USAGE_LIMIT_EXCEEDED'));
    validate(key, after(DAY), { incrementUsage: 2 });
    expect(key.snapshot).toMatchObject({ usage: 2, policyState: { usagePeriod: { endsAt: after(2 * DAY).toISOString() } } });
    expect(() => validate(key, after(DAY + 1), { incrementUsage: 2 })).toThrow('1 more');
    validate(key, after(30 * DAY));
    expect(key.usage).toBe(0);
  });

  test('a usage set by hand counts in the period in which it was set', () => {
    const key = counted();
    validate(key, NOW, { incrementUsage: 3 });
    key.update({ usage: 2 }, after(5 * DAY));
    expect(() => validate(key, after(5 * DAY), { incrementUsage: 2 })).toThrow(code('USAGE_LIMIT_EXCEEDED'));
  });
});

test('a policy follows the benefit, and one that says the same changes nothing', () => {
  const key = aLicenseKey()
    .governedBy({ versions: { minimum: '1' } })
    .build();
  const { policy } = key;
  key.syncWithGrant({ ...granted(2, 1), benefitId: key.benefitId }, termsOf(key, null), after(1));
  expect([key.policy, key.snapshot.modifiedAt, key.pullEvents()]).toEqual([policy, null, []]);
  expect(key.policy).toBe(policy);
  key.syncWithGrant({ ...granted(3, 1), benefitId: key.benefitId }, { ...termsOf(key, null), policy: null }, after(2));
  expect(key.policy).toBeNull();
  expect(key.pullEvents()).toMatchObject([{ payload: { changed: ['policy'] } }]);
});
