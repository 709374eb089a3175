import type { ConnectorState } from '../domain/connector.ts';
import { failed, ignored, type Outcome, type ProblemCode } from '../domain/outcome.ts';
import type { PaymentUpdate } from '../domain/provider-updates.ts';
import { orderIdOf, partsOf, type PaymentPart } from '../domain/payment-parts.ts';
import type { ProviderObject } from '../domain/provider-objects.ts';
import type { UndeliveredPurchase, UndeliveredReason } from '../domain/undelivered-purchases.ts';

/** The connector whose events are worked on. */
export type ReportingConnector = Readonly<
  Pick<ConnectorState, 'id' | 'organizationId' | 'provider' | 'entitlement' | 'customerEmail'>
>;

/** Thrown when a purchase cannot be made now. */
export class NotNow extends Error {
  constructor(readonly outcome: Outcome) {
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
export function undeliveredOf({ reported, orders, resultId }: ProviderObject, outcome: Outcome): readonly Undelivered[] {
  if (outcome.status === 'processed') return [];
  const reason = REASONS[outcome.code];
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
  const { update, version } = reported.snapshot;
  if (update.status === 'canceled' || update.status === 'pending') return [];
  return update.items.map(({ key, refs, quantity, amount }) => ({
    line: key,
    reason,
    problem,
    externalPriceId: refs[0] ?? null,
    quantity,
    amount,
    taxAmount: null,
    deliverAs: null,
    currency: update.currency,
    occurredAt: new Date(version.at),
  }));
}

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

export const NOTHING = ignored('brings_nothing', 'Everything that was paid is mapped to nothing.');

/** Why a part of a purchase could not be made. */
export interface PurchaseProblem {
  readonly reason: 'price_unmapped' | 'event_refused';
  readonly problem: string;
}

export function outcomeOf(problems: readonly PurchaseProblem[]): Outcome {
  const code = problems.some(({ reason }) => reason === 'price_unmapped') ? 'price_unknown' : 'refused';
  return failed(code, [...new Set(problems.map(({ problem }) => problem))].join(' '));
}

export function noneNow(error: unknown): null {
  if (error instanceof NotNow) return null;
  throw error;
}
