import fc from 'fast-check';
import { DomainError } from '#kernel';
import {
  aLicenseKey,
  anInstallation,
  aValidationInput,
  type LeasedKey,
  NOW,
  secondsAfterNow,
} from '../../../testing/license-key.builder.ts';
import { CheckOuts } from './check-outs.ts';
import { Leasing } from '../leases/leasing.ts';
import type { LicenseKey } from '../keys/license-key.ts';
import { endSilent } from './silent-activations.ts';

const POLICY = { checkoutSeconds: 60, overdraft: 0 };
const OFFLINE = { leaseSeconds: 300, graceSeconds: 60, maxOfflineDevices: 3, held: 'until_lease_ends' } as const;
const SWEPT_AFTER = 60 + 3600;

const leasesOf = (key: LicenseKey) => key.leasing?.leases ?? [];

/** The slots that are taken at a time: by check-outs, and by leases of ended activations. */
const takenAt = (key: LicenseKey, now: Date): number =>
  key.activations.filter(({ isLive, checkoutExpiresAt }) => isLive && checkoutExpiresAt !== null && checkoutExpiresAt > now)
    .length + leasesOf(key).filter((lease) => lease.endedAt !== null && lease.isHeld(now)).length;

/** As the repository loads it at that time. */
function at(key: LeasedKey, seconds: number, policy = POLICY): LeasedKey {
  const now = secondsAfterNow(seconds);
  const leases = leasesOf(key);
  const leasing = Leasing.of(now, OFFLINE, leases.filter((lease) => lease.isHeld(now)).length);
  for (const each of leases) leasing.load(each);
  const checkOuts = new CheckOuts(policy);
  checkOuts.countedAt(now, takenAt(key, now));
  return key.loadedWith({ leasing, checkOuts });
}

const floatingKey = (limit: number): LeasedKey => aLicenseKey().limitedTo(limit).build();
const activate = (key: LicenseKey, device: string | null = null) => key.activate(anInstallation({ device }), NOW);
const lease = (key: LeasedKey, device: string) =>
  key.lease({ activationId: null, installation: anInstallation({ device }) }, () => 1).activation;
const validate = (key: LicenseKey, activationId: string) => key.validate(aValidationInput({ activationId }), NOW);
const code = (expected: string) => expect.objectContaining({ code: expected });

test('a check-out lasts as long as the policy says, and a heartbeat renews it', () => {
  const key = floatingKey(1);
  const activation = activate(at(key, 0));
  expect(activation.checkoutExpiresAt).toEqual(secondsAfterNow(60));
  at(key, 59).heartbeat(activation.id, NOW);
  expect(activation.facts).toMatchObject({ checkoutExpiresAt: secondsAfterNow(119), lastHeartbeatAt: secondsAfterNow(59) });
  expect(activation.sweepAt).toEqual(secondsAfterNow(SWEPT_AFTER));
  expect(validate(at(key, 118), activation.id)).toBe(activation);
});

test('silence frees the slot at exactly the end of the check-out, and not before', () => {
  const key = floatingKey(1);
  const silent = activate(at(key, 0), 'laptop');
  expect(() => activate(at(key, 59), 'desktop')).toThrow(code('ACTIVATION_LIMIT_REACHED'));
  const other = activate(at(key, 60), 'desktop');
  for (const attempt of [() => key.heartbeat(silent.id, NOW), () => validate(key, silent.id)]) {
    expect(attempt).toThrow(code('CHECKOUT_EXPIRED'));
  }
  expect(() => key.lease({ activationId: silent.id, installation: anInstallation() }, () => 1)).toThrow(code('CHECKOUT_EXPIRED'));
  expect(() => activate(key, 'laptop')).toThrow(code('ACTIVATION_LIMIT_REACHED'));
  key.deactivate(other.id, NOW);
  expect(activate(key, 'laptop').id).toBe(silent.id);
});

test('a device that activates again renews its check-out and takes no other slot', () => {
  const key = floatingKey(1);
  const first = activate(at(key, 0), 'laptop');
  expect(activate(at(key, 30), 'laptop')).toBe(first);
  expect(first.checkoutExpiresAt).toEqual(secondsAfterNow(90));
});

test('a shorter policy shortens no check-out', () => {
  const key = floatingKey(1);
  const activation = activate(at(key, 0, { checkoutSeconds: 3600, overdraft: 0 }));
  at(key, 1).heartbeat(activation.id, NOW);
  expect(activation.checkoutExpiresAt).toEqual(secondsAfterNow(3600));
});

test('a lease borrows the slot until its grace is over, also if its activation is deactivated', () => {
  const key = floatingKey(1);
  const borrowed = lease(at(key, 0), 'laptop');
  expect(borrowed.checkoutExpiresAt).toEqual(secondsAfterNow(360));
  at(key, 100).heartbeat(borrowed.id, NOW);
  expect(borrowed.checkoutExpiresAt).toEqual(secondsAfterNow(360));
  at(key, 200).deactivate(borrowed.id, NOW);
  expect(() => activate(at(key, 359))).toThrow(code('ACTIVATION_LIMIT_REACHED'));
  activate(at(key, 360));
});

test('check-outs beyond the limit are granted up to the overdraft, and reported', () => {
  const key = floatingKey(1);
  at(key, 0, { checkoutSeconds: 60, overdraft: 1 });
  activate(key);
  expect(key.pullEvents().map(({ name }) => name)).toEqual(['license_key.activated']);
  const { id } = activate(key);
  expect(key.pullEvents().find(({ name }) => name === 'license_key.overdraft_used')?.payload).toMatchObject({
    activation_id: id,
    checked_out: 2,
    limit_activations: 1,
  });
  key.heartbeat(id, NOW);
  expect(key.pullEvents()).toEqual([]);
  expect(() => activate(key)).toThrow(code('ACTIVATION_LIMIT_REACHED'));
});

