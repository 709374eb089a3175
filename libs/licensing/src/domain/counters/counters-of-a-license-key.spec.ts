import fc from 'fast-check';
import { counterAt } from '#support/counters';
import { ValidationFailed } from '#kernel';
import { aLicenseKey, anInstallation, aPresentation, NOW, secondsAfterNow as after } from '../../../testing/index.ts';
import { validationAttempt } from '../checks/attempts.ts';
import type { LicenseKey } from '../keys/license-key.ts';
import { Leasing } from '../leases/leasing.ts';
import type { LicensePolicy } from '../policy/license-policy.ts';
import { MOST_INCREMENTS } from './kept-increments.ts';
import type { LeasedUnits, UnitsRequest } from './leased-units.ts';

const DAY = 86_400;
type Counters = NonNullable<LicensePolicy['counters']>;

const keyWith = (counters: Counters) => aLicenseKey().limitedTo(5).governedBy({ counters }).build();
const add = (key: LicenseKey, units: number, at = NOW, counter = 'exports') =>
  key.validate(aPresentation({ increment: { counter, units } }), at);
const usedOf = (key: LicenseKey, at = NOW, counter = 'exports') => counterAt(key, counter, at).used;

/** The code of a refusal, or its text; undefined if there is none. */
const refusal = (run: () => unknown): string | undefined => {
  try {
    run();
  } catch (error) {
    return (error as { code?: string }).code ?? (error as Error).message;
  }
  return undefined;
};

test('a validation adds to the counter that it names, up to its limit and overdraft, and to nothing else', () => {
  const key = keyWith({ exports: { limit: 10, overdraft: 2 }, pages: {} });
  add(key, 9);
  add(key, 1_000_000, NOW, 'pages');
  expect(refusal(() => add(key, 4))).toBe('COUNTER_LIMIT_REACHED');
  expect(() => add(key, 4)).toThrow('Counter `exports` of the license key has 3 units left.');
  add(key, 3);
  expect([usedOf(key), usedOf(key, NOW, 'pages'), key.usage, key.validations]).toEqual([12, 1_000_000, 0, 3]);
});

test.each(['import', 'constructor', 'hasown'])(
  'the name %s, which the key does not count, is refused and changes nothing',
  (name) => {
    const key = keyWith({ exports: { limit: 10 } });
    expect(refusal(() => add(key, 1, NOW, name))).toBe('The license key has no such counter.');
    expect(refusal(() => key.update({ counters: { [name]: 0 } }, NOW))).toBe('The license key has no such counter.');
    expect(key).toMatchObject({ validations: 0, policyState: null });
  },
);

test('a counter without a limit counts as far as numbers are stored', () => {
  const key = keyWith({ exports: {} });
  key.update({ counters: { exports: 2_147_483_640 } }, NOW);
  expect(refusal(() => add(key, 8))).toBe('The counter would exceed 2147483647.');
  add(key, 7);
  expect(usedOf(key)).toBe(2_147_483_647);
});

test('a counter counts from 0 again in each period, and what is left rolls over up to a bound', () => {
  const key = keyWith({ exports: { limit: 10, period: 'day', rollover: 15 } });
  const carried = (day: number) => counterAt(key, 'exports', after(day * DAY)).carriedOver ?? 0;
  add(key, 4);
  expect([carried(0), carried(1), carried(2), usedOf(key, after(DAY))]).toEqual([0, 6, 15, 0]);
  add(key, 16, after(DAY));
  expect(refusal(() => add(key, 1, after(2 * DAY - 1)))).toBe('COUNTER_LIMIT_REACHED');
  expect(carried(2)).toBe(0);
  add(key, 10, after(2 * DAY));
  expect([carried(3), carried(4)]).toEqual([0, 10]);
});

test('an overdraft rolls nothing over, and is not owed', () => {
  const key = keyWith({ exports: { limit: 10, period: 'day', rollover: 10, overdraft: 5 } });
  add(key, 15);
  expect(counterAt(key, 'exports', after(DAY))).toMatchObject({ used: 0, resets: 1 });
  add(key, 15, after(DAY));
});

