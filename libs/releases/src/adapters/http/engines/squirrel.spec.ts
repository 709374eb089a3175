import { macUpdate, releasesFile } from './squirrel.ts';

type Offer = Parameters<typeof macUpdate>[0];

const PLACE = { baseUrl: 'https://example.com', token: 'latchkey_dt_x' };
const FILES = 'https://example.com/releases/product/token/latchkey_dt_x/files/1.2.0';
const release = {
  productId: 'product',
  version: '1.2.0',
  notes: { en: 'Faster.' },
  publishedAt: new Date('2026-12-05T10:00:00.123Z'),
};
const file = (name: string, letter: string) => ({ name, size: 7, sha1: letter.repeat(40), describes: null });
const FULL = file('acme-1.2.0-full.nupkg', 'a');
const DELTA = file('acme-1.2.0-delta.nupkg', 'b');
const offer = (...artifacts: readonly object[]) =>
  ({ offered: { release, artifacts }, before: { version: '1.1.0' }, withheld: null }) as unknown as Offer;

/** How Squirrel.Windows reads a line (`ReleaseEntry.entryRegex`). */
const ENTRY = /^([0-9a-fA-F]{40})\s+(\S+)\s+(\d+)[\r]*$/;

test('RELEASES has the full package, and the delta package for who has the release before', () => {
  const all = offer(file('acme setup.exe', 'c'), DELTA, FULL);
  const read = (current: string) =>
    releasesFile(all, current, PLACE)!
      .trimEnd()
      .split('\n')
      .map((line) => ENTRY.exec(line)?.slice(1));
  const full = ['A'.repeat(40), `${FILES}/acme-1.2.0-full.nupkg`, '7'];
  expect(read('1.1.0')).toEqual([['B'.repeat(40), `${FILES}/acme-1.2.0-delta.nupkg`, '7'], full]);
  expect(read('1.0.0')).toEqual([full]);
  expect(read('1.2.0')).toEqual([full]);
});

test.each([
  ['there is no release', { offered: null, before: null, withheld: null }],
  ['the release has another package', offer(file('acme.msi', 'c'))],
  ['the release has a delta package alone', offer(DELTA)],
])('there is no file RELEASES if %s', (_what, offered) => {
  expect(releasesFile(offered, '1.1.0', PLACE)).toBeNull();
});

test('Squirrel.Mac gets the archive of a newer release, with a time that it can read', () => {
  const offered = offer(file('acme.dmg', 'c'), file('acme-mac.zip', 'd'));
  expect(macUpdate(offered, '1.1.9', PLACE)).toEqual({
    url: `${FILES}/acme-mac.zip`,
    name: '1.2.0',
    notes: 'Faster.',
    pub_date: '2026-12-05T10:00:00Z',
  });
  expect(macUpdate(offered, '1.2.0', PLACE)).toBeNull();
  expect(macUpdate(offer(file('acme.dmg', 'c')), '1.0.0', PLACE)).toBeNull();
});
