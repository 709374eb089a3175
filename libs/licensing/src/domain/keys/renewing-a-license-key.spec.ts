import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { aLicenseKey, NOW } from '../../../testing/license-key.builder.ts';
import { expiryAfter, type Lifetime } from '#support/periods';
import type { LicenseKey } from './license-key.ts';
import type { IssuingGrant, RenewingGrant } from './term-renewals.ts';

const YEAR: Lifetime = { ttl: 1, timeframe: 'year' };
const day = (number: number): Date => new Date(NOW.getTime() + number * 86_400_000);
const aYearAfter = (start: Date): Date => expiryAfter(start, YEAR);

const expiringOn = (number: number): LicenseKey => aLicenseKey().expiredOn(day(number).toISOString()).build();
const bought = (key: LicenseKey, state: Partial<RenewingGrant> = {}): RenewingGrant => ({
  id: randomUUID(),
  customerId: key.customerId,
  benefitId: key.benefitId,
  isGranted: true,
  revision: 1,
  purchasedAt: null,
  orderId: randomUUID(),
  subscriptionId: null,
  ...state,
});
const refunded = (grant: RenewingGrant): RenewingGrant => ({ ...grant, isGranted: false, revision: grant.revision + 1 });
const again = (grant: RenewingGrant): RenewingGrant => ({ ...grant, isGranted: true, revision: grant.revision + 1 });
const renew = (key: LicenseKey, grant: RenewingGrant, at = NOW, lifetime: Lifetime | null = YEAR): boolean =>
  key.renewFor(grant, { lifetime }, at);

test.each([
  ['from the purchase, if it has expired', -30, aYearAfter(NOW)],
  ['from its end, if it has not', 30, aYearAfter(day(30))],
])('a purchase gives a key more time %s, once', (_when, end, renewed) => {
  const key = expiringOn(end);
  const grant = bought(key);
  expect([renew(key, grant), renew(key, grant, day(1))]).toEqual([true, true]);
  expect(key.expiresAt).toEqual(renewed);
  const changes = { expires_at: { before: day(end).toISOString(), after: renewed.toISOString() } };
  expect(key.pullEvents()).toMatchObject([
    { name: 'license_key.updated', payload: { changes } },
    { name: 'license_key.renewed' },
  ]);
});

test('the time counts from when it was bought, whenever the purchase is told', () => {
  const key = expiringOn(-30);
  renew(key, bought(key, { purchasedAt: day(-10) }));
  expect(key.expiresAt).toEqual(aYearAfter(day(-10)));
});

test('a renewal keeps activations, usage and limits, and leaves a disabled key disabled', () => {
  const key = aLicenseKey().limitedTo(2).usableTimes(9).activatedOn('laptop').used(3).disabled().expiredOn('2026-01-01').build();
  expect(renew(key, bought(key))).toBe(true);
  expect(key.snapshot).toMatchObject({
    status: 'disabled',
    usage: 3,
    limitUsage: 9,
    limitActivations: 2,
    expiresAt: aYearAfter(NOW),
  });
  expect(key.activationCount).toBe(1);
});

test('a refund takes back what the purchase gave, once, and a refund that fails gives it again', () => {
  const key = expiringOn(-30);
  const grant = bought(key);
  renew(key, grant);
  const back = refunded(grant);
  renew(key, back, day(5));
  renew(key, back, day(6));
  expect(key.expiresAt).toEqual(day(-30));
  renew(key, again(back), day(9));
  expect(key.expiresAt).toEqual(aYearAfter(NOW));
});

test('a refund leaves what other purchases gave, and what the seller set after it', () => {
  const key = expiringOn(10);
  const [first, second] = [bought(key), bought(key)];
  renew(key, first);
  renew(key, second, day(1));
  renew(key, refunded(first), day(2));
  expect(key.expiresAt).toEqual(aYearAfter(day(10)));
  key.update({ expiresAt: day(77) }, day(3));
  renew(key, refunded(second), day(4));
  expect(key.expiresAt).toEqual(day(77));
});

test('a renewal also extends an end that was set by hand, and from then on the benefit does not change it', () => {
  const key = aLicenseKey().issuedFor({ id: randomUUID(), revision: 1 }).build();
  key.update({ expiresAt: day(20) }, NOW);
  renew(key, bought(key));
  expect(key.expiresAt).toEqual(aYearAfter(day(20)));
  const grant = { isGranted: true, revision: 2, stateRevision: 1, expiryRevision: 2, keyStatus: null, keyStatusRevision: 0 };
  const state = { ...grant, benefitId: key.benefitId, ordinal: null, quantityRevision: 0 };
  key.syncWithGrant(state, { limitActivations: null, limitUsage: null, expiresAt: day(1), policy: null }, NOW);
  expect(key.expiresAt).toEqual(aYearAfter(day(20)));
});

test('a subscription renews a key for as long as it lasts', () => {
  const key = expiringOn(-30);
  const grant = bought(key);
  renew(key, grant, NOW, null);
  expect(key.expiresAt).toBeNull();
  renew(key, refunded(grant), day(100), null);
  expect(key.expiresAt).toEqual(day(-30));
});

