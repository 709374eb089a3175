import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { FindProducts } from '#catalog/contract';
import { EnsureCustomer, FindCustomers } from '#customer-portal/contract';
import {
  FollowDispute,
  FollowRefunds,
  FollowSubscription,
  PlaceProvidedOrder,
  RecordProvidedPayment,
} from '#entitlements/contract';
import { DomainError, WallClock } from '#kernel';
import { FindOrganizations } from '#organizations/contract';
import { Connectors } from '../domain/connectors.ts';
import { chosenKeyOf, contactOf, type Item, type PaymentFact } from '../domain/facts.ts';
import type { CustomerKnowledge } from '../domain/knowledge.ts';
import { refundedIn } from '../domain/refunds.ts';
import { failed, PROCESSED, waiting } from '../domain/outcome.ts';
import { statesOf } from '../domain/state-of-subscription.ts';
import { type Subject, type SubjectOf, Subjects } from '../domain/subjects.ts';
import { NotNow, type Result, type Source } from './purchase-result.ts';
import type { UndeliveredNotes } from './undelivered-notes.ts';

/**
 * Brings customers, subscriptions and orders to what is known about them. What is known is stored before, and everything is looked up
 * after it, so of two events that need each other the later one finds what the earlier one said.
 */
export class Purchases {
  constructor(
    private readonly subjects: Subjects,
    private readonly connectors: Connectors,
    private readonly undelivered: UndeliveredNotes,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly clock: WallClock,
  ) {}

  /** Works on a subject, and on those that depend on it. */
  async update(connector: Source, id: string): Promise<void> {
    const subject = await this.subjects.begin(id);
    const result = await this.resultOf(connector, subject);
    if (result.resultId !== null) await this.subjects.link(id, result.resultId);
    await this.subjects.settle(subject, result.outcome, this.clock.now());
    await this.undelivered.note(connector, subject, result);
    for (const dependent of await this.dependentsOf(subject, result)) await this.update(connector, dependent.id);
  }

  private async dependentsOf({ connectorId, knowledge, ref }: Subject, { resultId }: Result): Promise<readonly Subject[]> {
    const { subjects } = this;
    switch (knowledge.kind) {
      case 'customer':
        return [
          ...(await subjects.dependents(connectorId, 'subscription', { customerRef: ref }, 'open')),
          ...(await subjects.dependents(connectorId, 'payment', { customerRef: ref }, 'open')),
        ];
      case 'subscription':
        return resultId === null ? [] : subjects.dependents(connectorId, 'payment', { subscriptionRef: ref }, 'open');
      case 'payment': {
        if (resultId === null) return [];
        const { aliases } = knowledge;
        return [
          ...(await subjects.dependents(connectorId, 'refund', { aliases }, 'open')),
          ...(await subjects.dependents(connectorId, 'dispute', { aliases }, 'open')),
        ];
      }
      default:
        return [];
    }
  }

  private async resultOf(connector: Source, subject: Subject): Promise<Result> {
    try {
      await this.assertNotBlocked(connector);
      switch (subject.knowledge.kind) {
        case 'customer':
          return { outcome: PROCESSED, resultId: subject.resultId };
        case 'subscription':
          return await this.subscription(connector, subject as SubjectOf<'subscription'>);
        case 'payment':
          return await this.payment(connector, subject as SubjectOf<'payment'>);
        case 'refund':
          return await this.refund(connector, subject as SubjectOf<'refund'>);
        case 'dispute':
          return await this.dispute(connector, subject as SubjectOf<'dispute'>);
      }
    } catch (error) {
      const { resultId } = subject;
      if (error instanceof NotNow) return { outcome: error.outcome, resultId, unmapped: error.unmapped };
      if (error instanceof DomainError) return { outcome: failed('refused', error.message), resultId };
      throw error;
    }
  }

  /** What a blocked organization has can be read, but not changed. What its events say is kept until they are processed again. */
  private async assertNotBlocked({ organizationId }: Source): Promise<void> {
    const organizations = await this.queries.execute(new FindOrganizations([organizationId]));
    if (!organizations.get(organizationId)?.isBlocked) return;
    throw new NotNow(failed('organization_blocked', 'The organization is blocked. Process the event again when it is not.'));
  }

