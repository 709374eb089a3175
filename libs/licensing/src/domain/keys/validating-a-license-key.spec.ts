import { ValidationFailed } from '#kernel';
import {
  aLicenseKey,
  aValidationInput,
  type LicenseKeyBuilder,
  NOW,
  secondsAfterNow,
} from '../../../testing/license-key.builder.ts';
import type { Conditions } from '../activations/conditions.ts';
import { ActivationNotFound, ConditionsMismatch, ExpiredKeyNotValid, UsageLimitExceeded } from './license-key.errors.ts';
import type { LicenseKey } from './license-key.ts';

const LARGEST = 2_147_483_647;

const validate = (key: LicenseKey, input: Parameters<typeof aValidationInput>[0] = {}, at = NOW) =>
  key.validate(aValidationInput(input), at);

describe('a validation', () => {
  test('is counted with its time', () => {
    const key = aLicenseKey().build();
    const before = key.snapshot;
    const at = secondsAfterNow(5);
    expect(validate(key, {}, at)).toBeNull();
    expect(key.snapshot).toEqual({ ...before, validations: 1, lastValidatedAt: at, modifiedAt: at });
  });

  test('records no event', () => {
    const key = aLicenseKey().usableTimes(5).build();
    validate(key, { incrementUsage: 2 });
    expect(key.pullEvents()).toEqual([]);
  });

  test('returns the named activation', () => {
    const key = aLicenseKey().limitedTo(1).activatedOn('laptop').build();
    const [activation] = key.activations;
    expect(validate(key, { activationId: activation!.id })).toBe(activation);
  });

  test('without an activation ignores the activation limit and the conditions', () => {
    const key = aLicenseKey()
      .limitedTo(1)
      .activatedOn('laptop', { conditions: { major: 1 } })
      .build();
    expect(validate(key, { conditions: { major: 2 } })).toBeNull();
  });

  test('accepts any conditions if the activation has none', () => {
    const key = aLicenseKey().limitedTo(1).activatedOn('laptop').build();
    const [activation] = key.activations;
    expect(validate(key, { activationId: activation!.id, conditions: { any: 'thing' } })).toBe(activation);
  });

  test('requires the conditions of the activation', () => {
    const key = aLicenseKey()
      .limitedTo(1)
      .activatedOn('laptop', { conditions: { major: 1, os: 'linux' } })
      .build();
    const activationId = key.activations[0]!.id;
    expect(validate(key, { activationId, conditions: { os: 'linux', major: 1 } })?.id).toBe(activationId);
    const others: Conditions[] = [{}, { major: 1 }, { major: 1, os: 'linux', more: true }, { major: '1', os: 'linux' }];
    for (const conditions of others) {
      expect(() => validate(key, { activationId, conditions })).toThrow(ConditionsMismatch);
    }
  });

  test('rejects an activation of another key', () => {
    const other = aLicenseKey().limitedTo(1).activatedOn('laptop').build();
    const activationId = other.activations[0]!.id;
    expect(() => validate(aLicenseKey().limitedTo(1).build(), { activationId })).toThrow(ActivationNotFound);
  });

  test('accepts the benefit and the customer of the key', () => {
    const key = aLicenseKey().build();
    expect(validate(key, { benefitId: key.benefitId, customerId: key.customerId })).toBeNull();
  });

  test('rejects an expired key from exactly that instant', () => {
    const key = () => aLicenseKey().expiredOn(NOW.toISOString()).build();
    expect(() => validate(key(), {}, NOW)).toThrow(ExpiredKeyNotValid);
    expect(validate(key(), {}, secondsAfterNow(-0.001))).toBeNull();
  });
});

describe('usage', () => {
  test('grows by the increment', () => {
    const key = aLicenseKey().usableTimes(10).used(3).build();
    validate(key, { incrementUsage: 4 });
    expect(key.snapshot).toMatchObject({ usage: 7, validations: 1 });
  });

  test('may reach its limit but not exceed it', () => {
    const key = aLicenseKey().usableTimes(10).used(3).build();
    expect(() => validate(key, { incrementUsage: 8 })).toThrow(new UsageLimitExceeded(7));
    validate(key, { incrementUsage: 7 });
    expect(key.snapshot.usage).toBe(10);
    expect(() => validate(key, { incrementUsage: 1 })).toThrow(new UsageLimitExceeded(0));
  });

  test('beyond its limit leaves the key valid as long as nothing is added', () => {
    const key = aLicenseKey().usableTimes(10).used(15).build();
    expect(validate(key)).toBeNull();
    expect(() => validate(key, { incrementUsage: 1 })).toThrow('License key only has -5 more usages.');
  });

  test('without a limit grows to 2^31 - 1', () => {
    const key = aLicenseKey()
      .used(LARGEST - 1)
      .build();
    validate(key, { incrementUsage: 1 });
    expect(key.snapshot.usage).toBe(LARGEST);
    expect(validate(key)).toBeNull();
  });

  test('beyond 2^31 - 1 is rejected', () => {
    const key = aLicenseKey().used(LARGEST).build();
    expect(() => validate(key, { incrementUsage: 1 })).toThrow(ValidationFailed);
    const problem = { path: ['incrementUsage'], message: 'Usage would exceed 2147483647.', type: 'less_than_equal', input: 1 };
    expect(() => validate(key, { incrementUsage: 1 })).toThrow(expect.objectContaining({ errors: [problem] }));
  });
});

describe('reaching the usage limit', () => {
  const usageEvents = (key: LicenseKeyBuilder, ...increments: number[]) => {
    const built = key.build();
    for (const incrementUsage of increments) validate(built, { incrementUsage });
    return built.pullEvents();
  };

  test('is recorded once', () => {
    const key = aLicenseKey().usableTimes(3);
    expect(usageEvents(key, 1, 2, 0)).toMatchObject([
      { name: 'license_key.usage_limit_reached', occurredAt: NOW, payload: { usage: 3, limit_usage: 3, status: 'granted' } },
    ]);
  });

  test('is not recorded before, again, or without a limit', () => {
    expect(usageEvents(aLicenseKey().usableTimes(3), 1, 1)).toEqual([]);
    expect(usageEvents(aLicenseKey().usableTimes(3).used(3), 0)).toEqual([]);
    expect(usageEvents(aLicenseKey(), 1_000)).toEqual([]);
  });
});
