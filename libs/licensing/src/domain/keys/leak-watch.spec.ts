import { NOW } from '../../../testing/license-key.builder.ts';
import { LeakWatch, type NetworkDigests, NO_NETWORKS } from './leak-watch.ts';

const network = (number: number): NetworkDigests => [String(number).padStart(11, 'n')];
const tomorrow = new Date(NOW.getTime() + 86_400_000);

test('a network is new once a day', () => {
  const watch = new LeakWatch({ recentNetworks: NO_NETWORKS });
  expect([watch.noteUseFrom(network(1), NOW), watch.noteUseFrom(network(1), NOW)]).toEqual([true, false]);
  expect(watch.noteUseFrom(network(1), tomorrow)).toBe(true);
  expect(watch.wasUsedFrom(network(1), tomorrow)).toBe(true);
});

test('more networks than the policy allows on a day are suspicious, told once a day', () => {
  const watch = new LeakWatch({ recentNetworks: NO_NETWORKS });
  const policy = { networksPerDay: 2 };
  const state = {};
  for (const n of [1, 2]) watch.noteUseFrom(network(n), NOW);
  expect(watch.suspect(policy, state, NOW)).toEqual({ alerts: state, suspected: undefined });
  watch.noteUseFrom(network(3), NOW);
  const { alerts, suspected } = watch.suspect(policy, state, NOW);
  expect(suspected).toEqual({ at: NOW.toISOString(), devices: 0, networks: 3 });
  expect(watch.suspect(policy, alerts, NOW)).toEqual({ alerts, suspected: undefined });
});
