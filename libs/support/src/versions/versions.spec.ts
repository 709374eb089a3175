import { compareVersions, versionOrder } from './index.ts';

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

test('the order of a version is compared as text, byte by byte, as versions are compared', () => {
  const versions = (
    '0.9 1 1.0 1.0.0.0 1.0.1 1.2 1.2.0.1 1.10 10 2026.11.29 1.2.3.4.5.6.7.8 999999999 1-alpha 1-alpha.1 1-alpha.2 1-alpha.10 ' +
    '1-alpha.beta 1-alphab 1-beta 1-rc.1 1-0 1-a-b 1-a.b 1b2 1b10 1rc1 1f1 1f2 1p1 1f1-beta v1.10 1.0+build 1-Beta 1-.1 1-1.'
  ).split(' ');
  const compareTexts = (some: string, other: string): number => Buffer.compare(Buffer.from(some), Buffer.from(other));
  const wrong = versions.flatMap((some) =>
    versions
      .filter((other) => Math.sign(compareVersions(some, other)) !== compareTexts(versionOrder(some), versionOrder(other)))
      .map((other) => [some, other]),
  );
  expect(wrong).toEqual([]);
});
