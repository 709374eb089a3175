import { aLicenseKey, aValidationInput, NOW } from '../../../testing/license-key.builder.ts';
import { activationAttempt, validationAttempt } from './attempts.ts';
import { CHECKS, CHECKS_OF } from './checks.ts';
import { allSkipped, explain } from './explaining.ts';

test('names are unique, and every check says for what and how to pass it', () => {
  expect(new Set(CHECKS.map(({ name }) => name)).size).toBe(CHECKS.length);
  for (const { name, operations, help } of CHECKS) {
    expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
    expect(operations.length).toBeGreaterThan(0);
    expect(help).toMatch(/\.$/);
  }
});

test('an explanation runs every check of the operation in order, and changes nothing', () => {
  const key = aLicenseKey().usableTimes(3).revoked().expiredOn('2026-01-01').build();
  const before = JSON.stringify(key);
  const results = explain(key, validationAttempt(key, aValidationInput({ incrementUsage: 4, benefitId: key.benefitId }), NOW));
  expect(results.map(({ name }) => name)).toEqual(CHECKS_OF.validate.map(({ name }) => name));
  expect(Object.fromEntries(results.map(({ name, outcome, code }) => [name, code ?? outcome]))).toMatchObject({
    customer_exists: 'passed',
    granted: 'REVOKED',
    not_expired: 'EXPIRED',
    activation_exists: 'skipped',
    conditions_match: 'skipped',
    benefit_matches: 'passed',
    customer_matches: 'skipped',
    usage_left: 'USAGE_LIMIT_EXCEEDED',
    usage_in_range: 'passed',
  });
  expect(JSON.stringify(key)).toBe(before);
});

test('what is explained as passed is what is allowed', () => {
  const installation = { label: '', meta: {}, conditions: {}, device: 'laptop' };
  const keys = [
    aLicenseKey(),
    aLicenseKey().limitedTo(1),
    aLicenseKey().limitedTo(1).activatedOn('desktop'),
    aLicenseKey().limitedTo(1).activatedOn('laptop', { device: 'laptop' }),
    aLicenseKey().limitedTo(1).ofDeletedCustomer(),
    aLicenseKey().limitedTo(1).disabled(),
  ];
  const explained = keys.map((builder) => {
    const key = builder.build();
    return explain(key, activationAttempt(key, installation, NOW)).find(({ code }) => code)?.code ?? null;
  });
  const thrown = keys.map((builder) => {
    try {
      builder.build().activate(installation, NOW);
      return null;
    } catch (error) {
      return (error as { readonly code: string }).code;
    }
  });
  expect(explained).toEqual(thrown);
  expect(thrown).toEqual(['ACTIVATIONS_NOT_SUPPORTED', null, 'ACTIVATION_LIMIT_REACHED', null, 'REVOKED', 'DISABLED']);
});

test('of a key that does not exist, every check is skipped', () => {
  const results = allSkipped('activate', 'There is none.');
  expect(results.map(({ name }) => name)).toEqual(CHECKS_OF.activate.map(({ name }) => name));
  for (const result of results) expect(result).toMatchObject({ outcome: 'skipped', reason: 'There is none.', code: null });
});
