import { aLicenseKey, anInstallation, withValues, NOW } from '../../../testing/index.ts';
import { type ExpiryNoticesPolicy, UNKNOWN_MOMENT } from './expiry-notices.ts';
import { LicenseKey } from './license-key.ts';
import type { NewLicenseKey } from './license-key.types.ts';

const HOUR_MS = 3_600_000;
const daysAfter = (days: number): Date => new Date(NOW.getTime() + days * 24 * HOUR_MS);
const aKeyFor = (days: number, expiryNotices?: ExpiryNoticesPolicy) => {
  const builder = expiryNotices ? aLicenseKey().governedBy({ expiryNotices }) : aLicenseKey();
  return builder.expiredOn(daysAfter(days).toISOString()).build();
};

/** What a worker announces that looks at the key at these days; 0 is the expiry. */
const announced = (key: LicenseKey, ...days: number[]): unknown[] =>
  days.flatMap((day) => {
    key.announceExpiry(daysAfter(day));
    return key
      .pullEvents()
      .flatMap(({ name, payload }) =>
        name === 'license_key.expiring' ? (payload as { days_left: number }).days_left : name === 'license_key.expired' ? 0 : [],
      );
  });
const everyDay = (until: number): number[] => Array.from({ length: until + 1 }, (_, day) => day);

test('by default a key is announced to expire 30, 7 and 1 days before, and when it has expired, once each', () => {
  expect(announced(aKeyFor(40), ...everyDay(50), ...everyDay(50))).toEqual([30, 7, 1, 0]);
});

test('the notice comes at its moment, not before, and carries the end', () => {
  const key = aKeyFor(40);
  key.announceExpiry(new Date(daysAfter(10).getTime() - 1));
  expect(key.pullEvents()).toEqual([]);
  key.announceExpiry(daysAfter(10));
  const expires_at = daysAfter(40).toISOString();
  expect(key.pullEvents()).toMatchObject([{ name: 'license_key.expiring', payload: { expires_at, days_left: 30 } }]);
  key.announceExpiry(new Date(daysAfter(40).getTime() - 1));
  expect(key.pullEvents()).toMatchObject([{ payload: { days_left: 1 } }]);
  key.announceExpiry(daysAfter(40));
  expect(key.pullEvents()).toMatchObject([{ name: 'license_key.expired', occurredAt: daysAfter(40), payload: { expires_at } }]);
});

test('the benefit says how many days before, in any order, or that only the expiry is announced', () => {
  expect(announced(aKeyFor(40, { days: [2, 14, 2] }), ...everyDay(50))).toEqual([14, 2, 0]);
  expect(announced(aKeyFor(40, { days: [] }), ...everyDay(50))).toEqual([0]);
});

test('a key that lives for less is announced only what is still to come', () => {
  expect(announced(aKeyFor(7), ...everyDay(10))).toEqual([1, 0]);
});

test('a worker that was down for days announces the latest notice only', () => {
  expect(announced(aKeyFor(40), 9, 37.5, 50)).toEqual([3, 0]);
  expect(announced(aKeyFor(40), 9, 43)).toEqual([0]);
});

test('a key that is renewed before its notice is not announced until its new end comes near', () => {
  const key = aKeyFor(40);
  expect(announced(key, 10)).toEqual([30]);
  key.update({ expiresAt: daysAfter(80) }, daysAfter(33));
  key.pullEvents();
  expect(announced(key, ...everyDay(90))).toEqual([30, 7, 1, 0]);
});

test('an expired key that is renewed is announced to expire again', () => {
  const key = aKeyFor(1);
  expect(announced(key, 2)).toEqual([0]);
  key.update({ expiresAt: daysAfter(5) }, daysAfter(3));
  key.pullEvents();
  expect(announced(key, 3, 4, 6)).toEqual([1, 0]);
});

test('a key that is ended by hand has expired, once', () => {
  const key = aKeyFor(40);
  key.update({ expiresAt: daysAfter(-1) }, NOW);
  key.pullEvents();
  expect(announced(key, 0, 1)).toEqual([0]);
  key.update({ expiresAt: daysAfter(-2) }, daysAfter(2));
  key.pullEvents();
  expect(announced(key, 2, 3)).toEqual([]);
});

