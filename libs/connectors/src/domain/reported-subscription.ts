import { compare, compareVersions, inOrder, laterTime, type Version, type Versioned } from './event-order.ts';
import type { Item, PaidPeriodUpdate, ProviderStatus, SubscriptionUpdate } from './provider-updates.ts';

/** The items of a subscription at a time. */
export interface ItemsAt {
  readonly version: Version;
  readonly status: ProviderStatus;
  readonly items: readonly Item[];
  /** Whether the event listed only some of the items: what it did not list is as it was. */
  readonly isPartial?: true;
}

export interface StoredItems {
  /** What a release before the history stored: every item that the subscription ever had, as it was last. */
  readonly initial?: {
    readonly version: Version;
    readonly status: ProviderStatus;
    readonly items: { readonly [key: string]: { readonly item: Item; readonly at: string; readonly isPresent: boolean } };
  };
  /** In their order. */
  readonly history: readonly ItemsAt[];
}

/** When the last event was told. Missing in what an earlier release stored. */
export interface Told {
  readonly toldAt?: string;
}

export interface ReportedSubscription extends StoredItems, Told {
  readonly kind: 'subscription';
  readonly snapshot: Versioned<SubscriptionUpdate> | null;
  /** Snapshots of the time and rank of the latest one: an event that comes later may tell that one of them is the latest. */
  readonly rivals?: readonly Versioned<SubscriptionUpdate>[];
  readonly paid: PaidPeriodUpdate | null;
}

/** The form that releases before the history stored. */
interface LastItems {
  readonly items?: { readonly [key: string]: { readonly version: Version; readonly item: Item } };
}

/** The state as this release stores it. */
export function subscriptionInCurrentForm(state: ReportedSubscription): ReportedSubscription {
  if (state.history) return state;
  const { items = {}, ...others } = state as ReportedSubscription & LastItems;
  const { snapshot } = state;
  if (!snapshot) return { ...others, history: [] };
  const present = new Set(snapshot.update.items.map(({ key }) => key));
  const last = Object.entries(items).map(([key, { version, item }]) => [
    key,
    { item, at: version.at, isPresent: present.has(key) },
  ]);
  const initial = { version: snapshot.version, status: snapshot.update.status, items: Object.fromEntries(last) };
  return { ...others, initial, history: [] };
}

export function withSnapshot(before: ReportedSubscription, update: SubscriptionUpdate, version: Version): ReportedSubscription {
  const { items, status, itemCount } = update;
  const told = { version, status, items, ...(itemCount === undefined ? {} : { isPartial: true as const }) };
  const history = withItems(before, [told]);
  const state = { ...before, history, toldAt: laterTime(subscriptionToldAt(before), version.at) };
  return withLatest(state, [{ version, update }]);
}

/** What has ended stays ended. Of several of the same time and rank, the latest one follows from what they change. */
function withLatest(state: ReportedSubscription, told: readonly Versioned<SubscriptionUpdate>[]): ReportedSubscription {
  const { rivals = [], snapshot, history, ...others } = state;
  const known = [...(snapshot ? [snapshot] : []), ...rivals].filter(
    (each) => !told.some(({ version }) => version.eventId === each.version.eventId),
  );
  const all = [...known, ...told];
  if (all.length === 0) return state;
  const order = ({ update, version: { at, rank } }: Versioned<SubscriptionUpdate>) => [
    Number(update.status === 'canceled'),
    at,
    rank,
  ];
  const [first] = all.toSorted((one, other) => compare(order(other), order(one)));
  const latest = all.filter((each) => compare(order(each), order(first!)) === 0);
  const before = history.findLast(({ version }) => compare([version.at, version.rank], order(first!).slice(1)) < 0);
  const ordered = inOrder(latest, before?.version.change?.to);
  const last = ordered.at(-1)!;
  return { ...others, history, snapshot: last, ...(ordered.length > 1 ? { rivals: ordered.slice(0, -1) } : {}) };
}

/** When the last event that is known was told. */
export function subscriptionToldAt(state: ReportedSubscription): string {
  const versions = [state.initial?.version, state.snapshot?.version, state.history.at(-1)?.version];
  return versions.reduce((latest, version) => laterTime(latest, version?.at ?? ''), state.toldAt ?? '');
}

/** How many times are kept of which nothing but the time is new. */
const MOST_TIMES = 200;

/** A subscription that has ended may be told without its items. */
function withItems({ initial, history }: StoredItems, told: readonly ItemsAt[]): readonly ItemsAt[] {
  const added = told.filter(
    ({ version, status, items }) =>
      !(status === 'canceled' && items.length === 0) && !(initial && compareVersions(version, initial.version) < 0),
  );
  const others = history.filter(({ version }) => !added.some((each) => each.version.eventId === version.eventId));
  const all = inOrder([...others, ...added]);
  if (all.length <= MOST_TIMES) return all;
  const same = (one: ItemsAt | undefined, other: ItemsAt | undefined) => one && other && contentOf(one) === contentOf(other);
  const needless = all.findIndex((each, index) => same(all[index - 1], each) && same(each, all[index + 1]));
  return all.filter((_, index) => index !== needless);
}

const contentOf = ({ status, items, isPartial }: ItemsAt): string =>
  JSON.stringify([status, isPartial, items.map(({ key, refs }) => [key, refs])]);

export function withPaidPeriod(before: ReportedSubscription, update: PaidPeriodUpdate, version: Version): ReportedSubscription {
  return { ...before, paid: laterPeriod(before.paid, update), toldAt: laterTime(subscriptionToldAt(before), version.at) };
}

function laterPeriod(one: PaidPeriodUpdate | null, other: PaidPeriodUpdate | null): PaidPeriodUpdate | null {
  if (!one || !other) return one ?? other;
  const order = ({ since, end, start }: PaidPeriodUpdate) => [since, end, start ?? ''];
  return compare(order(one), order(other)) >= 0 ? one : other;
}

/** The state to which the events of both lead. */
export function joinedSubscription(one: ReportedSubscription, other: ReportedSubscription): ReportedSubscription {
  const { snapshot, rivals = [], history, paid, ...more } = other;
  const initial = one.initial ?? more.initial;
  const toldAt = laterTime(subscriptionToldAt(one), subscriptionToldAt(other));
  const items = { ...(initial ? { initial } : {}), history: withItems({ ...one, ...(initial ? { initial } : {}) }, history) };
  const state = { ...one, ...items, paid: laterPeriod(one.paid, paid), toldAt };
  return withLatest(state, [...rivals, ...(snapshot ? [snapshot] : [])]);
}