test('what rolls over counts from the period in which the key was issued, also if nothing was used', () => {
  const key = keyWith({ exports: { limit: 10, period: 'day', rollover: 100 }, pages: { limit: 10, period: 'day' } });
  expect(counterAt(key, 'exports', after(3 * DAY))).toMatchObject({ carriedOver: 30 });
  expect(counterAt(key, 'pages', after(3 * DAY)).carriedOver).toBeUndefined();
});

test('the seller sets a counter, which is told with what it was; the same value changes nothing', () => {
  const key = keyWith({ exports: { limit: 10 }, pages: { limit: 5 } });
  add(key, 10);
  key.update({ counters: { exports: 0, pages: 0 } }, NOW);
  const [told, ...others] = key.pullEvents();
  expect(told).toMatchObject({
    name: 'license_key.updated',
    payload: { changes: { counters: { before: { exports: 10 }, after: { exports: 0 } } } },
  });
  expect(others).toEqual([]);
  add(key, 10);
  expect(usedOf(key)).toBe(10);
});

test('a counter that the policy has no more is forgotten when another one is used', () => {
  const key = keyWith({ exports: {}, pages: {} });
  add(key, 1);
  Object.assign(key.stored, { policy: { counters: { pages: {} } } });
  add(key, 1, NOW, 'pages');
  expect(key.policyState?.counters).toEqual({ pages: { used: 1, resets: 0 } });
});

test('reserved units of a counter are left for nobody else, and are added to it when they are committed', () => {
  const key = keyWith({ exports: { limit: 10 }, pages: { limit: 10 } }).loadedWith({ databaseTime: NOW });
  const reserve = (counter: string, units: number) => {
    const input = aPresentation({ increment: { counter, units, path: ['counter'] } });
    return key.reserve({ units, counter, seconds: 60 }, validationAttempt(key, input, NOW));
  };
  const { id } = reserve('exports', 6);
  const other = reserve('exports', 4);
  expect([refusal(() => add(key, 1)), refusal(() => reserve('exports', 1))]).toEqual(Array(2).fill('COUNTER_LIMIT_REACHED'));
  reserve('pages', 10);
  expect([key.reservedOf('exports'), key.reservedOf('pages'), key.reservedUnits]).toEqual([10, 10, 0]);
  expect(key.commitReservation(id, 5, NOW)).toEqual({ units: 5, counter: 'exports' });
  expect(key.releaseReservation(other.id)).toBe('exports');
  expect([usedOf(key), key.usage, key.reservedOf('exports')]).toEqual([5, 0, 0]);
  add(key, 5);
});

