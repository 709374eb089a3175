import { withRefunds } from './refunds.ts';
import type {
  CustomerFact,
  DisputeFact,
  Fact,
  Item,
  PaidPeriodFact,
  PaymentAliasFact,
  PaymentFact,
  ProviderStatus,
  RefundFact,
  RefundsOfLines,
  SingleRefunds,
  SubscriptionFact,
} from './facts.ts';

/**
 * When something was known. Of two events of the same time, that of the higher rank counts (created, updated, ended), and then that with
 * the higher id: providers say nothing about their order, so the choice only has to be the same everywhere.
 */
export interface Stamp {
  readonly at: string;
  readonly rank: number;
  readonly eventId: string;
}

interface Stamped<T> {
  readonly stamp: Stamp;
  readonly fact: T;
}

/** What all events together say about a customer at a provider. */
export interface CustomerKnowledge {
  readonly kind: 'customer';
  readonly customer: Stamped<CustomerFact> | null;
}

/** The items of a subscription at a time. */
export interface ItemsAt {
  readonly stamp: Stamp;
  readonly status: ProviderStatus;
  readonly items: readonly Item[];
}

export interface StoredItems {
  /** What a release before the history knew: every item that the subscription ever had, as it was last. */
  readonly initial?: {
    readonly stamp: Stamp;
    readonly status: ProviderStatus;
    readonly items: { readonly [key: string]: { readonly item: Item; readonly at: string; readonly isPresent: boolean } };
  };
  /** In their order. */
  readonly history: readonly ItemsAt[];
}

export interface SubscriptionKnowledge extends StoredItems {
  readonly kind: 'subscription';
  readonly snapshot: Stamped<SubscriptionFact> | null;
  readonly paid: PaidPeriodFact | null;
}

/** The form that releases before the history stored. */
interface LastItems {
  readonly items?: { readonly [key: string]: { readonly stamp: Stamp; readonly item: Item } };
}

export interface PaymentKnowledge {
  readonly kind: 'payment';
  readonly payment: Stamped<PaymentFact> | null;
  readonly aliases: readonly string[];
}

export interface RefundKnowledge {
  readonly kind: 'refund';
  readonly aliases: readonly string[];
  readonly totals: { readonly [total: string]: number };
  readonly single?: SingleRefunds;
  readonly ofLines?: RefundsOfLines;
}

export interface DisputeKnowledge {
  readonly kind: 'dispute';
  readonly dispute: Stamped<DisputeFact> | null;
  readonly aliases: readonly string[];
}

export type Knowledge = CustomerKnowledge | SubscriptionKnowledge | PaymentKnowledge | RefundKnowledge | DisputeKnowledge;
export type KnowledgeKind = Knowledge['kind'];

const KINDS: { readonly [K in Fact['kind']]: KnowledgeKind } = {
  customer: 'customer',
  subscription: 'subscription',
  paid_period: 'subscription',
  payment: 'payment',
  payment_alias: 'payment',
  refund: 'refund',
  dispute: 'dispute',
};

/** What a fact is about. */
export const kindOf = ({ kind }: Fact): KnowledgeKind => KINDS[kind];

const NOTHING: { readonly [K in KnowledgeKind]: Extract<Knowledge, { readonly kind: K }> } = {
  customer: { kind: 'customer', customer: null },
  subscription: { kind: 'subscription', snapshot: null, history: [], paid: null },
  payment: { kind: 'payment', payment: null, aliases: [] },
  refund: { kind: 'refund', aliases: [], totals: {} },
  dispute: { kind: 'dispute', dispute: null, aliases: [] },
};

/**
 * Adds a fact to what is known. The result is the same in whichever order facts are added and however often: each part keeps the greatest
 * of its values in a total order. An event that is read again replaces what it said: a release may read more or less of it.
 */
export function withFact(known: Knowledge | undefined, fact: Fact, stamp: Stamp): Knowledge {
  const before = known ? inCurrentForm(known) : NOTHING[kindOf(fact)];
  switch (fact.kind) {
    case 'customer':
      return withCustomer(before as CustomerKnowledge, fact, stamp);
    case 'subscription':
      return withSnapshot(before as SubscriptionKnowledge, fact, stamp);
    case 'paid_period':
      return withPaidPeriod(before as SubscriptionKnowledge, fact);
    case 'payment':
      return withPayment(before as PaymentKnowledge, fact, stamp);
    case 'payment_alias':
      return withAliases(before as PaymentKnowledge, fact);
    case 'refund':
      return withRefund(before as RefundKnowledge, fact);
    case 'dispute':
      return withDispute(before as DisputeKnowledge, fact, stamp);
  }
}

/** An event that says nothing of the e-mail address does not hide one that does. */
function withCustomer(before: CustomerKnowledge, fact: CustomerFact, stamp: Stamp): CustomerKnowledge {
  const order = (of: Stamped<CustomerFact>) => [Number(of.fact.email !== null), ...parts(of.stamp)];
  if (before.customer && compare(order({ fact, stamp }), order(before.customer)) < 0) return before;
  return { ...before, customer: { stamp, fact } };
}

