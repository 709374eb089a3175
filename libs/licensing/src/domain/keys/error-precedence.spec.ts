import {
  aLicenseKey,
  anInstallation,
  aValidationInput,
  type LicenseKeyBuilder,
  NOW,
} from '../../../testing/license-key.builder.ts';
import type { LicenseKey } from './license-key.ts';

const STRANGER = '9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d';

interface Fault {
  readonly code: string;
  readonly kind: string;
  readonly detail: string;
  /** What is wrong with the key, or with what is said of it. */
  readonly key?: (key: LicenseKeyBuilder) => LicenseKeyBuilder;
  readonly input?: Parameters<typeof aValidationInput>[0];
}

const thrownBy = (call: () => unknown): Pick<Fault, 'code' | 'kind' | 'detail'> & { error: string } => {
  try {
    call();
  } catch (errorWith) {
    const { code, kind, message, error } = errorWith as Error & { code: string; kind: string; error: string };
    return { code, kind, detail: message, error };
  }
  throw new Error('No error was thrown');
};

const apply = (key: LicenseKeyBuilder, ...faults: Fault[]): LicenseKey =>
  faults.reduce((built, fault) => fault.key?.(built) ?? built, key).build();

const adjacent = (all: readonly Fault[]) => all.slice(1).map((later, index) => ({ earlier: all[index]!, later }));

describe('activate', () => {
  const kind = 'not-permitted';
  const inactive = { kind, detail: 'License key is no longer active. This license key can not be activated.' };
  const FAULTS: Fault[] = [
    { ...inactive, code: 'REVOKED', key: (key) => key.revoked() },
    { kind, code: 'EXPIRED', detail: 'License key has expired.', key: (key) => key.expiredOn('2026-01-01') },
    {
      kind,
      code: 'ACTIVATIONS_NOT_SUPPORTED',
      detail: 'This license key does not support activations. Use the /validate endpoint instead to check license validity.',
      key: (key) => key.withoutActivations(),
    },
    {
      kind,
      code: 'ACTIVATION_LIMIT_REACHED',
      detail: 'License key activation limit already reached',
      key: (key) => key.activatedOn('laptop'),
    },
  ];
  // The key is filled first: what is wrong with it then must not keep it from being filled.
  const errorWith = (...faults: Fault[]) => {
    const key = apply(aLicenseKey().limitedTo(1), ...faults.toReversed());
    return thrownBy(() => key.activate(anInstallation(), NOW));
  };

  test.each(FAULTS)('throws $code', (fault) => {
    expect(errorWith(fault)).toEqual({ code: fault.code, kind, detail: fault.detail, error: 'NotPermitted' });
  });

  test('throws DISABLED', () => {
    expect(errorWith({ ...inactive, code: 'DISABLED', key: (key) => key.disabled() })).toMatchObject({
      ...inactive,
      code: 'DISABLED',
    });
  });

  test.each(adjacent(FAULTS))('throws $earlier.code rather than $later.code', ({ earlier, later }) => {
    expect(errorWith(earlier, later).code).toBe(earlier.code);
  });
});

describe('validate', () => {
  const kind = 'not-found';
  const FAULTS: Fault[] = [
    { kind, code: 'REVOKED', detail: 'License key is no longer active.', key: (key) => key.revoked() },
    { kind, code: 'EXPIRED', detail: 'License key has expired.', key: (key) => key.expiredOn('2026-01-01') },
    { kind, code: 'ACTIVATION_NOT_FOUND', detail: 'Not found', key: (key) => key.deactivatedOn('laptop') },
    {
      kind,
      code: 'CONDITIONS_MISMATCH',
      detail: 'License key does not match required conditions',
      input: { conditions: { major: 2 } },
    },
    { kind, code: 'BENEFIT_MISMATCH', detail: 'License key does not match given benefit.', input: { benefitId: STRANGER } },
    { kind, code: 'PRODUCT_MISMATCH', detail: 'License key does not match given product.', input: { benefitsOfProduct: [] } },
    { kind, code: 'CUSTOMER_MISMATCH', detail: 'License key does not match given user.', input: { customerId: STRANGER } },
    {
      kind,
      code: 'ENTITLEMENT_MISSING',
      detail: 'License key does not have the entitlement export.',
      input: { entitlements: ['export'] },
    },
    {
      kind: 'bad-request',
      code: 'USAGE_LIMIT_EXCEEDED',
      detail: 'License key only has 3 more usages.',
      input: { incrementUsage: 4 },
    },
    {
      kind,
      code: 'RELEASE_NOT_INCLUDED',
      detail: 'License key does not include release 3.0.',
      input: { release: { asked: { version: '3.0' }, named: [], newest: [] } },
    },
  ];
  const errorWith = (...faults: Fault[]) => {
    const key = apply(
      aLicenseKey()
        .limitedTo(1)
        .usableTimes(3)
        .activatedOn('laptop', { conditions: { major: 1 } }),
      ...faults,
    );
    const valid = {
      activationId: key.activations[0]!.id,
      conditions: { major: 1 },
      benefitId: key.benefitId,
      customerId: key.customerId,
    };
    const input = aValidationInput(Object.assign(valid, ...faults.map((fault) => fault.input)));
    return thrownBy(() => key.validate(input, NOW));
  };

  test.each(FAULTS)('throws $code', (fault) => {
    const error = fault.kind === 'not-found' ? 'ResourceNotFound' : 'BadRequest';
    expect(errorWith(fault)).toEqual({ code: fault.code, kind: fault.kind, detail: fault.detail, error });
  });

  test('throws DISABLED', () => {
    expect(errorWith({ ...FAULTS[0]!, key: (key) => key.disabled() })).toMatchObject({
      code: 'DISABLED',
      detail: FAULTS[0]!.detail,
    });
  });

  test.each(adjacent(FAULTS))('throws $earlier.code rather than $later.code', ({ earlier, later }) => {
    expect(errorWith(earlier, later).code).toBe(earlier.code);
  });

  test('throws USAGE_LIMIT_EXCEEDED rather than the 32-bit error', () => {
    const largest = 2_147_483_647;
    const key = aLicenseKey().usableTimes(largest).used(largest).build();
    expect(thrownBy(() => key.validate(aValidationInput({ incrementUsage: 1 }), NOW)).code).toBe('USAGE_LIMIT_EXCEEDED');
  });
});