describe('metadata of increments', () => {
  const metadata = { project: 'Site plan', pages: 12, draft: false };
  const keyAt = (kept: number) => {
    const key = keyWith({ exports: { limit: 10 } }).loadedWith({ databaseTime: NOW });
    Object.assign(key.stored, { policyState: { keptIncrements: kept } });
    return key;
  };
  const addWith = (key: LicenseKey, units: number, about?: object) =>
    key.validate(aPresentation({ increment: { counter: 'exports', units, metadata: about as typeof metadata } }), NOW);
  const reserve = (key: LicenseKey, increment: object, counter?: string) => {
    const attempt = validationAttempt(key, aPresentation(increment), NOW);
    return key.reserve({ units: 5, counter, seconds: 60 }, attempt).id;
  };

  test('an increment with metadata is kept once, with the activation; one without is not, nor one that is refused', () => {
    const key = keyAt(0);
    const { id: activationId } = key.activate(anInstallation({ device: 'one' }), NOW);
    key.validate(aPresentation({ activationId, increment: { counter: 'exports', units: 2, metadata } }), NOW);
    addWith(key, 1);
    addWith(key, 1, {});
    expect(refusal(() => addWith(key, 7, metadata))).toBe('COUNTER_LIMIT_REACHED');
    const { organizationId, id: licenseKeyId } = key;
    expect(key.pullIncrements()).toEqual([
      {
        organizationId,
        licenseKeyId,
        position: 0,
        id: expect.any(String),
        counter: 'exports',
        units: 2,
        activationId,
        metadata,
        createdAt: NOW,
      },
    ]);
    expect(key.pullIncrements()).toEqual([]);
  });

  test('the newest increment replaces the oldest one', () => {
    const key = keyAt(MOST_INCREMENTS - 1);
    for (let round = 0; round < 2; round++) addWith(key, 1, metadata);
    expect(key.pullIncrements().map(({ position }) => position)).toEqual([MOST_INCREMENTS - 1, 0]);
  });

  test('what is tried out is not kept', () => {
    const key = keyAt(0);
    addWith(key.copy(), 1, metadata);
    expect(key.pullIncrements()).toEqual([]);
  });

  test('a reservation keeps what was used of it, with the activation for which it was made', () => {
    const key = keyAt(0);
    const { id: activationId } = key.activate(anInstallation({ device: 'one' }), NOW);
    const increment = { activationId, increment: { counter: 'exports', units: 5 } };
    const [used, unused] = [reserve(key, increment, 'exports'), reserve(key, increment, 'exports')];
    key.commitReservation(used, 3, NOW, metadata);
    key.commitReservation(unused, 0, NOW, metadata);
    expect(key.pullIncrements()).toMatchObject([{ counter: 'exports', units: 3, activationId, metadata }]);
  });

  test('units of the usage, and of a counter that the policy has no more, have none', () => {
    const key = keyAt(0);
    const [ofUsage, ofCounter] = [reserve(key, { incrementUsage: 5 }), reserve(key, {}, 'exports')];
    expect(() => key.commitReservation(ofUsage, null, NOW, metadata)).toThrow(ValidationFailed);
    expect([key.usage, key.reservedUnits]).toEqual([0, 5]);
    Object.assign(key.stored, { policy: { counters: { pages: {} } } });
    key.commitReservation(ofCounter, null, NOW, metadata);
    expect(key.pullIncrements()).toEqual([]);
  });
});

