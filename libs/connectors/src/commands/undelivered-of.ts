import type { Contact, Item } from '../domain/facts.ts';
import type { Outcome, ProblemCode } from '../domain/outcome.ts';
import type { ProviderEvent } from '../domain/provider-events.ts';
import type { Subject } from '../domain/subjects.ts';
import type { UndeliveredPurchase, UndeliveredReason } from '../domain/undelivered-purchases.ts';

/** The customer of a purchase at the provider. */
export interface Buyer extends Contact {
  readonly customerId: string | null;
}

const NOBODY: Buyer = { customerId: null, email: null, name: null };

const REASONS: { readonly [C in ProblemCode]?: UndeliveredReason } = {
  price_unknown: 'price_unmapped',
  email_missing: 'customer_missing',
  customer_deleted: 'customer_missing',
  organization_blocked: 'event_refused',
  unknown_account: 'event_refused',
  unreadable: 'event_refused',
  refused: 'event_refused',
};

/** What was paid, as far as it is known. */
interface Paid extends Pick<UndeliveredPurchase, 'externalId' | 'deliverAs' | 'taxAmount' | 'currency' | 'occurredAt'> {
  readonly items: readonly Item[];
  /** Without taxes. */
  readonly amount: number | null;
}

/** Undefined if nothing was paid. */
function paidOf({ knowledge }: Subject): Paid | undefined {
  if (knowledge.kind === 'payment' && knowledge.payment) {
    const { ref, subscriptionRef, items, amount, taxAmount, currency, paidAt } = knowledge.payment.fact;
    const deliverAs = subscriptionRef === null && items.length <= 1 ? ref : null;
    return { externalId: ref, deliverAs, items, amount, taxAmount, currency, occurredAt: new Date(paidAt) };
  }
  if (knowledge.kind === 'subscription' && knowledge.snapshot && knowledge.paid) {
    const { ref, items, currency } = knowledge.snapshot.fact;
    const occurredAt = new Date(knowledge.paid.start ?? knowledge.snapshot.fact.startedAt);
    return { externalId: ref, deliverAs: null, items, amount: null, taxAmount: null, currency, occurredAt };
  }
  return undefined;
}

/** What was paid of a subject and not delivered: each price that is not mapped, or all of it. */
export function undeliveredOf(
  subject: Subject,
  outcome: Outcome,
  unmapped: readonly Item[],
  { customerId, email, name }: Buyer = NOBODY,
): UndeliveredPurchase[] {
  const reason = outcome.status === 'failed' ? REASONS[outcome.code] : undefined;
  const paid = paidOf(subject);
  if (!reason || outcome.status !== 'failed' || !paid) return [];
  const { items, amount, taxAmount, ...common } = paid;
  const line = (item: Item | undefined, isOnly: boolean): UndeliveredPurchase => {
    const net = item?.amount ?? (isOnly ? amount : null);
    const taxes = isOnly ? taxAmount : null;
    return {
      ...common,
      line: item?.refs[0] ?? '',
      reason: outcome.code === 'price_unknown' && !item?.refs[0] ? 'product_missing' : reason,
      problem: outcome.problem,
      externalPriceId: item?.refs[0] ?? null,
      value: null,
      customerId: reason === 'customer_missing' ? null : customerId,
      email,
      name,
      quantity: item?.quantity ?? null,
      amount: net === null ? null : net + (taxes ?? 0),
      taxAmount: taxes,
    };
  };
  const [only, ...others] = items;
  if (unmapped.length === 0) return [{ ...line(others.length === 0 ? only : undefined, true), line: '' }];
  const lines = unmapped.map((item) => line(item, others.length === 0));
  return [...new Map(lines.map((each) => [each.line, each])).values()];
}

/** What an event says that is about nothing known: whether it was about a payment cannot be told. */
export function undeliveredOfEvent({ externalId, occurredAt }: ProviderEvent, outcome: Outcome): UndeliveredPurchase[] {
  if (outcome.status !== 'failed') return [];
  return [
    {
      line: '',
      reason: 'event_refused',
      problem: outcome.problem,
      externalId,
      externalPriceId: null,
      deliverAs: null,
      value: null,
      customerId: null,
      email: null,
      name: null,
      quantity: null,
      amount: null,
      taxAmount: null,
      currency: null,
      occurredAt,
    },
  ];
}
