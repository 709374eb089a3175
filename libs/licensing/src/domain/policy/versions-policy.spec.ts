import { compareVersions, isNewer, isOlder } from './versions-policy.ts';

test('versions are in the order of semantic versions, for any number of parts', () => {
  const inOrder = ['0.9', '1-alpha', '1.0.0-alpha.1', '1.0.0-alpha.2', '1.0.0-alpha.10', '1.0.0-alpha.beta', '1.0.0-beta', '1'];
  const built = ['1.0.1a1', '1.0.1b2', '1.0.1b10', '1.0.1rc1', '1.0.1', '1.0.1f1', 'v1.0.1f2', '1.0.1p1'];
  const sorted = [...inOrder, ...built, '1.2', '1.2.3', '1.2.3.1', '1.2.3.1.0.7', 'v1.10', '2026.1'];
  expect(sorted.toReversed().sort(compareVersions)).toEqual(sorted);
});

test.each([
  ['1', '1.0.0.0'],
  ['1.2.0+build.7', '1.2'],
  ['1.0-rc.1+a', '1-rc.1+b'],
  ['v3.2.1', '3.2.1'],
  ['V3.1b2', '3.1-beta.2'],
])('%s equals %s', (some, other) => expect(compareVersions(some, other)).toBe(0));

test.each([
  ['2.0.9', { minimum: '2.1' }, true],
  ['2.1-rc.1', { minimum: '2.1' }, true],
  ['2.1', { minimum: '2.1' }, false],
  ['2.1b3', { minimum: '2.1' }, true],
  ['2.1f1', { minimum: '2.1' }, false],
  ['v2.0.9', { minimum: 'v2.1' }, true],
  ['1', {}, false],
])('%s is older than %j: %s', (version, policy, expected) => expect(isOlder(version, policy)).toBe(expected));

test.each([
  ['3.9.9', { maximum: '3' }, false],
  ['4.0-rc.1', { maximum: '3' }, true],
  ['3.1.1', { maximum: '3.1.0' }, true],
  ['3.1', { maximum: '3.1.0' }, false],
  ['3.1.0.7', { maximum: '3.1.0' }, false],
  ['3.1', { maximum: '3.1-rc.1' }, true],
  ['v3.2.1', { maximum: '3' }, false],
  ['v4.0', { maximum: '3' }, true],
  ['4.0b1', { maximum: '3' }, true],
  ['3.1.0f7', { maximum: '3.1' }, false],
  ['3.1.0f7', { maximum: '3.1.0f6' }, true],
  ['3.1.0p1', { maximum: '3.1.0f6' }, true],
  ['3.1.0', { maximum: '3.1.0f6' }, false],
  ['3.1-beta', { maximum: '3.1-rc.1' }, false],
  ['9', {}, false],
])('%s is newer than %j: %s', (version, policy, expected) => expect(isNewer(version, policy)).toBe(expected));