test.each([
  ['is revoked', (key: LicenseKey) => key.update({ status: 'revoked' }, NOW), {}],
  ['does not expire and was bought once', (key: LicenseKey) => key.update({ expiresAt: null }, NOW), {}],
  ['belongs to another customer', () => undefined, { customerId: randomUUID() }],
  ['is of another benefit', () => undefined, { benefitId: randomUUID() }],
])('a key that %s is not renewed by a purchase, also not later', (_what, change, state) => {
  const key = expiringOn(10);
  change(key);
  const { expiresAt } = key;
  const grant = bought(key, state);
  expect(renew(key, grant)).toBe(false);
  key.update({ status: 'granted' }, NOW);
  expect(renew(key, again(grant))).toBe(false);
  expect(key.expiresAt).toEqual(expiresAt);
});

test('a purchase that was revoked before the key learned of it does nothing', () => {
  const key = expiringOn(10);
  expect(renew(key, refunded(bought(key)))).toBe(true);
  expect(key.expiresAt).toEqual(day(10));
});

test('an update period is renewed and taken back like the term', () => {
  const policy = { updates: { period: YEAR } };
  const key = aLicenseKey().governedBy(policy).expiredOn('2026-01-01').build();
  const grant = bought(key);
  const { until } = key.policyState!.updates!;
  key.renewFor(grant, { lifetime: YEAR, updates: YEAR }, NOW);
  expect(key.policyState!.updates!.until).toBe(aYearAfter(new Date(until)).toISOString());
  key.renewFor(refunded(grant), { lifetime: YEAR, updates: YEAR }, NOW);
  expect(key.policyState!.updates!.until).toBe(until);
});

test('the term is that of the purchases which stand, in whatever order and however often they and their refunds arrive', () => {
  const purchases = fc.uniqueArray(fc.record({ at: fc.integer({ min: 0, max: 900 }), isRefunded: fc.boolean() }), {
    selector: ({ at }) => at,
    maxLength: 6,
  });
  fc.assert(
    fc.property(purchases, fc.integer({ min: -400, max: 400 }), fc.infiniteStream(fc.nat()), (made, end, choices) => {
      const key = expiringOn(end);
      const grants = made.map(({ at, isRefunded }) => ({ at, isRefunded, grant: bought(key, { purchasedAt: day(at) }) }));
      const steps = grants.flatMap(({ grant, isRefunded }) => (isRefunded ? [grant, grant, refunded(grant)] : [grant, grant]));
      for (let left = steps.length; left > 0; left--) {
        const [next] = steps.splice(choices.next().value! % left, 1);
        renew(key, next!);
      }
      const standing = grants.filter(({ isRefunded }) => !isRefunded).sort((some, other) => some.at - other.at);
      const expected = standing.reduce((until, { at }) => aYearAfter(until > day(at) ? until : day(at)), day(end));
      expect(key.expiresAt).toEqual(expected);
    }),
  );
});

