import { aLicenseKey, NOW } from '../../../testing/license-key.builder.ts';
import type { LicenseKey } from './license-key.ts';
import { MAX_NETWORKS, type NetworkDigests } from './leak-watch.ts';

const daysLater = (days: number): Date => new Date(NOW.getTime() + days * 86_400_000);
const network = (number: number): NetworkDigests => [String(number).padStart(11, 'n')];
const isKnownTo = (key: LicenseKey, to: NetworkDigests, at = NOW): boolean => key.wasUsedFrom(to, at);

let key: LicenseKey;
beforeEach(() => void (key = aLicenseKey().build()));

test('a new key was used from no network', () => {
  expect(isKnownTo(key, network(1))).toBe(false);
});

test('a use is remembered for 30 days, and each use renews it', () => {
  key.noteUseFrom(network(1), NOW);
  expect([isKnownTo(key, network(1)), isKnownTo(key, network(2))]).toEqual([true, false]);
  expect([isKnownTo(key, network(1), daysLater(30)), isKnownTo(key, network(1), daysLater(31))]).toEqual([true, false]);
  key.noteUseFrom(network(1), daysLater(20));
  expect([isKnownTo(key, network(1), daysLater(50)), isKnownTo(key, network(1), daysLater(51))]).toEqual([true, false]);
});

test('a use is found by the digest of any secret key', () => {
  const [old, current] = [network(1), network(2)];
  key.noteUseFrom(old, NOW);
  const rotated: NetworkDigests = [current[0], old[0]];
  expect(isKnownTo(key, rotated)).toBe(true);
  key.noteUseFrom(rotated, daysLater(1));
  expect(isKnownTo(key, current, daysLater(31))).toBe(true);
});

test('of more networks than the maximum, those used last are remembered', () => {
  for (let n = 0; n < MAX_NETWORKS; n++) key.noteUseFrom(network(n), daysLater(1));
  key.noteUseFrom(network(0), daysLater(2));
  key.noteUseFrom(network(100), daysLater(2));
  const known = [0, 1, 2, MAX_NETWORKS - 1, 100].map((n) => isKnownTo(key, network(n), daysLater(2)));
  expect(known).toEqual([true, false, true, true, true]);
});

test('a network does not change what is seen of the key', () => {
  const before = key.snapshot;
  key.noteUseFrom(network(1), daysLater(1));
  expect(key.snapshot).toEqual(before);
  expect(key.pullEvents()).toEqual([]);
});
