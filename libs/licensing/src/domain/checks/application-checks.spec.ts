import { aLicenseKey, aPresentation, NOW, secondsAfterNow, withValues } from '../../../testing/index.ts';
import type { KnownRelease } from './named-release.ts';

const BENEFIT = aLicenseKey().build().benefitId;

const aRelease = (version: string, attributes: Partial<KnownRelease> = {}): KnownRelease => ({
  version,
  publishedAt: NOW,
  benefitIds: [BENEFIT],
  requiredBenefitIds: [],
  requiredValue: null,
  ...attributes,
});

/** The refusal of a validation that names a release; undefined if it is not refused. */
function refusalOf(
  builder: ReturnType<typeof aLicenseKey>,
  named: readonly KnownRelease[],
  { newest = named, values = {} }: { newest?: readonly KnownRelease[]; values?: Parameters<typeof withValues>[1] } = {},
) {
  const key = withValues(builder.build(), { benefitId: BENEFIT, ...values });
  try {
    key.validate(aPresentation({ release: { asked: { version: '3.0' }, named, newest } }), NOW);
  } catch (error) {
    return error as Error & { readonly code: string; readonly includedVersion?: string };
  }
  return undefined;
}

test('a release of a product with the benefit is included, also if others have the same version', () => {
  expect(refusalOf(aLicenseKey(), [aRelease('3.0', { benefitIds: ['another'] }), aRelease('3.0')])).toBeUndefined();
});

test('a release that is unknown, or of other products only, is not included', () => {
  for (const named of [[], [aRelease('3.0', { benefitIds: ['another'] })]]) {
    const refusal = refusalOf(aLicenseKey(), named);
    expect(refusal).toMatchObject({ code: 'RELEASE_NOT_INCLUDED', message: 'License key does not include release 3.0.' });
    expect(refusal?.includedVersion).toBeUndefined();
  }
});

test('the update period and the versions decide by what is known of the release, and the newest that they include is named', () => {
  const period = { ttl: 1, timeframe: 'year' } as const;
  const key = aLicenseKey().governedBy({ updates: { period }, versions: { maximum: '3' } });
  const values = { policyState: { updates: { from: NOW.toISOString(), until: secondsAfterNow(60).toISOString() } } };
  const newest = [
    aRelease('4.0'),
    aRelease('3.1', { publishedAt: secondsAfterNow(60) }),
    aRelease('3.0', { publishedAt: secondsAfterNow(59) }),
  ];
  expect(refusalOf(key, [newest[2]!], { values })).toBeUndefined();
  for (const each of newest.slice(0, 2)) {
    expect(refusalOf(key, [each], { newest, values })).toMatchObject({
      includedVersion: '3.0',
      message: 'License key does not include release 3.0. The newest one that it includes is 3.0.',
    });
  }
});

test('a release needs all flags that it requires, and one that opens its channel', () => {
  const beta = aRelease('3.0', {
    requiredBenefitIds: ['pro'],
    requiredValue: { name: 'release_channel', anyOf: ['beta', 'alpha'] },
  });
  const withFlags = (...entitlements: { benefit_id: string; values: Record<string, string> }[]) =>
    refusalOf(aLicenseKey(), [beta], { values: { entitlements } })?.code;
  const pro = { benefit_id: 'pro', values: {} };
  const opens = (release_channel: string) => ({ benefit_id: 'early', values: { release_channel } });
  expect(withFlags(pro, opens('alpha'))).toBeUndefined();
  for (const flags of [[], [pro], [opens('beta')], [pro, opens('stable')]])
    expect(withFlags(...flags)).toBe('RELEASE_NOT_INCLUDED');
});