/** What is known about a customer whose personal data is erased. */
export const withoutContact = (known: CustomerKnowledge): CustomerKnowledge => ({
  ...known,
  customer: known.customer && { ...known.customer, fact: { ...known.customer.fact, email: null, name: null } },
});

/** What is known, as this release stores it. */
export function inCurrentForm<K extends Knowledge>(known: K): K {
  if (known.kind !== 'subscription' || known.history) return known;
  const { items = {}, ...others } = known as SubscriptionKnowledge & LastItems;
  const { snapshot } = known;
  if (!snapshot) return { ...others, history: [] } as SubscriptionKnowledge as K;
  const present = new Set(snapshot.fact.items.map(({ key }) => key));
  const last = Object.entries(items).map(([key, { stamp, item }]) => [key, { item, at: stamp.at, isPresent: present.has(key) }]);
  const initial = { stamp: snapshot.stamp, status: snapshot.fact.status, items: Object.fromEntries(last) };
  return { ...others, initial, history: [] } as SubscriptionKnowledge as K;
}

/** What has ended stays ended. */
function withSnapshot(before: SubscriptionKnowledge, fact: SubscriptionFact, stamp: Stamp): SubscriptionKnowledge {
  const { snapshot } = before;
  const order = (of: Stamped<SubscriptionFact>) => [Number(of.fact.status === 'canceled'), ...parts(of.stamp)];
  const isLater = !snapshot || compare(order({ fact, stamp }), order(snapshot)) >= 0;
  return { ...before, snapshot: isLater ? { stamp, fact } : snapshot, history: withItems(before, fact, stamp) };
}

/** How many times are kept of which nothing but the time is new. */
const MOST_TIMES = 200;

/** A subscription that has ended may be told without its items. */
function withItems({ initial, history }: StoredItems, { items, status }: SubscriptionFact, stamp: Stamp): readonly ItemsAt[] {
  if (status === 'canceled' && items.length === 0) return history;
  if (initial && compare(parts(stamp), parts(initial.stamp)) < 0) return history;
  const others = history.filter(({ stamp: { eventId } }) => eventId !== stamp.eventId);
  const all = [...others, { stamp, status, items }].sort((one, other) => compare(parts(one.stamp), parts(other.stamp)));
  if (all.length <= MOST_TIMES) return all;
  const same = (one: ItemsAt | undefined, other: ItemsAt | undefined) => one && other && contentOf(one) === contentOf(other);
  const needless = all.findIndex((each, index) => same(all[index - 1], each) && same(each, all[index + 1]));
  return all.filter((_, index) => index !== needless);
}

const contentOf = ({ status, items }: ItemsAt): string => JSON.stringify([status, items.map(({ key, refs }) => [key, refs])]);

function withPaidPeriod(before: SubscriptionKnowledge, fact: PaidPeriodFact): SubscriptionKnowledge {
  const order = ({ since, end, start }: PaidPeriodFact) => [since, end, start ?? ''];
  return before.paid && compare(order(before.paid), order(fact)) >= 0 ? before : { ...before, paid: fact };
}

function withPayment(before: PaymentKnowledge, fact: PaymentFact, stamp: Stamp): PaymentKnowledge {
  const isLater = !before.payment || compare(parts(stamp), parts(before.payment.stamp)) >= 0;
  return { ...withAliases(before, fact), payment: isLater ? { stamp, fact } : before.payment };
}

const withAliases = (before: PaymentKnowledge, { ref, aliases }: PaymentFact | PaymentAliasFact): PaymentKnowledge => ({
  ...before,
  aliases: union(before.aliases, [ref, ...aliases]),
});

function withRefund(before: RefundKnowledge, { ref, aliases, ...told }: RefundFact): RefundKnowledge {
  return { ...before, aliases: union(before.aliases, [ref, ...aliases]), ...withRefunds(before, told) };
}

const OPEN_DISPUTES = new Set<DisputeFact['status']>(['early_warning', 'needs_response', 'under_review']);

/** A dispute that was closed stays closed. */
function withDispute(before: DisputeKnowledge, fact: DisputeFact, stamp: Stamp): DisputeKnowledge {
  const order = (of: Stamped<DisputeFact>) => [Number(!OPEN_DISPUTES.has(of.fact.status)), ...parts(of.stamp)];
  const isLater = !before.dispute || compare(order({ fact, stamp }), order(before.dispute)) >= 0;
  return { ...before, dispute: isLater ? { stamp, fact } : before.dispute, aliases: union(before.aliases, fact.aliases) };
}

const union = (some: readonly string[], others: readonly string[]): string[] => [...new Set([...some, ...others])].sort();

const parts = ({ at, rank, eventId }: Stamp): readonly (string | number)[] => [at, rank, eventId];

/** Lists of values of the same types, the first difference decides. */
function compare(some: readonly (string | number)[], others: readonly (string | number)[]): number {
  const index = some.findIndex((value, position) => value !== others[position]);
  return index < 0 ? 0 : some[index]! < others[index]! ? -1 : 1;
}
