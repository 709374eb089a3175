import fc from 'fast-check';
import { DomainError } from '#kernel';
import {
  aLicenseKey,
  anInstallation,
  aValidationInput,
  type LeasedKey,
  secondsAfterNow,
} from '../../../testing/license-key.builder.ts';
import { newKeyString } from './key-string.ts';
import type { LicenseKey } from './license-key.ts';

type Step = (key: LeasedKey, at: Date) => void;

const LARGEST = 2_147_483_647;
const limit = fc.option(fc.integer({ min: 1, max: 3 }));
const conditions = fc.constantFrom<{ [name: string]: string | number }>({}, { major: 1 }, { major: '1' });
const device = fc.constantFrom(null, null, 'serial-1', 'serial-2');
const usage = fc.constantFrom(0, 1, 2, 3, LARGEST - 1, LARGEST);
const expiry = fc.option(fc.integer({ min: 0, max: 30 }).map(secondsAfterNow));
const status = fc.constantFrom('granted', 'granted', 'revoked', 'disabled');

/** One of the activations that there are or were, or none at all. */
const pick = (key: LicenseKey, which: number): string => key.activations[which]?.id ?? '9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d';
const which = fc.integer({ min: 0, max: 4 });

const steps: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ conditions, device }).map(
    (said): Step =>
      (key, at) =>
        void key.activate(anInstallation(said), at),
  ),
  fc
    .record({ conditions, which: fc.option(which), incrementUsage: usage, foreign: fc.constantFrom(false, false, false, true) })
    .map(({ which: chosen, foreign, ...said }): Step => (key, at) => {
      const activationId = chosen === null ? null : pick(key, chosen);
      key.validate(aValidationInput({ ...said, activationId, customerId: foreign ? key.benefitId : key.customerId }), at);
    }),
  which.map(
    (chosen): Step =>
      (key, at) =>
        key.deactivate(pick(key, chosen), at),
  ),
  fc.record({ status, usage, limitActivations: limit, limitUsage: limit, expiresAt: expiry }, { requiredKeys: [] }).map(
    (terms): Step =>
      (key, at) =>
        key.update(terms, at),
  ),
  expiry.map(
    (until): Step =>
      (key, at) =>
        key.rotate(newKeyString('acme'), until, at),
  ),
);

const stepSequence = fc.array(steps, { minLength: 1, maxLength: 30 });
const OVERDRAFT = 1;
const keys = fc
  .record({ activations: limit, usages: limit, isOverdrawn: fc.boolean() })
  .map(({ activations, usages, isOverdrawn }) => {
    const key = aLicenseKey();
    if (isOverdrawn) key.governedBy({ nodeLocked: { overdraft: OVERDRAFT } });
    if (activations !== null) key.limitedTo(activations);
    if (usages !== null) key.usableTimes(usages);
    return key.newUnsaved();
  });

/** Everything that is in it, what it has recorded included. */
const copyOf = (key: LicenseKey): unknown => structuredClone({ ...key });

/** Runs a step. Returns false if it throws a `DomainError`; rethrows any other error. */
function succeeds(step: Step, key: LeasedKey, at: Date): boolean {
  try {
    step(key, at);
    return true;
  } catch (error) {
    if (error instanceof DomainError) return false;
    throw error;
  }
}

/** Runs `look` for every step of random sequences. */
const forEveryStep = (look: (step: () => boolean, key: LicenseKey) => void): void =>
  fc.assert(
    fc.property(keys, stepSequence, (key, all) =>
      all.forEach((step, second) => look(() => succeeds(step, key, secondsAfterNow(second)), key)),
    ),
    { numRuns: 500 },
  );

test('a rejected operation changes nothing', () => {
  const counts = { rejected: 0, done: 0 };
  forEveryStep((step, key) => {
    const before = copyOf(key);
    const isRejected = !step();
    counts[isRejected ? 'rejected' : 'done']++;
    expect(isRejected ? copyOf(key) : before).toEqual(before);
  });
  expect(Math.min(counts.rejected, counts.done)).toBeGreaterThan(500);
});

test('the activation count equals the number of current activations', () => {
  forEveryStep((step, key) => {
    step();
    expect(key).toHaveProperty('activationCount', key.activations.filter(({ isLive }) => isLive).length);
  });
});

test('no activation exceeds the activation limit and overdraft, no validation the usage limit', () => {
  forEveryStep((step, key) => {
    const [before, slotsBefore] = [key.snapshot, key.activations.length];
    step();
    const { validations, usage: used, limitUsage, limitActivations, policy } = key.snapshot;
    const most = limitActivations === null ? 0 : limitActivations + (policy?.nodeLocked?.overdraft ?? 0);
    const live = key.activations.filter(({ isLive }) => isLive).length;
    const validated = validations > before.validations && used > before.usage;
    const activated = key.activations.length > slotsBefore;
    expect(validated && used > (limitUsage ?? LARGEST)).toBe(false);
    expect(activated && live > most).toBe(false);
    expect(key.stored.overLimitSince !== null).toBe(limitActivations !== null && live > limitActivations);
  });
});

test('no event contains a key string', () => {
  fc.assert(
    fc.property(keys, stepSequence, (key, all) => {
      const strings = new Set([key.snapshot.key]);
      all.forEach((step, second) => {
        succeeds(step, key, secondsAfterNow(second));
        strings.add(key.snapshot.key);
      });
      const events = JSON.stringify(key.pullEvents());
      for (const string of strings) expect(events.includes(string)).toBe(false);
      expect(events).toContain('license_key.created');
    }),
    { numRuns: 500 },
  );
});