test('an activation from before the key was floating has to be activated again', () => {
  const key = aLicenseKey().limitedTo(1).activatedOn('laptop', { device: 'laptop' }).build();
  const [activation] = at(key, 0).activations;
  expect(() => validate(key, activation!.id)).toThrow(code('CHECKOUT_EXPIRED'));
  expect(activate(key, 'laptop').checkoutExpiresAt).toEqual(secondsAfterNow(60));
});

test.each([
  ['revoked', aLicenseKey().limitedTo(1).activatedOn('laptop').revoked(), 'REVOKED', 'not-found'],
  ['expired', aLicenseKey().limitedTo(1).activatedOn('laptop').expiredOn('2026-01-01'), 'EXPIRED', 'not-found'],
  ['node-locked', aLicenseKey().limitedTo(1).activatedOn('laptop'), 'HEARTBEATS_NOT_SUPPORTED', 'not-permitted'],
])('a key that is %s refuses heartbeats', (what, builder, expected, kind) => {
  const key = builder.build();
  if (what !== 'node-locked') at(key, 0);
  expect(() => key.heartbeat(key.activations[0]!.id, NOW)).toThrow(expect.objectContaining({ code: expected, kind }));
});

test('an activation of another key, and one that has ended, is not found', () => {
  const key = at(floatingKey(2), 0);
  const ended = activate(key);
  key.deactivate(ended.id, NOW);
  for (const id of [ended.id, activate(at(floatingKey(1), 0)).id]) {
    expect(() => key.heartbeat(id, NOW)).toThrow(code('ACTIVATION_NOT_FOUND'));
  }
});

describe('sweeping', () => {
  test('ends an activation an hour after its check-out expired; until then it is looked at later', () => {
    const key = floatingKey(1);
    const activation = activate(at(key, 0));
    at(key, 3000).checkOuts!.checkOut(activation, false);
    key.pullEvents();
    endSilent(at(key, SWEPT_AFTER), activation.id, NOW);
    expect([activation.isLive, activation.sweepAt]).toEqual([true, secondsAfterNow(3000 + SWEPT_AFTER)]);
    endSilent(at(key, 3000 + SWEPT_AFTER), activation.id, NOW);
    expect([activation.isLive, activation.sweepAt]).toEqual([false, null]);
    expect(key.pullEvents().map(({ name }) => name)).toEqual(['license_key.deactivated']);
  });

  test('leaves an activation whose key is no longer floating', () => {
    const key = floatingKey(1);
    const activation = activate(at(key, 0));
    endSilent(key.loadedWith({ checkOuts: undefined }), activation.id, NOW);
    expect([activation.isLive, activation.sweepAt, activation.checkoutExpiresAt]).toEqual([true, null, null]);
  });
});

describe('at any moment', () => {
  const device = fc.constantFrom(null, null, 'laptop', 'desktop', 'tablet');
  const which = fc.nat(6);
  type Step = (key: LeasedKey) => void;
  const named = (step: (key: LeasedKey, id: string) => void) =>
    which.map(
      (n): Step =>
        (key) =>
          step(key, key.activations[n]?.id ?? key.id),
    );
  const steps: fc.Arbitrary<Step> = fc.oneof(
    device.map(
      (each): Step =>
        (key) =>
          void activate(key, each),
    ),
    device.map(
      (each): Step =>
        (key) =>
          void key.lease({ activationId: null, installation: anInstallation({ device: each }) }, () => 1),
    ),
    named((key, id) => void key.lease({ activationId: id, installation: anInstallation() }, () => 1)),
    named((key, id) => void key.heartbeat(id, NOW)),
    named((key, id) => key.deactivate(id, NOW)),
    named((key, id) => endSilent(key, id, NOW)),
  );
  /** Steps of one batch share the time; silence passes between batches. */
  const batches = fc.array(
    fc.record({ silence: fc.constantFrom(0, 1, 30, 59, 60, 200, 360, SWEPT_AFTER), steps: fc.array(steps, { maxLength: 6 }) }),
    { maxLength: 15 },
  );

  test('no more slots are taken than limit and overdraft allow, and nothing that was granted ends sooner', () => {
    let [granted, refused] = [0, 0];
    fc.assert(
      fc.property(batches, fc.integer({ min: 1, max: 3 }), fc.nat(1), (all, limit, overdraft) => {
        const key = floatingKey(limit);
        let second = 0;
        for (const { silence, steps: together } of all) {
          second += silence;
          at(key, second, { checkoutSeconds: 60, overdraft });
          const now = secondsAfterNow(second);
          for (const step of together) {
            const before = new Map(key.activations.map(({ id, checkoutExpiresAt }) => [id, checkoutExpiresAt]));
            try {
              step(key);
              granted++;
            } catch (error) {
              if (!(error instanceof DomainError)) throw error;
              refused++;
            }
            expect(takenAt(key, now)).toBeLessThanOrEqual(limit + overdraft);
            expect(key.checkOuts!.taken).toBe(takenAt(key, now));
            expect(key).toHaveProperty('activationCount', key.activations.filter(({ isLive }) => isLive).length);
            const shortened = key.activations.filter(
              ({ id, isLive, checkoutExpiresAt }) => isLive && before.get(id) && checkoutExpiresAt! < before.get(id)!,
            );
            expect(shortened).toEqual([]);
          }
        }
      }),
      { numRuns: 500 },
    );
    expect(Math.min(granted, refused)).toBeGreaterThan(500);
  });
});
