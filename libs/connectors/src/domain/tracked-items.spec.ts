import type { Item } from './provider-updates.ts';
import type { StoredItems } from './reported-subscription.ts';
import { isAmbiguous, trackItems } from './tracked-items.ts';

const item = (key: string, price = key, product = `prod_of_${price}`): Item => ({
  key,
  refs: [price, product],
  productId: null,
  quantity: 1,
  amount: null,
});

const stored = (...times: readonly (readonly Item[])[]): StoredItems => ({
  history: times.map((items, index) => ({
    version: { at: String(index), rank: 1, eventId: `evt_${index}` },
    status: 'active',
    items,
  })),
});

const tracked = (of: StoredItems, brings?: Parameters<typeof trackItems>[1]) =>
  trackItems(of, brings).map(({ names, item: { refs }, isPresent }) => [names.join(' '), refs[0], isPresent]);

test.each<[string, readonly (readonly Item[])[], readonly (readonly unknown[])[]]>([
  [
    'an item that is added changes no other',
    [[item('a')], [item('b'), item('a')]],
    [
      ['a', 'a', true],
      ['b', 'b', true],
    ],
  ],
  [
    'items in another order are the same',
    [
      [item('a'), item('b')],
      [item('b'), item('a')],
    ],
    [
      ['a', 'a', true],
      ['b', 'b', true],
    ],
  ],
  [
    'an item that is removed is the only one that ends',
    [[item('a'), item('b')], [item('b')]],
    [
      ['a', 'a', false],
      ['b', 'b', true],
    ],
  ],
  [
    'an item that comes back is the one that left',
    [[item('a'), item('b')], [item('a')], [item('a'), item('b')]],
    [
      ['a', 'a', true],
      ['b', 'b', true],
    ],
  ],
  ['another price of an item is a change', [[item('si_1', 'a')], [item('si_1', 'b')]], [['si_1', 'b', true]]],
  ['an item that comes when another one vanishes replaces it', [[item('a')], [item('b')], [item('c')]], [['a b c', 'c', true]]],
  [
    'an item that comes later replaces nothing',
    [[item('a')], [], [item('b')]],
    [
      ['a', 'a', false],
      ['b', 'b', true],
    ],
  ],
  [
    'a key that was replaced and is added again is another item',
    [[item('a')], [item('b')], [item('b'), item('a')]],
    [
      ['a b', 'b', true],
      ['a/2', 'a', true],
    ],
  ],
  [
    'of several, those of the same price, then those of the same product belong together',
    [
      [item('si_1', 'month', 'base'), item('si_2', 'add')],
      [item('si_3', 'add'), item('si_4', 'year', 'base')],
    ],
    [
      ['si_1 si_4', 'year', true],
      ['si_2 si_3', 'add', true],
    ],
  ],
])('%s', (_, times, expected) => {
  expect(tracked(stored(...times))).toEqual(expected);
});

test('of several without a common price or product, those that bring the same belong together', () => {
  const of = stored([item('a'), item('b')], [item('c'), item('d')]);
  const benefits: { readonly [key: string]: readonly string[] } = { a: ['x'], b: ['y'], c: ['y', 'z'], d: ['x'] };
  expect(isAmbiguous(of)).toBe(true);
  expect(isAmbiguous(stored([item('a')], [item('b')]))).toBe(false);
  expect(tracked(of, ({ key }) => benefits[key]!)).toEqual([
    ['a d', 'd', true],
    ['b c', 'c', true],
  ]);
});

test('an item that an event does not list is not gone, if the event lists only some items', () => {
  const times = stored([item('a'), item('b')], [item('c'), item('a')], [item('d', 'd')]);
  const history = times.history.map((each, index) => (index === 1 ? { ...each, isPartial: true as const } : each));
  expect(tracked({ history: history.slice(0, 2) })).toEqual([
    ['a', 'a', true],
    ['b', 'b', true],
    ['c', 'c', true],
  ]);
  expect(tracked({ history }).filter(([, , isPresent]) => isPresent)).toHaveLength(1);
});
