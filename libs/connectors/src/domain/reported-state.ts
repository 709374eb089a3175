import { compare, compareVersions, inOrder, type Version } from './event-order.ts';
import { withRefunds } from './refunds.ts';
import type {
  CustomerUpdate,
  DisputeUpdate,
  Item,
  PaidPeriodUpdate,
  PaymentAliasUpdate,
  PaymentUpdate,
  ProviderStatus,
  ProviderUpdate,
  RefundsOfLines,
  RefundUpdate,
  SingleRefunds,
  SubscriptionUpdate,
} from './provider-updates.ts';

interface Versioned<T> {
  readonly version: Version;
  readonly update: T;
}

/** What all events together say about a customer at a provider. */
export interface ReportedCustomer {
  readonly kind: 'customer';
  readonly customer: Versioned<CustomerUpdate> | null;
}

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
interface Told {
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

export interface ReportedPayment {
  readonly kind: 'payment';
  readonly payment: Versioned<PaymentUpdate> | null;
  readonly aliases: readonly string[];
}

export interface ReportedRefund {
  readonly kind: 'refund';
  readonly aliases: readonly string[];
  readonly totals: { readonly [total: string]: number };
  readonly single?: SingleRefunds;
  readonly ofLines?: RefundsOfLines;
}

export interface ReportedDispute extends Told {
  readonly kind: 'dispute';
  readonly dispute: Versioned<DisputeUpdate> | null;
  readonly aliases: readonly string[];
}

export type ReportedState = ReportedCustomer | ReportedSubscription | ReportedPayment | ReportedRefund | ReportedDispute;
export type ObjectKind = ReportedState['kind'];

const KINDS: { readonly [K in ProviderUpdate['kind']]: ObjectKind } = {
  customer: 'customer',
  subscription: 'subscription',
  paid_period: 'subscription',
  payment: 'payment',
  payment_alias: 'payment',
  refund: 'refund',
  dispute: 'dispute',
};

/** What an update is about. */
export const kindOf = ({ kind }: ProviderUpdate): ObjectKind => KINDS[kind];

const NOTHING: { readonly [K in ObjectKind]: Extract<ReportedState, { readonly kind: K }> } = {
  customer: { kind: 'customer', customer: null },
  subscription: { kind: 'subscription', snapshot: null, history: [], paid: null },
  payment: { kind: 'payment', payment: null, aliases: [] },
  refund: { kind: 'refund', aliases: [], totals: {} },
  dispute: { kind: 'dispute', dispute: null, aliases: [] },
};

/**
 * Merges an update into the state. The result is the same in whichever order updates are merged and however often: each part keeps the
 * greatest of its values in a total order. An event that is read again replaces what it said: a release may read more or less of it.
 */
export function withUpdate(state: ReportedState | undefined, update: ProviderUpdate, version: Version): ReportedState {
  const before = state ? inCurrentForm(state) : NOTHING[kindOf(update)];
  switch (update.kind) {
    case 'customer':
      return withCustomer(before as ReportedCustomer, update, version);
    case 'subscription':
      return withSnapshot(before as ReportedSubscription, update, version);
    case 'paid_period':
      return withPaidPeriod(before as ReportedSubscription, update, version);
    case 'payment':
      return withPayment(before as ReportedPayment, update, version);
    case 'payment_alias':
      return withAliases(before as ReportedPayment, update);
    case 'refund':
      return withRefund(before as ReportedRefund, update);
    case 'dispute':
      return withDispute(before as ReportedDispute, update, version);
  }
}

/** An event that says nothing of the e-mail address does not hide one that does. */
function withCustomer(before: ReportedCustomer, update: CustomerUpdate, version: Version): ReportedCustomer {
  return { ...before, customer: laterCustomer(before.customer, { version, update }) };
}

const laterCustomer = (before: ReportedCustomer['customer'], told: ReportedCustomer['customer']) =>
  later(before, told, ({ email }) => Number(email !== null));

/** The later one of two; at equal versions the second one. `first` decides before the version does. */
function later<T>(one: Versioned<T> | null, other: Versioned<T> | null, first: (update: T) => number = () => 0) {
  if (!one || !other) return other ?? one;
  return (first(other.update) - first(one.update) || compareVersions(other.version, one.version)) < 0 ? one : other;
}

/** The state of a customer whose personal data is erased. */
export const withoutContact = (state: ReportedCustomer): ReportedCustomer => ({
  ...state,
  customer: state.customer && { ...state.customer, update: { ...state.customer.update, email: null, name: null } },
});

/** The state as this release stores it. */
export function inCurrentForm<K extends ReportedState>(state: K): K {
  if (state.kind !== 'subscription' || state.history) return state;
  const { items = {}, ...others } = state as ReportedSubscription & LastItems;
  const { snapshot } = state;
  if (!snapshot) return { ...others, history: [] } as ReportedSubscription as K;
  const present = new Set(snapshot.update.items.map(({ key }) => key));
  const last = Object.entries(items).map(([key, { version, item }]) => [
    key,
    { item, at: version.at, isPresent: present.has(key) },
  ]);
  const initial = { version: snapshot.version, status: snapshot.update.status, items: Object.fromEntries(last) };
  return { ...others, initial, history: [] } as ReportedSubscription as K;
}

function withSnapshot(before: ReportedSubscription, update: SubscriptionUpdate, version: Version): ReportedSubscription {
  const { items, status, itemCount } = update;
  const told = { version, status, items, ...(itemCount === undefined ? {} : { isPartial: true as const }) };
  const history = withItems(before, [told]);
  const state = { ...before, history, toldAt: laterTime(toldAtOf(before), version.at) };
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

const laterTime = (one: string, other: string): string => (one > other ? one : other);

/** When the last event that is known was told. It never goes back, so it orders the states of the object. */
export function toldAtOf(state: ReportedSubscription | ReportedDispute): string {
  if (state.kind === 'dispute') return state.toldAt ?? state.dispute?.version.at ?? '';
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

function withPaidPeriod(before: ReportedSubscription, update: PaidPeriodUpdate, version: Version): ReportedSubscription {
  return { ...before, paid: laterPeriod(before.paid, update), toldAt: laterTime(toldAtOf(before), version.at) };
}

function laterPeriod(one: PaidPeriodUpdate | null, other: PaidPeriodUpdate | null): PaidPeriodUpdate | null {
  if (!one || !other) return one ?? other;
  const order = ({ since, end, start }: PaidPeriodUpdate) => [since, end, start ?? ''];
  return compare(order(one), order(other)) >= 0 ? one : other;
}

function withPayment(before: ReportedPayment, update: PaymentUpdate, version: Version): ReportedPayment {
  return { ...withAliases(before, update), payment: later(before.payment, { version, update }) };
}

const withAliases = (before: ReportedPayment, { ref, aliases }: PaymentUpdate | PaymentAliasUpdate): ReportedPayment => ({
  ...before,
  aliases: union(before.aliases, [ref, ...aliases]),
});

function withRefund(before: ReportedRefund, { ref, aliases, ...told }: RefundUpdate): ReportedRefund {
  return { ...before, aliases: union(before.aliases, [ref, ...aliases]), ...withRefunds(before, told) };
}

const OPEN_DISPUTES = new Set<DisputeUpdate['status']>(['early_warning', 'needs_response', 'under_review']);

/** A dispute that was closed stays closed. */
function withDispute(before: ReportedDispute, update: DisputeUpdate, version: Version): ReportedDispute {
  const toldAt = laterTime(toldAtOf(before), version.at);
  const aliases = union(before.aliases, update.aliases);
  return { ...before, dispute: laterDispute(before.dispute, { version, update }), aliases, toldAt };
}

const laterDispute = (before: ReportedDispute['dispute'], told: ReportedDispute['dispute']) =>
  later(before, told, ({ status }) => Number(!OPEN_DISPUTES.has(status)));

/**
 * What two states say about the same object, which an earlier release stored for each connector that told of it: the state to which the
 * events of both lead.
 */
export function joined<K extends ReportedState>(one: K, other: K): K {
  return joinedOf(inCurrentForm<ReportedState>(one), inCurrentForm<ReportedState>(other)) as K;
}

function joinedOf(one: ReportedState, other: ReportedState): ReportedState {
  switch (one.kind) {
    case 'customer':
      return { ...one, customer: laterCustomer(one.customer, (other as ReportedCustomer).customer) };
    case 'subscription': {
      const { snapshot, rivals = [], history, paid, ...more } = other as ReportedSubscription;
      const initial = one.initial ?? more.initial;
      const toldAt = laterTime(toldAtOf(one), toldAtOf(other as ReportedSubscription));
      const items = { ...(initial ? { initial } : {}), history: withItems({ ...one, ...(initial ? { initial } : {}) }, history) };
      const state = { ...one, ...items, paid: laterPeriod(one.paid, paid), toldAt };
      return withLatest(state, [...rivals, ...(snapshot ? [snapshot] : [])]);
    }
    case 'payment': {
      const { payment, aliases } = other as ReportedPayment;
      return { ...one, payment: later(one.payment, payment), aliases: union(one.aliases, aliases) };
    }
    case 'refund': {
      const { aliases, ...refunds } = other as ReportedRefund;
      return { ...one, aliases: union(one.aliases, aliases), ...withRefunds(one, refunds) };
    }
    case 'dispute': {
      const { dispute, aliases } = other as ReportedDispute;
      const toldAt = laterTime(toldAtOf(one), toldAtOf(other as ReportedDispute));
      return { ...one, dispute: laterDispute(one.dispute, dispute), aliases: union(one.aliases, aliases), toldAt };
    }
  }
}

const union = (some: readonly string[], others: readonly string[]): string[] => [...new Set([...some, ...others])].sort();
