import type { WallClock } from '#kernel';
import { contactOf } from '../domain/provider-updates.ts';
import { EventNotUnderstood } from '../domain/provider.ts';
import type { StoredProviderEvent } from '../domain/provider-events.ts';
import type { ProviderObject, ProviderObjects } from '../domain/provider-objects.ts';
import type { UndeliveredPurchases } from '../domain/undelivered-purchases.ts';
import type { Outcome } from '../domain/outcome.ts';
import type { Result, ReportingConnector } from './purchase-result.ts';

const NOBODY = { customerId: null, email: null, name: null };

/** Notes what was paid and not delivered, and that it was delivered. */
export class UndeliveredNotes {
  constructor(
    private readonly undelivered: UndeliveredPurchases,
    private readonly objects: ProviderObjects,
    private readonly clock: WallClock,
  ) {}

  /** Notes what is undelivered, by what became of an object. */
  async note(connector: ReportingConnector, object: ProviderObject, { undelivered }: Result): Promise<void> {
    const { id, organizationId, connectorId, revision } = object;
    if (undelivered.length === 0 && !object.mayBeListed) return;
    const source = { kind: 'subject', id, revision, organizationId, connectorId, externalSource: connector.provider } as const;
    const buyer = undelivered.length > 0 ? await this.buyerFor(object) : NOBODY;
    const common = { externalId: object.ref, value: null };
    const lines = undelivered.map((each) => ({
      ...common,
      ...buyer,
      ...each,
      customerId: each.reason === 'customer_missing' ? null : buyer.customerId,
    }));
    await this.undelivered.replaceOf(source, lines, this.clock.now());
  }

  /** Notes an event that could not be read, by the reason: it may be about a payment. The reason is undefined if it could. */
  async noteEvent(
    { provider }: ReportingConnector,
    event: StoredProviderEvent,
    problem?: Outcome | EventNotUnderstood,
  ): Promise<void> {
    if (!problem && !event.mayBeListed) return;
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

  private async buyerFor({ connectorId, reported, resultId }: ProviderObject) {
    if (reported.kind === 'customer') {
      const told = reported.own ?? reported.customer;
      return told ? { customerId: resultId, ...contactOf(told.update) } : NOBODY;
    }
    const told = reported.kind === 'subscription' ? reported.snapshot : reported.kind === 'payment' ? reported.payment : null;
    return told ? this.buyerOf(connectorId, told.update.customerRef) : NOBODY;
  }

  private async buyerOf(connectorId: string, ref: string) {
    const customer = await this.objects.find(connectorId, 'customer', ref);
    const known = customer?.reported.customer;
    return known ? { customerId: customer.resultId, ...contactOf(known.update) } : NOBODY;
  }
}
