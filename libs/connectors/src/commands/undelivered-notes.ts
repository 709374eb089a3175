import type { WallClock } from '#kernel';
import { contactOf } from '../domain/facts.ts';
import { EventNotUnderstood } from '../domain/provider.ts';
import type { ProviderEvent } from '../domain/provider-events.ts';
import type { Subject, Subjects } from '../domain/subjects.ts';
import type { UndeliveredPurchases } from '../domain/undelivered-purchases.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { Result, Source } from './purchase-result.ts';

const NOBODY = { customerId: null, email: null, name: null };

/** Notes what was paid and not delivered, and that it was delivered. */
export class UndeliveredNotes {
  constructor(
    private readonly undelivered: UndeliveredPurchases,
    private readonly subjects: Subjects,
    private readonly clock: WallClock,
  ) {}

  /** By what became of a subject. */
  async note(connector: Source, subject: Subject, { undelivered }: Result): Promise<void> {
    const { id, organizationId, connectorId, revision, knowledge } = subject;
    if (knowledge.kind !== 'subscription' && knowledge.kind !== 'payment') return;
    const source = { kind: 'subject', id, revision, organizationId, connectorId, externalSource: connector.provider } as const;
    const told = knowledge.kind === 'subscription' ? knowledge.snapshot : knowledge.payment;
    const buyer = undelivered.length > 0 && told ? await this.buyerOf(connectorId, told.fact.customerRef) : NOBODY;
    const common = { externalId: told?.fact.ref ?? '', value: null };
    const lines = undelivered.map((each) => ({
      ...common,
      ...buyer,
      ...each,
      customerId: each.reason === 'customer_missing' ? null : buyer.customerId,
    }));
    await this.undelivered.replaceOf(source, lines, this.clock.now());
  }

  /** By why an event could not be read: it may be about a payment. Undefined if it could. */
  noteEvent({ provider }: Source, event: ProviderEvent, problem?: Outcome | EventNotUnderstood): Promise<void> {
    const { id, organizationId, connectorId, externalId, occurredAt } = event;
    const source = { kind: 'event', id, organizationId, connectorId, externalSource: provider } as const;
    const unknown = { externalPriceId: null, deliverAs: null, quantity: null, amount: null, taxAmount: null, currency: null };
    const common = { ...unknown, ...NOBODY, line: '', externalId, occurredAt };
    if (problem instanceof EventNotUnderstood && problem.value !== null) {
      const line = { ...common, reason: 'value_unknown', problem: problem.message, value: problem.value } as const;
      return this.undelivered.replaceOf(source, [line], this.clock.now());
    }
    const isRefused = problem && !(problem instanceof EventNotUnderstood) && problem.status === 'failed';
    const refused = isRefused ? [{ ...common, reason: 'event_refused', problem: problem.problem, value: null } as const] : [];
    return this.undelivered.replaceOf(source, refused, this.clock.now());
  }

  private async buyerOf(connectorId: string, ref: string) {
    const customer = await this.subjects.find(connectorId, 'customer', ref);
    const known = customer?.knowledge.customer;
    return known ? { customerId: customer.resultId, ...contactOf(known.fact) } : NOBODY;
  }
}