  /** The result is the subscription of the first item. */
  private async subscription(connector: Source, subject: SubjectOf<'subscription'>): Promise<Result> {
    const { knowledge, ref, revision } = subject;
    const states = statesOf(knowledge);
    if (states === 'snapshot')
      throw new NotNow(waiting('subscription_unknown', `Nothing is known yet about ${ref} but a payment.`));
    if (states === 'payment') throw new NotNow(waiting('not_paid', `No payment for ${ref} is known yet.`));
    if (states.length === 0) return { outcome: PROCESSED, resultId: null };
    const products = await this.productsOf(
      connector,
      states.map(({ item }) => item),
    );
    const isNew = subject.resultId === null;
    const { fact } = knowledge.snapshot!;
    const customerId = await this.customer(connector, fact.customerRef).catch((error: unknown) => {
      if (isNew || !(error instanceof NotNow)) throw error;
      return null;
    });
    const ids: string[] = [];
    for (const [index, { item, ...state }] of states.entries()) {
      const { key, quantity, amount } = item;
      const common = { organizationId: connector.organizationId, customerId, productId: products[index]!, quantity, revision };
      const externalId = { id: key === '' ? ref : `${ref}/${key}`, source: connector.provider };
      const provided = {
        ...state,
        ...common,
        externalId,
        metadata: { [`${connector.provider}_subscription`]: ref },
        amount: amount ?? undefined,
        currency: state.currency ?? undefined,
        renewsLicenseKeyId: chosenKeyOf(fact),
      };
      ids.push(await this.commands.execute(new FollowSubscription(provided)));
    }
    return { outcome: PROCESSED, resultId: ids[0]! };
  }

  private async payment(connector: Source, subject: SubjectOf<'payment'>): Promise<Result> {
    const { payment } = subject.knowledge;
    if (!payment) throw new NotNow(waiting('payment_unknown', `Nothing is known yet about the payment ${subject.ref}.`));
    const orderId = subject.resultId ?? (await this.order(connector, payment.fact));
    if (orderId === null) return { outcome: PROCESSED, resultId: null };
    // A refund that becomes known from now on finds the order.
    await this.subjects.link(subject.id, orderId);
    const { aliases } = subject.knowledge;
    const refunds = await this.subjects.dependents(connector.id, 'refund', { aliases }, 'all');
    const refunded = refundedIn(refunds.map(({ knowledge }) => knowledge));
    if (refunded.total + refunded.failed > 0) {
      await this.commands.execute(new FollowRefunds(connector.organizationId, orderId, refunded));
    }
    return { outcome: PROCESSED, resultId: orderId };
  }

  /** The id of the order; null if there is none to be made. */
  private async order(connector: Source, fact: PaymentFact): Promise<string | null> {
    const { ref, subscriptionRef, amount, taxAmount, currency, paidAt } = fact;
    const { organizationId, provider } = connector;
    const common = {
      organizationId,
      externalId: { id: ref, source: provider },
      taxAmount,
      currency,
      purchasedAt: new Date(paidAt),
    };
    if (subscriptionRef !== null) {
      if (amount + taxAmount === 0) return null;
      const subscription = await this.subjects.find(connector.id, 'subscription', subscriptionRef);
      const subscriptionId = subscription?.resultId ?? null;
      if (subscriptionId === null) {
        throw new NotNow(waiting('subscription_unknown', `The subscription ${subscriptionRef} does not exist here yet.`));
      }
      const reason = fact.reason === 'purchase' ? 'subscription_cycle' : fact.reason;
      const metadata = { [`${provider}_subscription`]: subscriptionRef };
      return this.commands.execute(new RecordProvidedPayment({ ...common, metadata, subscriptionId, amount, reason }));
    }
    const products = await this.productsOf(connector, fact.items);
    if (fact.maybeOfSubscription && (await this.areRecurring(products))) return null;
    const customerId = await this.customer(connector, fact.customerRef);
    const items = fact.items.map(({ quantity, amount: ofItem }, index) => ({
      productId: products[index]!,
      quantity,
      amount: ofItem ?? undefined,
    }));
    const renewsLicenseKeyId = chosenKeyOf(fact);
    return this.commands.execute(new PlaceProvidedOrder({ ...common, metadata: {}, customerId, items, renewsLicenseKeyId }));
  }

