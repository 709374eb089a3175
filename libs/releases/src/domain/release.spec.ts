import { aRelease, NOW } from '../../testing/release.builder.ts';
import { MOST_ARTIFACTS } from './release.ts';
import { ReleaseNotDraft, ReleaseNotPublished, ReleaseWithoutArtifacts, TooManyArtifacts } from './release.errors.ts';

const LATER = new Date('2026-12-01T12:00:00Z');
const published = () => {
  const release = aRelease();
  release.publish(1, LATER);
  release.pullEvents();
  return release;
};

test.each([
  ['semver', '3.2.1'],
  ['semver', '3.2.1-beta.1+build.7'],
  ['numbers', '2026.11'],
  ['numbers', '3.1b2'],
] as const)('%s has the version %s', (versionScheme, version) => {
  expect(aRelease({ versionScheme, version }).snapshot.version).toBe(version);
});

test.each([
  ['semver', '3.2'],
  ['semver', 'v3.2.1'],
  ['semver', '3.02.1'],
  ['numbers', 'latest'],
  ['numbers', '../../3'],
] as const)('%s does not have the version %s', (versionScheme, version) => {
  expect(() => aRelease({ versionScheme, version })).toThrow('The version is not one of the scheme');
});

test('a draft with artifacts is published once, and tells of it', () => {
  const release = aRelease();
  expect(() => release.publish(0, LATER)).toThrow(ReleaseWithoutArtifacts);
  expect(release.pullEvents()).toEqual([]);
  release.publish(1, LATER);
  expect(release.snapshot).toMatchObject({ status: 'published', publishedAt: LATER, modifiedAt: LATER });
  const [event] = release.pullEvents();
  expect(event).toMatchObject({ name: 'release.published', payload: { version: '3.2.1', channel: 'stable' } });
  expect(() => release.publish(1, LATER)).toThrow(ReleaseNotDraft);
  expect(release.pullEvents()).toEqual([]);
});

test('a release that was published elsewhere before keeps its time, which is not in the future', () => {
  const release = aRelease();
  expect(() => release.publish(1, NOW, LATER)).toThrow('The time is in the future.');
  release.publish(1, LATER, NOW);
  expect(release.snapshot).toMatchObject({ status: 'published', publishedAt: NOW, modifiedAt: LATER });
});

test('a published release can be yanked, once, with a reason', () => {
  expect(() => aRelease().yank(null, LATER)).toThrow(ReleaseNotPublished);
  const release = published();
  release.yank('Loses settings.', LATER);
  expect(release.snapshot).toMatchObject({ status: 'yanked', yankedAt: LATER, yankReason: 'Loses settings.' });
  expect(release.pullEvents()).toMatchObject([{ name: 'release.yanked', payload: { reason: 'Loses settings.' } }]);
  expect(() => release.yank(null, LATER)).toThrow(ReleaseNotPublished);
  expect(() => release.publish(1, LATER)).toThrow(ReleaseNotDraft);
});

test('of a published release, notes, rollout and entitlements change, and neither channel nor artifacts', () => {
  const release = published();
  expect(() => release.update({ channel: 'beta', rolloutPercentage: 5 }, NOW)).toThrow(ReleaseNotDraft);
  expect(release.snapshot.rolloutPercentage).toBe(100);
  release.update({ channel: 'stable', rolloutPercentage: 50, notes: { en: 'Faster.' }, requiredBenefitIds: ['a', 'a'] }, NOW);
  expect(release.snapshot).toMatchObject({ rolloutPercentage: 50, notes: { en: 'Faster.' }, requiredBenefitIds: ['a'] });
  expect(() => release.assertTakesArtifact(0)).toThrow(ReleaseNotDraft);
});

test('a release has a limited number of artifacts', () => {
  aRelease().assertTakesArtifact(MOST_ARTIFACTS - 1);
  expect(() => aRelease().assertTakesArtifact(MOST_ARTIFACTS)).toThrow(TooManyArtifacts);
});
