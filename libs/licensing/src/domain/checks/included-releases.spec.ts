import { aLicenseKey, NOW, secondsAfterNow, withValues } from '../../../testing/license-key.builder.ts';
import { refusalsOfReleases } from './included-releases.ts';

const release = (version: string, seconds: number) => ({ version, publishedAt: secondsAfterNow(seconds) });

test('a key includes the releases from before the end of its update period, of the versions that it includes', () => {
  const period = { ttl: 1, timeframe: 'year' } as const;
  const key = aLicenseKey()
    .governedBy({ updates: { period }, versions: { minimum: '2', maximum: '3' } })
    .build();
  const until = secondsAfterNow(60).toISOString();
  withValues(key, { policyState: { updates: { from: NOW.toISOString(), until } } });
  const releases = [release('1.9', 0), release('2.0', 59), release('3.9', 60), release('4.0', 0)];
  expect(refusalsOfReleases(key, releases, NOW)).toEqual(['VERSION_TOO_OLD', null, 'UPDATES_ENDED', 'VERSION_TOO_NEW']);
});

test('a key without such rules includes every release', () => {
  expect(refusalsOfReleases(aLicenseKey().build(), [release('99', 1e9)], NOW)).toEqual([null]);
});

test.each([
  ['REVOKED', aLicenseKey().revoked()],
  ['DISABLED', aLicenseKey().disabled()],
  ['EXPIRED', aLicenseKey().expiredOn('2026-01-01')],
])('%s: a key that does not work is refused whatever the release', (code, builder) => {
  expect(() => refusalsOfReleases(builder.build(), [], NOW)).toThrow(expect.objectContaining({ code }));
});
