import { isNewer, isOlder } from './versions-policy.ts';

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