  private async refund(connector: Source, subject: SubjectOf<'refund'>): Promise<Result> {
    return this.resultOf(connector, await this.paymentOf(subject));
  }

  private async dispute(connector: Source, subject: SubjectOf<'dispute'>): Promise<Result> {
    const { resultId: orderId } = await this.paymentOf(subject);
    const { revision, knowledge } = subject;
    const { aliases, status, total, reason, evidenceDueBy } = knowledge.dispute!.fact;
    const due = evidenceDueBy === null ? null : new Date(evidenceDueBy);
    const { organizationId } = connector;
    const common = { organizationId, id: subject.id, orderId: orderId!, paymentId: aliases.at(-1)! };
    await this.commands.execute(new FollowDispute({ ...common, revision, status, total, reason, evidenceDueBy: due }));
    return { outcome: PROCESSED, resultId: subject.id };
  }

  /** The payment that is an order here. */
  private async paymentOf({ connectorId, knowledge, ref }: SubjectOf<'refund' | 'dispute'>): Promise<SubjectOf<'payment'>> {
    const { aliases } = knowledge;
    const payments = await this.subjects.dependents(connectorId, 'payment', { aliases }, 'all');
    const paid = payments.find(({ resultId }) => resultId !== null);
    if (!paid) throw new NotNow(waiting('payment_unknown', `The payment of ${ref} is not an order here yet.`));
    return paid;
  }

  private async areRecurring(products: readonly string[]): Promise<boolean> {
    const found = await this.queries.execute(new FindProducts(products));
    return products.every((id) => (found.get(id)?.recurringInterval ?? null) !== null);
  }

  /** The product of each item. */
  private async productsOf(connector: Source, items: readonly Item[]): Promise<string[]> {
    const mapped = await this.connectors.productsOf(
      connector.id,
      items.flatMap(({ refs }) => refs),
    );
    const products = items.map(({ refs, productId, namedBy }) => {
      const ref = refs.find((each) => mapped.has(each));
      if (ref !== undefined) return mapped.get(ref)!;
      return namedBy === 'seller' || connector.provider === 'stripe' ? productId : null;
    });
    const unmapped = items.filter((_, index) => products[index] === null);
    if (unmapped.length === 0 && items.length > 0) return products as string[];
    const prices = unmapped.map(({ refs }) => refs[0] ?? 'an item without a price');
    const what = items.length === 0 ? 'The payment names no price' : `No product is mapped to ${prices.join(', ')}`;
    throw new NotNow(failed('price_unknown', `${what}. Map the price to a product.`), unmapped);
  }

  /** The id of the customer here: of the one that it was merged into, if it was. It is found or created by its e-mail address. */
  private async customer(connector: Source, ref: string): Promise<string> {
    const subject = await this.subjects.find(connector.id, 'customer', ref);
    const facts = (subject?.knowledge as CustomerKnowledge | undefined)?.customer?.fact;
    if (!subject || !facts)
      throw new NotNow(waiting('customer_unknown', `The e-mail address of the customer ${ref} is not known yet.`));
    if (subject.resultId !== null) return this.stillThere(subject.resultId, ref);
    const { email, name } = contactOf(facts);
    if (email === null) throw new NotNow(failed('email_missing', `The customer ${ref} has no e-mail address.`));
    const id = await this.commands.execute(new EnsureCustomer(connector.organizationId, { email, name }));
    await this.subjects.link(subject.id, id);
    return id;
  }

  private async stillThere(id: string, ref: string): Promise<string> {
    const customer = (await this.queries.execute(new FindCustomers([id]))).get(id);
    if (customer && customer.deleted_at === null) return customer.id;
    throw new NotNow(failed('customer_deleted', `The customer ${ref} was deleted here.`));
  }
}
