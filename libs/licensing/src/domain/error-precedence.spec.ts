import { aLicenseKey, anInstallation, aPresentation, type LicenseKeyBuilder, NOW } from '../../testing/license-key.builder.ts';
import type { LicenseKey } from './license-key.ts';

const STRANGER = '9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d';

interface Wrong {
  readonly code: string;
  readonly kind: string;
  readonly detail: string;
  /** What is wrong with the key, or with what is said of it. */
  readonly key?: (key: LicenseKeyBuilder) => LicenseKeyBuilder;
  readonly said?: Parameters<typeof aPresentation>[0];
}

const shown = (act: () => unknown): Pick<Wrong, 'code' | 'kind' | 'detail'> & { error: string } => {
  try {
    act();
  } catch (refusal) {
    const { code, kind, message, error } = refusal as Error & { code: string; kind: string; error: string };
    return { code, kind, detail: message, error };
  }
  throw new Error('Nothing was refused');
};

const apply = (key: LicenseKeyBuilder, ...wrongs: Wrong[]): LicenseKey =>
  wrongs.reduce((built, wrong) => wrong.key?.(built) ?? built, key).build();

const adjacent = (all: readonly Wrong[]) => all.slice(1).map((later, index) => ({ earlier: all[index]!, later }));

describe('activate', () => {
  const kind = 'not-permitted';
  const inactive = { kind, detail: 'License key is no longer active. This license key can not be activated.' };
  const WRONGS: Wrong[] = [
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
  const refusal = (...wrongs: Wrong[]) => {
    const key = apply(aLicenseKey().limitedTo(1), ...wrongs.toReversed());
    return shown(() => key.activate(anInstallation(), NOW));
  };

  test.each(WRONGS)('says $code', (wrong) => {
    expect(refusal(wrong)).toEqual({ code: wrong.code, kind, detail: wrong.detail, error: 'NotPermitted' });
  });

  test('says DISABLED', () => {
    expect(refusal({ ...inactive, code: 'DISABLED', key: (key) => key.disabled() })).toMatchObject({
      ...inactive,
      code: 'DISABLED',
    });
  });

  test.each(adjacent(WRONGS))('says $earlier.code before it says $later.code', ({ earlier, later }) => {
    expect(refusal(earlier, later).code).toBe(earlier.code);
  });
});

describe('validate', () => {
  const kind = 'not-found';
  const WRONGS: Wrong[] = [
    { kind, code: 'REVOKED', detail: 'License key is no longer active.', key: (key) => key.revoked() },
    { kind, code: 'EXPIRED', detail: 'License key has expired.', key: (key) => key.expiredOn('2026-01-01') },
    { kind, code: 'ACTIVATION_NOT_FOUND', detail: 'Not found', key: (key) => key.deactivatedOn('laptop') },
    {
      kind,
      code: 'CONDITIONS_MISMATCH',
      detail: 'License key does not match required conditions',
      said: { conditions: { major: 2 } },
    },
    { kind, code: 'BENEFIT_MISMATCH', detail: 'License key does not match given benefit.', said: { benefitId: STRANGER } },
    { kind, code: 'CUSTOMER_MISMATCH', detail: 'License key does not match given user.', said: { customerId: STRANGER } },
    {
      kind: 'bad-request',
      code: 'USAGE_LIMIT_EXCEEDED',
      detail: 'License key only has 3 more usages.',
      said: { incrementUsage: 4 },
    },
  ];
  const refusal = (...wrongs: Wrong[]) => {
    const key = apply(
      aLicenseKey()
        .limitedTo(1)
        .usableTimes(3)
        .activatedOn('laptop', { conditions: { major: 1 } }),
      ...wrongs,
    );
    const right = {
      activationId: key.activations[0]!.id,
      conditions: { major: 1 },
      benefitId: key.benefitId,
      customerId: key.customerId,
    };
    const said = aPresentation(Object.assign(right, ...wrongs.map((wrong) => wrong.said)));
    return shown(() => key.validate(said, NOW));
  };

  test.each(WRONGS)('says $code', (wrong) => {
    const error = wrong.kind === 'not-found' ? 'ResourceNotFound' : 'BadRequest';
    expect(refusal(wrong)).toEqual({ code: wrong.code, kind: wrong.kind, detail: wrong.detail, error });
  });

  test('says DISABLED', () => {
    expect(refusal({ ...WRONGS[0]!, key: (key) => key.disabled() })).toMatchObject({
      code: 'DISABLED',
      detail: WRONGS[0]!.detail,
    });
  });

  test.each(adjacent(WRONGS))('says $earlier.code before it says $later.code', ({ earlier, later }) => {
    expect(refusal(earlier, later).code).toBe(earlier.code);
  });

  test('says USAGE_LIMIT_EXCEEDED before it says that the number is too large', () => {
    const largest = 2_147_483_647;
    const key = aLicenseKey().usableTimes(largest).used(largest).build();
    expect(shown(() => key.validate(aPresentation({ incrementUsage: 1 }), NOW)).code).toBe('USAGE_LIMIT_EXCEEDED');
  });
});
