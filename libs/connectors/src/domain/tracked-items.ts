import type { Item } from './provider-updates.ts';
import type { StoredItems } from './reported-subscription.ts';

/** An item of a subscription through its replacements by others: one subscription here. */
export interface TrackedItem {
  /** What follows the id of the subscription in the external ids under which it may be known here. It is created under the first one. */
  readonly names: readonly string[];
  /** The ids of the items that it was. */
  readonly keys: readonly string[];
  /** As it was last. */
  readonly item: Item;
  /** As it was before, with other prices; the latest is the last one. */
  readonly former: readonly Item[];
  readonly isPresent: boolean;
}

/** What an item brings, such as benefits. It decides between several items that replace several others. */
export type Brings = (item: Item) => readonly string[];

interface Tracked {
  readonly names: string[];
  readonly keys: string[];
  item: Item;
  former: readonly Item[];
  /** Its id in the last event; undefined if it was not in it. */
  present: string | undefined;
}

/**
 * The items that a subscription ever had, the first one first. An item is the same as long as its key is: neither its position nor the
 * number of items matters. One that comes back is the one that left, unless that was replaced. An item that vanishes in the same event in
 * which another one comes is replaced by it.
 */
export function trackItems({ initial, history }: StoredItems, brings: Brings = () => []): readonly TrackedItem[] {
  const tracked = Object.entries(initial?.items ?? {})
    .sort(([key, one], [otherKey, other]) => compareTexts(one.at, other.at) || compareTexts(key, otherKey))
    .map(([key, { item, isPresent }]): Tracked => ({
      names: [key],
      keys: [key],
      item,
      former: [],
      present: isPresent ? key : undefined,
    }));
  for (const { items, isPartial } of history) followItems(tracked, isPartial ? withUnlisted(tracked, items) : items, brings);
  return tracked.map(({ present, ...each }) => ({ ...each, isPresent: present !== undefined }));
}

/** Whether what the items bring decides which of them replaces which. */
export const isAmbiguous = (stored: StoredItems): boolean => {
  let asked = false;
  trackItems(stored, () => {
    asked = true;
    return [];
  });
  return asked;
};

const compareTexts = (one: string, other: string): number => (one < other ? -1 : Number(one > other));

/** The items of an event that lists only some of them, with those that were there before. */
const withUnlisted = (tracked: readonly Tracked[], items: readonly Item[]): readonly Item[] => [
  ...items,
  ...tracked.filter((each) => each.present !== undefined && !items.some((item) => isSame(each, item))).map(({ item }) => item),
];

function followItems(tracked: Tracked[], items: readonly Item[], brings: Brings): void {
  const before = tracked.filter(({ present }) => present !== undefined);
  const stays = new Map<Tracked, Item>();
  const came: Item[] = [];
  for (const item of items) {
    const same = before.find((each) => !stays.has(each) && isSame(each, item));
    if (same) stays.set(same, item);
    else came.push(item);
  }
  const vanished = before.filter((each) => !stays.has(each));
  const former = (item: Item) => tracked.findLast((each) => each.present === undefined && isSame(each, item));
  const inOrder = came.toSorted((one, other) => Number(former(one) !== undefined) - Number(former(other) !== undefined));
  const next = new Map([...stays, ...replacementsOf(vanished, inOrder, brings)]);
  const taken = new Set(next.values());
  for (const item of came.filter((each) => !taken.has(each))) {
    const returned = former(item);
    if (returned && !next.has(returned)) next.set(returned, item);
    else next.set({ names: [], keys: [], item, former: [], present: undefined }, item);
  }
  for (const each of vanished) each.present = undefined;
  for (const [each, item] of next) {
    addName(tracked, each, item.key);
    if (!tracked.includes(each)) tracked.push(each);
    if (each.item.refs[0] !== item.refs[0]) each.former = [...each.former, each.item];
    each.item = item;
    each.present = item.key;
  }
}

/** An earlier release knew items without an id by their position: there, the price tells whether it is the same. */
const isSame = ({ item, keys }: Tracked, { key, refs }: Item): boolean =>
  item.key === key || (/^\d*$/.test(keys.at(-1)!) && refs[0] === key && item.refs[0] === key);

/** A key that another item had before is used with a number. */
function addName(tracked: readonly Tracked[], to: Tracked, key: string): void {
  if (to.keys.includes(key)) return;
  const others = tracked.filter((each) => each !== to && each.keys.includes(key)).length;
  to.keys.push(key);
  to.names.push(others === 0 ? key : `${key}/${others + 1}`);
}

/** Pairs vanished items with new ones by what they have in common, the most telling first; what has nothing in common, in the order of the items. */
function replacementsOf(vanished: readonly Tracked[], came: readonly Item[], brings: Brings): Map<Tracked, Item> {
  const replacements = new Map<Tracked, Item>();
  const left = () => ({
    old: vanished.filter((each) => !replacements.has(each)),
    fresh: came.filter((item) => ![...replacements.values()].includes(item)),
  });
  const match = (by: (old: Item, item: Item) => boolean): void => {
    for (const each of left().old) {
      const item = left().fresh.find((candidate) => by(each.item, candidate));
      if (item) replacements.set(each, item);
    }
  };
  match((old, item) => old.refs.length > 0 && old.refs[0] === item.refs[0]);
  match((old, item) => old.refs.slice(1).some((ref) => item.refs.slice(1).includes(ref)));
  const { old, fresh } = left();
  if (old.length > 0 && fresh.length > 0 && old.length + fresh.length > 2) {
    const brought = new Map([...old.map(({ item }) => item), ...fresh].map((item) => [item, brings(item)]));
    match((some, item) => brought.get(some)!.length > 0 && String(brought.get(some)) === String(brought.get(item)));
    match((some, item) => brought.get(some)!.some((each) => brought.get(item)!.includes(each)));
  }
  match(() => true);
  return replacements;
}
