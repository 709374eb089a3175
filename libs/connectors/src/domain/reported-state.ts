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

/**
 * The order of updates. Of two events of the same time, that of the higher rank counts (created, updated, ended), and then that with
 * the higher id: providers say nothing about their order, so the choice only has to be the same everywhere.
 */
export interface Version {
  readonly at: string;
  readonly rank: number;
  readonly eventId: string;
}

interface Versioned<T> {
  readonly version: Version;
  readonly update: T;
}

/** What all events together say about a customer at a provider. */
export interface ReportedCustomer {
  readonly kind: 'customer';
  readonly customer: Versioned<CustomerUpdate> | null;
  /** The last e-mail address that the provider told of the customer itself. What was paid may be told with an earlier one. */
  readonly own?: Versioned<CustomerUpdate>;
  /** The address about which was decided last: the one by which the customer was found here, or one that the provider told since. */
  readonly settledEmail?: string;
}

/** The items of a subscription at a time. */
export interface ItemsAt {
  readonly version: Version;
  readonly status: ProviderStatus;
  readonly items: readonly Item[];
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

export interface ReportedSubscription extends StoredItems {
  readonly kind: 'subscription';
  readonly snapshot: Versioned<SubscriptionUpdate> | null;
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

export interface ReportedDispute {
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
      return withPaidPeriod(before as ReportedSubscription, update);
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
  const order = (of: Versioned<CustomerUpdate>) => [Number(of.update.email !== null), ...parts(of.version)];
  const isLater = (than: Versioned<CustomerUpdate> | null | undefined): boolean =>
    !than || compare(order({ update, version }), order(than)) >= 0;
  const tellsOwn = update.isOfCustomer && update.email !== null && isLater(before.own);
  return {
    ...before,
    customer: isLater(before.customer) ? { version, update } : before.customer,
    ...(tellsOwn ? { own: { version, update } } : {}),
  };
}

/** The state of a customer whose personal data is erased. */
export const withoutContact = ({ own: _own, settledEmail: _settled, ...state }: ReportedCustomer): ReportedCustomer => ({
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

/** What has ended stays ended. */
function withSnapshot(before: ReportedSubscription, update: SubscriptionUpdate, version: Version): ReportedSubscription {
  const { snapshot } = before;
  const order = (of: Versioned<SubscriptionUpdate>) => [Number(of.update.status === 'canceled'), ...parts(of.version)];
  const isLater = !snapshot || compare(order({ update, version }), order(snapshot)) >= 0;
  return { ...before, snapshot: isLater ? { version, update } : snapshot, history: withItems(before, update, version) };
}

/** How many times are kept of which nothing but the time is new. */
const MOST_TIMES = 200;

/** A subscription that has ended may be told without its items. */
function withItems(
  { initial, history }: StoredItems,
  { items, status }: SubscriptionUpdate,
  version: Version,
): readonly ItemsAt[] {
  if (status === 'canceled' && items.length === 0) return history;
  if (initial && compare(parts(version), parts(initial.version)) < 0) return history;
  const others = history.filter(({ version: { eventId } }) => eventId !== version.eventId);
  const all = [...others, { version, status, items }].sort((one, other) => compare(parts(one.version), parts(other.version)));
  if (all.length <= MOST_TIMES) return all;
  const same = (one: ItemsAt | undefined, other: ItemsAt | undefined) => one && other && contentOf(one) === contentOf(other);
  const needless = all.findIndex((each, index) => same(all[index - 1], each) && same(each, all[index + 1]));
  return all.filter((_, index) => index !== needless);
}

const contentOf = ({ status, items }: ItemsAt): string => JSON.stringify([status, items.map(({ key, refs }) => [key, refs])]);

function withPaidPeriod(before: ReportedSubscription, update: PaidPeriodUpdate): ReportedSubscription {
  const order = ({ since, end, start }: PaidPeriodUpdate) => [since, end, start ?? ''];
  return before.paid && compare(order(before.paid), order(update)) >= 0 ? before : { ...before, paid: update };
}

function withPayment(before: ReportedPayment, update: PaymentUpdate, version: Version): ReportedPayment {
  const isLater = !before.payment || compare(parts(version), parts(before.payment.version)) >= 0;
  return { ...withAliases(before, update), payment: isLater ? { version, update } : before.payment };
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
  const order = (of: Versioned<DisputeUpdate>) => [Number(!OPEN_DISPUTES.has(of.update.status)), ...parts(of.version)];
  const isLater = !before.dispute || compare(order({ update, version }), order(before.dispute)) >= 0;
  return { ...before, dispute: isLater ? { version, update } : before.dispute, aliases: union(before.aliases, update.aliases) };
}

const union = (some: readonly string[], others: readonly string[]): string[] => [...new Set([...some, ...others])].sort();

const parts = ({ at, rank, eventId }: Version): readonly (string | number)[] => [at, rank, eventId];

/** Lists of values of the same types, the first difference decides. */
function compare(some: readonly (string | number)[], others: readonly (string | number)[]): number {
  const index = some.findIndex((value, position) => value !== others[position]);
  return index < 0 ? 0 : some[index]! < others[index]! ? -1 : 1;
}