describe('units of a lease', () => {
  const OFFLINE = { leaseSeconds: 3600, graceSeconds: 0, maxOfflineDevices: 5 };

  /** Each command loads the leases at its own time. */
  function leasedKey(counters: Counters) {
    const key = keyWith(counters);
    let at = NOW;
    let index = 0;
    const load = (now: Date) => {
      const { leases = [] } = key.leasing ?? {};
      at = now;
      const leasing = Leasing.of(at, OFFLINE, 0);
      for (const lease of leases) leasing.load(lease);
      return key.loadedWith({ leasing });
    };
    const lease = (device: string, units?: UnitsRequest, now = at) =>
      load(now).lease({ activationId: null, installation: anInstallation({ device }), units }, () => index++);
    return { key, lease };
  }

  interface Leased {
    readonly units: LeasedUnits | null;
  }

  const take = (units: number): UnitsRequest => ({ take: { exports: units }, settled: null });
  const settle = ({ units }: Leased, used: number, taken = 0): UnitsRequest => ({
    take: taken ? { exports: taken } : {},
    settled: { unitsId: units!.id, used: { exports: used } },
  });
  const shareOf = ({ units }: Leased) => units?.shares['exports']?.units ?? 0;

  test('count as used when they are taken, and those that were not used are given back', () => {
    const { key, lease } = leasedKey({ exports: { limit: 10 } });
    const first = lease('one', take(8));
    expect([shareOf(first), usedOf(key)]).toEqual([8, 8]);
    expect(refusal(() => lease('two', take(3)))).toBe('COUNTER_LIMIT_REACHED');
    expect(key.activations).toHaveLength(1);
    expect(shareOf(lease('two', take(2)))).toBe(2);
    const second = lease('one', settle(first, 5, 3));
    expect([shareOf(second), usedOf(key)]).toEqual([3, 10]);
    expect(shareOf(lease('one'))).toBe(3);
  });

  test('are settled once: a device that got no answer has the units of the last lease', () => {
    const { key, lease } = leasedKey({ exports: { limit: 10 } });
    const first = lease('one', take(6));
    lease('one', settle(first, 2, 4));
    const repeated = lease('one', settle(first, 2, 4));
    expect([shareOf(repeated), usedOf(key)]).toEqual([8, 10]);
  });

  test('are settled by a device that did not get the answer to a renewal before', () => {
    const { key, lease } = leasedKey({ exports: { limit: 10 } });
    const first = lease('one', take(6));
    lease('one');
    lease('one', take(1));
    expect(shareOf(lease('one', settle(first, 5)))).toBe(0);
    expect(usedOf(key)).toBe(5);
  });

  test('are not settled with more than were leased, which changes nothing', () => {
    const { key, lease } = leasedKey({ exports: { limit: 10 } });
    const first = lease('one', take(6));
    expect(refusal(() => lease('one', settle(first, 7)))).toBe('The lease has 6 units.');
    expect(shareOf(lease('one', settle(first, 6)))).toBe(0);
    expect(usedOf(key)).toBe(6);
  });

  test.each([
    ['a new period', (_key: LicenseKey) => after(DAY)],
    [
      'a reset by hand',
      (key: LicenseKey) => {
        key.update({ counters: { exports: 0 } }, NOW);
        return NOW;
      },
    ],
  ])('that were taken before %s are not given back after it', (_, begin) => {
    const { key, lease } = leasedKey({ exports: { limit: 10, period: 'day' } });
    const other = lease('other', take(3));
    lease('one', take(6));
    const at = begin(key);
    add(key, 4, at);
    const both = lease('one', take(2), at);
    lease('one', settle(both, 0), at);
    lease('other', settle(other, 0), at);
    expect(usedOf(key, at)).toBe(4);
  });

  /** Answers get lost: a device that has settled uses none of its units until it gets one. */
  test('never is more used than granted, whatever devices do and whatever answers get lost', () => {
    const LIMIT = 20;
    const device = fc.constantFrom('one', 'two', 'three');
    const steps = fc.oneof(
      fc.record({ does: fc.constant('online' as const), device, units: fc.integer({ min: 1, max: 4 }) }),
      fc.record({ does: fc.constant('offline' as const), device, units: fc.integer({ min: 1, max: 6 }) }),
      fc.record({
        does: fc.constantFrom('renews' as const, 'loses' as const),
        device,
        units: fc.integer({ min: 0, max: 8 }),
        settles: fc.boolean(),
      }),
    );
    const totals = { used: 0, refused: 0 };
    fc.assert(
      fc.property(fc.array(steps, { minLength: 5, maxLength: 40 }), (all) => {
        const { key, lease } = leasedKey({ exports: { limit: LIMIT } });
        const devices = new Map<string, { lease: Leased; used: number; hasSettled: boolean }>();
        let used = 0;
        for (const step of all) {
          const { does, device: name, units } = step;
          const known = devices.get(name);
          if (does === 'online') {
            if (refusal(() => add(key, units)) === undefined) used += units;
          } else if (does === 'offline') {
            if (!known || known.hasSettled || known.used + units > shareOf(known.lease)) continue;
            known.used += units;
            used += units;
          } else {
            if (known?.lease.units && step.settles) known.hasSettled = true;
            const settled = known?.hasSettled ? settle(known.lease, known.used).settled : null;
            const refused = refusal(() => {
              const renewed = lease(name, { take: units > 0 ? take(units).take : {}, settled });
              const usedOfIt = settled || !known ? 0 : known.used;
              if (does === 'renews') devices.set(name, { lease: renewed, used: usedOfIt, hasSettled: false });
            });
            if (refused !== undefined) totals.refused++;
          }
          expect([used, usedOf(key)].filter((each) => each > LIMIT)).toEqual([]);
          expect(usedOf(key)).toBeGreaterThanOrEqual(used);
        }
        totals.used += used;
      }),
      { numRuns: 300 },
    );
    expect(Math.min(totals.used, totals.refused)).toBeGreaterThan(100);
  });
});
