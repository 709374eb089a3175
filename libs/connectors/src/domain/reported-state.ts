import { compareVersions, laterTime, type Version, type Versioned } from './event-order.ts';
import { withRefunds } from './refunds.ts';
import {
  joinedSubscription,
  type ReportedSubscription,
  subscriptionInCurrentForm,
  subscriptionToldAt,
  type Told,
  withPaidPeriod,
  withSnapshot,
} from './reported-subscription.ts';
import type {
  CustomerUpdate,
  DisputeUpdate,
  PaymentAliasUpdate,
  PaymentUpdate,
  ProviderUpdate,
  RefundsOfLines,
  RefundUpdate,
  SingleRefunds,
} from './provider-updates.ts';

/** What all events together say about a customer at a provider. */
export interface ReportedCustomer {
  readonly kind: 'customer';
  readonly customer: Versioned<CustomerUpdate> | null;
  /** The last e-mail address that the provider told of the customer itself. What was paid may be told with an earlier one. */
  readonly own?: Versioned<CustomerUpdate>;
  /** The address about which was decided last: the one by which the customer was found here, or one that the provider told since. */
  readonly settledEmail?: string;
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

function withCustomer(before: ReportedCustomer, update: CustomerUpdate, version: Version): ReportedCustomer {
  const told = { version, update };
  const own = update.isOfCustomer && update.email !== null ? laterCustomer(before.own ?? null, told) : before.own;
  return { ...before, customer: laterCustomer(before.customer, told), ...(own ? { own } : {}) };
}

/** An event that says nothing of the e-mail address does not hide one that does. */
const laterCustomer = (before: ReportedCustomer['customer'], told: ReportedCustomer['customer']) =>
  later(before, told, ({ email }) => Number(email !== null));

/** The later one of two; at equal versions the second one. `first` decides before the version does. */
function later<T>(one: Versioned<T> | null, other: Versioned<T> | null, first: (update: T) => number = () => 0) {
  if (!one || !other) return other ?? one;
  return (first(other.update) - first(one.update) || compareVersions(other.version, one.version)) < 0 ? one : other;
}

/** The state of a customer whose personal data is erased. */
export const withoutContact = ({ own: _own, settledEmail: _settled, ...state }: ReportedCustomer): ReportedCustomer => ({
  ...state,
  customer: state.customer && { ...state.customer, update: { ...state.customer.update, email: null, name: null } },
});

/** The state as this release stores it. */
export const inCurrentForm = <K extends ReportedState>(state: K): K =>
  (state.kind === 'subscription' ? subscriptionInCurrentForm(state) : state) as K;

/** When the last event that is known was told. It never goes back, so it orders the states of the object. */
export const toldAtOf = (state: ReportedSubscription | ReportedDispute): string =>
  state.kind === 'dispute' ? (state.toldAt ?? state.dispute?.version.at ?? '') : subscriptionToldAt(state);

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
    case 'customer': {
      const { customer, own: told, settledEmail } = other as ReportedCustomer;
      const own = laterCustomer(one.own ?? null, told ?? null);
      const contact = { customer: laterCustomer(one.customer, customer), ...(own ? { own } : {}) };
      return { ...other, ...one, ...contact, ...(settledEmail === undefined ? {} : { settledEmail }) } as ReportedCustomer;
    }
    case 'subscription':
      return joinedSubscription(one, other as ReportedSubscription);
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