test('the same expiry again changes nothing, and a key that no longer expires is not announced', () => {
  const key = aKeyFor(40);
  expect(announced(key, 10)).toEqual([30]);
  key.update({ expiresAt: daysAfter(40) }, daysAfter(11));
  expect(announced(key, 12)).toEqual([]);
  key.update({ expiresAt: null }, daysAfter(13));
  key.pullEvents();
  expect(announced(key, ...everyDay(50))).toEqual([]);
});

test.each(['disabled', 'revoked'] as const)('a key that is %s is not announced; granted again, what comes then is', (status) => {
  const key = aKeyFor(40);
  key.update({ status }, NOW);
  key.pullEvents();
  expect(announced(key, 10, 33)).toEqual([]);
  key.update({ status: 'granted' }, daysAfter(34));
  key.pullEvents();
  expect(announced(key, 34, 39, 40)).toEqual([1, 0]);
});

test('the key of a deleted customer is not announced', () => {
  const key = aLicenseKey().ofDeletedCustomer().expiredOn(daysAfter(1).toISOString()).build();
  expect(announced(key, 0, 1)).toEqual([]);
});

test('a lifetime that begins with the first activation is announced from then on', () => {
  const expiry = { begins: 'first_activation', lifetime: { ttl: 10, timeframe: 'day' } } as const;
  const key = aLicenseKey().limitedTo(1).governedBy({ expiry }).build();
  expect(announced(key, 3)).toEqual([]);
  key.activate(anInstallation(), daysAfter(4));
  key.pullEvents();
  expect(announced(key, ...everyDay(20))).toEqual([7, 1, 0]);
});

test('other days that the benefit gets take effect, and what is due stays due', () => {
  const days = (given: number[]) => ({ expiryNotices: { days: given } });
  const terms = { limitActivations: null, limitUsage: null, expiresAt: null };
  const decision = { benefitId: 'b', isGranted: true, stateRevision: 1, expiryRevision: 0, keyStatus: null } as const;
  const grant = { ...decision, keyStatusRevision: 0, ordinal: null, quantityRevision: 0 };
  const key = aLicenseKey().issuedFor({ id: 'g', revision: 1 }).expiredOn(daysAfter(40).toISOString()).build();
  key.syncWithGrant({ ...grant, revision: 2 }, { ...terms, policy: days([30, 20]) }, daysAfter(11));
  key.pullEvents();
  expect(announced(key, 11)).toEqual([29]);
  key.syncWithGrant({ ...grant, revision: 3 }, { ...terms, policy: days([25, 3]) }, daysAfter(12));
  key.pullEvents();
  expect(announced(key, ...everyDay(50))).toEqual([25, 3, 0]);
});

test('a key from before there were notices is announced from when it is looked at', () => {
  const key = aKeyFor(40);
  withValues(key, { noticeAt: UNKNOWN_MOMENT });
  expect(announced(key, 20)).toEqual([]);
  expect(key.stored.noticeAt).toEqual(daysAfter(33));
  withValues(key, { noticeAt: UNKNOWN_MOMENT });
  expect(announced(key, 41)).toEqual([]);
  expect(key.stored.noticeAt).toBeNull();
});

test('the trial of a device begins once; a key that was issued elsewhere and has expired is not announced', () => {
  const attributes: NewLicenseKey = {
    organizationId: 'o',
    customerId: 'c',
    benefitId: 'b',
    memberId: null,
    key: 'KEY-1',
    limitActivations: null,
    limitUsage: null,
    expiresAt: daysAfter(14),
    isTrial: true,
  };
  const trial = LicenseKey.create(attributes, NOW);
  expect(trial.pullEvents()).toMatchObject([
    { name: 'license_key.created' },
    { name: 'license_key.trial_started', payload: { expires_at: daysAfter(14).toISOString() } },
  ]);
  expect(announced(trial, ...everyDay(20))).toEqual([7, 1, 0]);
  const history = { usage: 0, installations: [], terms: { expiresAt: daysAfter(-300).toISOString() } };
  const old = LicenseKey.create({ ...attributes, isTrial: undefined, history }, NOW);
  old.pullEvents();
  expect(announced(old, 0, 1)).toEqual([]);
});