describe('what a key was issued for ends', () => {
  const issuedFor: IssuingGrant = { subscriptionId: null, keyStatus: null, keyStatusRevision: 0 };
  const TERMS = { limitActivations: null, limitUsage: null, policy: null };

  /** A key that was bought, with what becomes of its own grant. */
  function issued(end: number | null, grant = issuedFor) {
    const builder = aLicenseKey().issuedFor({ id: randomUUID(), revision: 1 });
    const key = (end === null ? builder : builder.expiredOn(day(end).toISOString())).build();
    let revision = 1;
    const sync = (isGranted: boolean): void => {
      revision += 1;
      const own = { isGranted, revision, stateRevision: revision, expiryRevision: 0, keyStatus: null, keyStatusRevision: 0 };
      const terms = { ...TERMS, expiresAt: end === null ? null : day(end) };
      key.syncWithGrant({ ...own, benefitId: key.benefitId, ordinal: null, quantityRevision: 0 }, terms, NOW);
    };
    const renewedBy = (purchase: RenewingGrant, lifetime: Lifetime | null = YEAR, updates?: Lifetime): boolean =>
      key.renewFor(purchase, { lifetime, ...(updates ? { updates } : {}) }, NOW, { issuedFor: grant });
    return { key, sync, renewedBy };
  }
  const OF_SUBSCRIPTION = { ...issuedFor, subscriptionId: randomUUID() };

  test('a refund of the first purchase takes only its time, and the key is revoked with the last one', () => {
    const { key, sync, renewedBy } = issued(300);
    const renewal = bought(key, { purchasedAt: day(10) });
    renewedBy(renewal);
    sync(false);
    expect([key.status, key.expiresAt]).toEqual(['granted', aYearAfter(day(10))]);
    sync(true);
    expect([key.status, key.expiresAt]).toEqual(['granted', aYearAfter(day(300))]);
    sync(false);
    renewedBy(refunded(renewal));
    expect(key.status).toBe('revoked');
    renewedBy(again(refunded(renewal)));
    expect([key.status, key.expiresAt]).toEqual(['granted', aYearAfter(day(10))]);
  });

  test('an end that the seller set stays, and the key is revoked with the last purchase all the same', () => {
    const { key, sync, renewedBy } = issued(300);
    const renewal = bought(key);
    renewedBy(renewal);
    key.update({ expiresAt: day(77) }, NOW);
    sync(false);
    expect([key.status, key.expiresAt]).toEqual(['granted', day(77)]);
    renewedBy(refunded(renewal));
    expect([key.status, key.expiresAt]).toEqual(['revoked', day(77)]);
  });

  test('a key whose subscription has ended is granted again by a purchase, from when that was made', () => {
    const { key, sync, renewedBy } = issued(null, OF_SUBSCRIPTION);
    sync(false);
    expect(renewedBy(bought(key, { purchasedAt: day(3) }))).toBe(true);
    expect([key.status, key.expiresAt]).toEqual(['granted', aYearAfter(day(3))]);
    expect(key.pullEvents().map(({ name }) => name)).toEqual(
      expect.arrayContaining(['license_key.enabled', 'license_key.renewed']),
    );
  });

  test('from a subscription to a lifetime: the key outlives the subscription', () => {
    const { key, sync, renewedBy } = issued(null, OF_SUBSCRIPTION);
    expect(renewedBy(bought(key), null)).toBe(true);
    sync(false);
    expect([key.status, key.expiresAt]).toEqual(['granted', null]);
    expect(renewedBy(bought(key), null)).toBe(false);
  });

  test('a key that was revoked by hand stays revoked, also where its grant does not know of that yet', () => {
    const { key, renewedBy } = issued(10);
    key.update({ status: 'revoked' }, NOW);
    expect(renewedBy(bought(key))).toBe(false);
    const aware = issued(10, { ...issuedFor, keyStatus: 'revoked', keyStatusRevision: 1 });
    aware.key.update({ status: 'revoked' }, NOW);
    expect(aware.renewedBy(bought(aware.key))).toBe(false);
  });

  test('updates are bought again for a key without an end, also after an end that was set by hand', () => {
    const key = aLicenseKey()
      .governedBy({ updates: { period: YEAR } })
      .build();
    const first = bought(key);
    const extend = (grant: RenewingGrant): boolean => key.renewFor(grant, { lifetime: null, updates: YEAR }, NOW);
    const { until } = key.policyState!.updates!;
    expect(extend(first)).toBe(true);
    expect([key.expiresAt, key.policyState!.updates!.until]).toEqual([null, aYearAfter(new Date(until)).toISOString()]);
    extend(refunded(first));
    expect(key.policyState!.updates!.until).toBe(until);
    key.setUpdatesUntil(day(800), NOW);
    extend(bought(key));
    expect(key.policyState!.updates).toMatchObject({ until: aYearAfter(day(800)).toISOString(), isSetByHand: true });
  });

  test('whatever ends takes what it gave, in whatever order purchases, refunds and disputes are told', () => {
    const made = fc.uniqueArray(fc.record({ at: fc.integer({ min: 0, max: 900 }), changes: fc.nat(3) }), {
      selector: ({ at }) => at,
      maxLength: 5,
    });
    fc.assert(
      fc.property(
        made,
        fc.nat(3),
        fc.integer({ min: 1, max: 400 }),
        fc.infiniteStream(fc.nat()),
        (purchases, changes, end, choices) => {
          const { key, sync, renewedBy } = issued(end);
          const renewals = purchases.map((each) => ({
            ...each,
            grant: bought(key, { purchasedAt: day(each.at) }),
            isKnown: false,
          }));
          const left = [{ changes, renewal: null }, ...renewals.map((each) => ({ changes: each.changes + 1, renewal: each }))];
          const standing = new Set<unknown>([null]);
          for (;;) {
            const open = left.filter((each) => each.changes > 0);
            if (open.length === 0) break;
            const next = open[choices.next().value! % open.length]!;
            next.changes -= 1;
            const stands = !standing.has(next.renewal);
            if (stands) standing.add(next.renewal);
            else standing.delete(next.renewal);
            if (next.renewal === null) sync(stands);
            else {
              const { renewal } = next;
              if (renewal.isKnown) renewal.grant = stands ? again(renewal.grant) : refunded(renewal.grant);
              renewal.isKnown = true;
              renewedBy(renewal.grant);
              renewedBy(renewal.grant);
            }
            expect(key.status).toBe(standing.size > 0 ? 'granted' : 'revoked');
          }
          const given = renewals.filter((each) => standing.has(each)).sort((one, other) => one.at - other.at);
          const before = standing.has(null) || given.length === 0 ? day(end) : day(given[0]!.at);
          expect(key.expiresAt).toEqual(given.reduce((until, { at }) => aYearAfter(until > day(at) ? until : day(at)), before));
        },
      ),
    );
  });
});
