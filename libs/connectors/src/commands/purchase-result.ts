import type { ConnectorState } from '../domain/connector.ts';
import { failed, ignored, type Outcome, type Problem, type ProblemCode } from '../domain/outcome.ts';
import type { Versioned } from '../domain/event-order.ts';
import type { Item, PaymentUpdate, SubscriptionUpdate } from '../domain/provider-updates.ts';
import { orderIdOf, partsOf, type PaymentPart } from '../domain/payment-parts.ts';
import { refundedIn } from '../domain/refunds.ts';
import type { ProviderObject } from '../domain/provider-objects.ts';
import type { ReportedDispute, ReportedRefund } from '../domain/reported-state.ts';
import type { UndeliveredPurchase, UndeliveredReason } from '../domain/undelivered-purchases.ts';

/** The connector whose events are worked on. */
export type ReportingConnector = Readonly<
  Pick<ConnectorState, 'id' | 'organizationId' | 'provider' | 'entitlement' | 'customerEmail' | 'unmapped'>
>;

/** Thrown when a purchase cannot be made now. */
export class NotNow extends Error {
  constructor(readonly outcome: Problem) {
    super(outcome.status);
  }
}

/** What was paid and not delivered, but what is the same for the whole object. */
export type Undelivered = Omit<UndeliveredPurchase, 'customerId' | 'email' | 'name' | 'externalId' | 'value'>;

/** What became of an object, and the customer, subscription, order or dispute here. */
export interface Result {
  readonly outcome: Outcome;
  readonly resultId: string | null;
  readonly undelivered: readonly Undelivered[];
}

const REASONS: { readonly [C in ProblemCode]?: UndeliveredReason } = {
  price_unknown: 'product_missing',
  customer_unknown: 'customer_missing',
  email_missing: 'customer_missing',
  customer_deleted: 'customer_missing',
  organization_blocked: 'event_refused',
  refused: 'event_refused',
};

/** Everything of a payment or a subscription that nothing came of. */
export function undeliveredOf(
  connector: ReportingConnector,
  object: ProviderObject,
  outcome: Outcome,
  now: Date,
): readonly Undelivered[] {
  const { reported, orders, resultId } = object;
  if (outcome.status === 'processed') return [];
  if (reported.kind === 'refund' || reported.kind === 'dispute')
    return outcome.code === 'payment_unknown' && connector.unmapped !== 'ignore'
      ? ofUnknownOrder(reported, object.createdAt)
      : [];
  const reason = REASONS[outcome.code] ?? (outcome.status === 'waiting' && waitsLong(object, now) ? 'event_waiting' : undefined);
  if (reason === undefined) return [];
  const { problem } = outcome;
  if (reported.kind === 'payment' && reported.payment) {
    const { update } = reported.payment;
    const { currency, amount, taxAmount } = update;
    const common = { reason, problem, currency, occurredAt: new Date(update.paidAt) };
    const whole = {
      ...common,
      line: '',
      externalPriceId: null,
      deliverAs: update.ref,
      quantity: null,
      amount: amount + taxAmount,
      taxAmount,
    };
    const all = partsOf(update);
    const parts = all.filter(({ key, of }) => of === null && !(key in orders));
    return resultId !== null && Object.keys(orders).length === 0
      ? []
      : parts.length === 0 && update.subscriptionRef === null && resultId === null
        ? [whole]
        : parts.map((part) => ({ ...common, ...paidPart(update, part, all) }));
  }
  if (reported.kind !== 'subscription' || !reported.snapshot || resultId !== null) return [];
  const { snapshot } = reported;
  const { status, items } = snapshot.update;
  if (status === 'canceled' || status === 'pending') return [];
  const own = reason === 'price_unmapped' ? items.filter((item) => !isOfOthers(connector, item)) : items;
  return own.map((item) => ({ reason, problem, ...soldItem(item, snapshot) }));
}

/** A payment that was refunded or is disputed, and is no order here. */
function ofUnknownOrder(reported: ReportedRefund | ReportedDispute, createdAt: Date): readonly Undelivered[] {
  const isRefund = reported.kind === 'refund';
  const amount = isRefund ? refundedIn([reported]).total : (reported.dispute?.update.total ?? 0);
  if (amount === 0) return [];
  const names = reported.aliases.join(', ');
  const problem = `${isRefund ? 'It was refunded' : 'It is disputed'}, but no order is known for ${names}.`;
  const unknown = { externalPriceId: null, deliverAs: null, quantity: null, taxAmount: null, currency: null };
  return [{ ...unknown, line: '', reason: 'order_unknown', problem, amount, occurredAt: createdAt }];
}

/** What is known of an item of a subscription, which no order can deliver. */
export const soldItem = ({ key, refs, quantity, amount }: Item, { update, version }: Versioned<SubscriptionUpdate>) => ({
  line: key,
  externalPriceId: refs[0] ?? null,
  quantity,
  amount,
  taxAmount: null,
  deliverAs: null,
  currency: update.currency,
  occurredAt: new Date(version.at),
});

/** What is known of a part of a payment. An order that delivers it has the external id that its processing would use. */
export const paidPart = (update: PaymentUpdate, part: PaymentPart, parts: readonly PaymentPart[]) => ({
  line: part.key,
  externalPriceId: part.line.refs[0] ?? null,
  deliverAs: update.maybeOfSubscription ? null : orderIdOf(update.ref, part, parts),
  quantity: part.line.quantity,
  amount: part.amount + part.taxAmount,
  taxAmount: part.taxAmount,
  currency: update.currency,
  occurredAt: new Date(update.paidAt),
});

/** Whether a sale whose price is not mapped is none of this service, so that nobody is told of it. */
export const isOfOthers = ({ unmapped }: ReportingConnector, { isMarked }: Pick<Item, 'isMarked'>): boolean =>
  unmapped === 'ignore' && !isMarked;

export const OF_OTHERS = ignored('brings_nothing', 'The price is not mapped, and the connector ignores such sales.');

export const LONG_MS = 86_400_000;

/** Whether an object that waits does so for longer than its events should need. */
export const waitsLong = ({ createdAt }: ProviderObject, now: Date): boolean => now.getTime() - createdAt.getTime() > LONG_MS;

export const NOTHING = ignored('brings_nothing', 'Everything that was paid is mapped to nothing.');

/** Why a part of a purchase could not be made. */
export interface PurchaseProblem {
  readonly reason: 'price_unmapped' | 'event_refused' | 'list_incomplete' | 'event_waiting';
  readonly problem: string;
}

const CODES = { price_unmapped: 'price_unknown', list_incomplete: 'list_incomplete' } as const;

export function outcomeOf(problems: readonly PurchaseProblem[]): Outcome {
  const has = (reason: keyof typeof CODES): boolean => problems.some((each) => each.reason === reason);
  const code = has('price_unmapped') ? CODES.price_unmapped : has('list_incomplete') ? CODES.list_incomplete : 'refused';
  return failed(code, [...new Set(problems.map(({ problem }) => problem))].join(' '));
}

export function noneNow(error: unknown): null {
  if (error instanceof NotNow) return null;
  throw error;
}
