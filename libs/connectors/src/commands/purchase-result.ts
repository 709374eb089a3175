import type { Connector } from '../domain/connector.ts';
import { failed, ignored, type Outcome, type ProblemCode } from '../domain/outcome.ts';
import type { PaymentFact } from '../domain/facts.ts';
import { orderIdOf, partsOf, type PaymentPart } from '../domain/payment-parts.ts';
import type { Subject } from '../domain/subjects.ts';
import type { UndeliveredPurchase, UndeliveredReason } from '../domain/undelivered-purchases.ts';

/** The connector whose events are worked on. */
export type Source = Readonly<Pick<Connector, 'id' | 'organizationId' | 'provider' | 'entitlement'>>;

/** Thrown when a purchase cannot be made now. */
export class NotNow extends Error {
  constructor(readonly outcome: Outcome) {
    super(outcome.status);
  }
}

/** What was paid and not delivered, but what is the same for the whole subject. */
export type Undelivered = Omit<UndeliveredPurchase, 'customerId' | 'email' | 'name' | 'externalId' | 'value'>;

/** What became of a subject, and the customer, subscription, order or dispute here. */
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
export function undeliveredOf({ knowledge, orders, resultId }: Subject, outcome: Outcome): readonly Undelivered[] {
  if (outcome.status === 'processed') return [];
  const reason = REASONS[outcome.code];
  if (reason === undefined) return [];
  const { problem } = outcome;
  if (knowledge.kind === 'payment' && knowledge.payment) {
    const { fact } = knowledge.payment;
    const { currency, amount, taxAmount } = fact;
    const common = { reason, problem, currency, occurredAt: new Date(fact.paidAt) };
    const whole = {
      ...common,
      line: '',
      externalPriceId: null,
      deliverAs: fact.ref,
      quantity: null,
      amount: amount + taxAmount,
      taxAmount,
    };
    const all = partsOf(fact);
    const parts = all.filter(({ key, of }) => of === null && !(key in orders));
    return resultId !== null && Object.keys(orders).length === 0
      ? []
      : parts.length === 0 && fact.subscriptionRef === null && resultId === null
        ? [whole]
        : parts.map((part) => ({ ...common, ...paidPart(fact, part, all) }));
  }
  if (knowledge.kind !== 'subscription' || !knowledge.snapshot || resultId !== null) return [];
  const { fact, stamp } = knowledge.snapshot;
  if (fact.status === 'canceled' || fact.status === 'pending') return [];
  return fact.items.map(({ key, refs, quantity, amount }) => ({
    line: key,
    reason,
    problem,
    externalPriceId: refs[0] ?? null,
    quantity,
    amount,
    taxAmount: null,
    deliverAs: null,
    currency: fact.currency,
    occurredAt: new Date(stamp.at),
  }));
}

/** What is known of a part of a payment. An order that delivers it has the external id that its processing would use. */
export const paidPart = (fact: PaymentFact, part: PaymentPart, parts: readonly PaymentPart[]) => ({
  line: part.key,
  externalPriceId: part.line.refs[0] ?? null,
  deliverAs: fact.maybeOfSubscription ? null : orderIdOf(fact.ref, part, parts),
  quantity: part.line.quantity,
  amount: part.amount + part.taxAmount,
  taxAmount: part.taxAmount,
  currency: fact.currency,
  occurredAt: new Date(fact.paidAt),
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
