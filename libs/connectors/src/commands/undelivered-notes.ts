import type { WallClock } from '#kernel';
import { contactOf } from '../domain/facts.ts';
import { type Outcome, PROCESSED } from '../domain/outcome.ts';
import type { ProviderEvent } from '../domain/provider-events.ts';
import type { Subject, Subjects } from '../domain/subjects.ts';
import type { UndeliveredPurchases } from '../domain/undelivered-purchases.ts';
import type { Result, Source } from './purchase-result.ts';
import { type Buyer, undeliveredOf, undeliveredOfEvent } from './undelivered-of.ts';

/** Notes what was paid and not delivered, and that it was delivered. */
export class UndeliveredNotes {
  constructor(
    private readonly undelivered: UndeliveredPurchases,
    private readonly subjects: Subjects,
    private readonly clock: WallClock,
  ) {}

  /** By what became of a subject. */
  async note(connector: Source, subject: Subject, { outcome, unmapped = [] }: Result): Promise<void> {
    const { id, organizationId, connectorId, revision } = subject;
    const source = { kind: 'subject', id, revision, organizationId, connectorId, externalSource: connector.provider } as const;
    const buyer = outcome.status === 'failed' ? await this.buyerOf(subject) : undefined;
    await this.undelivered.replaceOf(source, undeliveredOf(subject, outcome, unmapped, buyer), this.clock.now());
  }

  /** By what became of an event; undefined if it is about subjects. */
  noteEvent({ provider }: Source, event: ProviderEvent, outcome: Outcome = PROCESSED): Promise<void> {
    const { id, organizationId, connectorId } = event;
    const source = { kind: 'event', id, organizationId, connectorId, externalSource: provider } as const;
    return this.undelivered.replaceOf(source, undeliveredOfEvent(event, outcome), this.clock.now());
  }

  private async buyerOf({ connectorId, knowledge }: Subject): Promise<Buyer | undefined> {
    const fact =
      knowledge.kind === 'payment'
        ? knowledge.payment?.fact
        : knowledge.kind === 'subscription'
          ? knowledge.snapshot?.fact
          : undefined;
    const customer = fact && (await this.subjects.find(connectorId, 'customer', fact.customerRef));
    const known = customer?.knowledge.customer;
    return known ? { customerId: customer.resultId, ...contactOf(known.fact) } : undefined;
  }
}
