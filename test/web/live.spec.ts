import { nextLive } from '../../apps/web/ui/next-live.ts';

const live = (isLive: (data: never) => boolean = () => true) => ({ meta: { isLive } });
const read = (name: string, dataUpdatedAt: number, options: object = live(), data: unknown = name, errorUpdatedAt = 0) => ({
  name,
  ...options,
  state: { data, dataUpdatedAt, errorUpdatedAt },
});

test('what is live and was read longest ago is next', () => {
  const waiting = { name: 'waiting', ...live(), state: { dataUpdatedAt: 0, errorUpdatedAt: 0 } };
  const queries = [read('settings', 1, {}), read('keys', 5), read('orders', 3), waiting];
  expect(nextLive(queries)?.name).toBe('orders');
  expect(nextLive(queries.slice(0, 1))).toBeUndefined();
  expect(nextLive([read('nothing', 1, live(), null)])?.name).toBe('nothing');
});

test('what cannot be read does not keep the rest from its turn', () => {
  expect(nextLive([read('away', 1, live(), 'known', 9), read('keys', 5)])?.name).toBe('keys');
});

test('neither a list of which further pages are shown is read again, nor what its data rule out', () => {
  const list = { pages: [[1], [2]] };
  expect(nextLive([read('list', 1, live(), list)])).toBeUndefined();
  expect(nextLive([read('list', 1, live(), { pages: [[1]] })])?.name).toBe('list');
  expect(
    nextLive([
      read(
        'first event',
        1,
        live((count: number) => count === 0),
        1,
      ),
    ]),
  ).toBeUndefined();
});
