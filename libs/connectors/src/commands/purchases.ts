import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { FollowDispute, type FollowedSubscription, FollowSubscription } from '#entitlements/contract';
import { derivedId, DomainError } from '#kernel';
import { FindOrganizations } from '#organizations/contract';
import { chosenKeyOf } from '../domain/provider-updates.ts';
import { failed, PROCESSED, waiting } from '../domain/outcome.ts';
import { partsOf, split } from '../domain/payment-parts.ts';
import { toldAtOf } from '../domain/reported-state.ts';
import { unmappedProblem } from '../domain/sold-products.ts';
import type { SubscriptionState } from '../domain/state-of-subscription.ts';
import type { ObjectOf, ProviderObject, ProviderObjects } from '../domain/provider-objects.ts';
import type { Buyers } from './buyers.ts';
import { externalIdOf, isOfAnother, namesOf, type ProvidedItems, withoutAccess } from './provided-items.ts';
import type { ProvidedPayments } from './provided-payments.ts';
import {
  noneNow,
  NOTHING,
  NotNow,
  outcomeOf,
  type PurchaseProblem,
  type Result,
  type ReportingConnector,
  type Undelivered,
  undeliveredOf,
} from './purchase-result.ts';
import type { UndeliveredNotes } from './undelivered-notes.ts';

type ItemProblem = PurchaseProblem & { readonly state: SubscriptionState };

/** Brings customers, subscriptions and orders to their reported state. */
export class Purchases {
  constructor(
    private readonly objects: ProviderObjects,
    private readonly items: ProvidedItems,
    private readonly payments: ProvidedPayments,
    private readonly buyers: Buyers,
    private readonly undelivered: UndeliveredNotes,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /** Brings what an object is about to its reported state. */
  async resultOf(connector: ReportingConnector, object: ProviderObject): Promise<Result> {
    const { resultId } = object;
    try {
      await this.assertNotBlocked(connector);
      switch (object.reported.kind) {
        case 'customer':
          return { outcome: PROCESSED, resultId, undelivered: [] };
        case 'subscription':
          return await this.subscription(connector, object as ObjectOf<'subscription'>);
        case 'payment':
          return await this.payments.resultOf(connector, object as ObjectOf<'payment'>);
        case 'refund':
          return await this.refund(connector, object as ObjectOf<'refund'>);
        case 'dispute':
          return await this.dispute(connector, object as ObjectOf<'dispute'>);
      }
    } catch (error) {
      if (error instanceof NotNow) return { outcome: error.outcome, resultId, undelivered: undeliveredOf(object, error.outcome) };
      if (!(error instanceof DomainError)) throw error;
      const outcome = failed('refused', error.message);
      return { outcome, resultId, undelivered: undeliveredOf(object, outcome) };
    }
  }

  /** What a blocked organization has can be read, but not changed. What its events say is kept until they are processed again. */
  private async assertNotBlocked({ organizationId }: ReportingConnector): Promise<void> {
    const organizations = await this.queries.execute(new FindOrganizations([organizationId]));
    if (!organizations.get(organizationId)?.isBlocked) return;
    throw new NotNow(failed('organization_blocked', 'The organization is blocked. Process the event again when it is not.'));
  }

  /** The result is the subscription of the first item. What can be delivered is, whatever else is missing. */
  private async subscription(connector: ReportingConnector, object: ObjectOf<'subscription'>): Promise<Result> {
    const { reported, ref } = object;
    const { states, productOf } = await this.items.itemsOf(connector, reported);
    if (states === 'snapshot')
      throw new NotNow(waiting('subscription_unknown', `Nothing is known yet about ${ref} but a payment.`));
    if (states === 'payment') throw new NotNow(waiting('not_paid', `No payment for ${ref} is known yet.`));
    const found = await this.items.subscriptionsOf(connector, ref, states);
    const customerId = await this.customerOf(connector, object, [...found.values()]);
    const ids: string[] = [];
    const problems: ItemProblem[] = [];
    for (const state of states) {
      if (productOf(state.item) === undefined && state.isEntitling) {
        problems.push({ state, reason: 'price_unmapped', problem: unmappedProblem([state.item]) });
      }
      // An item whose new price is not mapped yet brings what it brought before.
      const mapped = [...state.former, state.item].filter((each) => productOf(each) !== undefined);
      const item = mapped.findLast(productOf);
      const brings = item !== undefined && item === mapped.at(-1);
      if (mapped.length === 0 && state.isEntitling) continue;
      const [name, ...others] = namesOf(state, found);
      const existing = found.get(name!);
      if (!existing && (!item || !state.hasBegun)) continue;
      const external = isOfAnother(existing, customerId, state) ? `${name}/${customerId}` : name!;
      const productId = (item && productOf(item)) ?? existing!.productId;
      const told = brings ? { ...state, item } : withoutAccess(state);
      try {
        ids.push(await this.follow(connector, object, customerId, external, productId, told));
        for (const other of others.filter((each) => found.has(each))) {
          await this.follow(connector, object, customerId, other, found.get(other)!.productId, withoutAccess(state));
        }
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        problems.push({ state, reason: 'event_refused', problem: error.message });
      }
    }
    const resultId = ids[0] ?? object.resultId;
    if (problems.length > 0) {
      const undelivered = problems.filter(({ state }) => state.isEntitling).map((each) => undeliveredItem(each, object));
      return { outcome: outcomeOf(problems), resultId, undelivered };
    }
    const isNothing = ids.length === 0 && states.some(({ isEntitling }) => isEntitling);
    return { outcome: isNothing ? NOTHING : PROCESSED, resultId, undelivered: [] };
  }

  private follow(
    { organizationId, provider }: ReportingConnector,
    { ref, revision, reported }: ObjectOf<'subscription'>,
    customerId: string | null,
    name: string,
    productId: string,
    { item: { quantity, amount }, currency, ...state }: SubscriptionState,
  ): Promise<string> {
    const externalId = { id: externalIdOf(ref, name), source: provider };
    const metadata = { [`${provider}_subscription`]: ref };
    const prices = { amount: amount ?? undefined, currency: currency ?? undefined };
    const renewsLicenseKeyId = chosenKeyOf(reported.snapshot!.update);
    const of = { organizationId, externalId, metadata, customerId, productId, quantity, revision, renewsLicenseKeyId };
    const toldAt = new Date(toldAtOf(reported));
    return this.commands.execute(new FollowSubscription({ ...state, ...of, ...prices, toldAt }));
  }

  /** What is refunded is applied to the orders of the payment, also to those that are made later. */
  private async refund(connector: ReportingConnector, object: ObjectOf<'refund' | 'dispute'>): Promise<Result> {
    const payment = await this.paymentOf(object);
    const result = await this.resultOf(connector, payment);
    // What was paid back is not missing any more.
    await this.undelivered.note(connector, payment, result);
    const { outcome, resultId } = result;
    const isSettled = resultId !== null || outcome.status === 'processed' || outcome.status === 'ignored';
    if (!isSettled) throw new NotNow(paymentUnknown(object.ref));
    return { outcome: PROCESSED, resultId, undelivered: [] };
  }

  /** Each order of the payment has a dispute of its own. */
  private async dispute(connector: ReportingConnector, object: ObjectOf<'dispute'>): Promise<Result> {
    const payment = await this.paymentOf(object);
    // Nothing came of the payment, or nothing yet.
    if (payment.resultId === null) return { ...(await this.refund(connector, object)), resultId: null };
    const { revision, reported } = object;
    const { aliases, status, total, reason, evidenceDueBy } = reported.dispute!.update;
    const due = evidenceDueBy === null ? null : new Date(evidenceDueBy);
    const common = { organizationId: connector.organizationId, paymentId: aliases.at(-1)! };
    const parts = payment.reported.payment ? partsOf(payment.reported.payment.update) : [];
    const prices = parts.map(({ amount, taxAmount }) => amount + taxAmount);
    const disputed = new Map(split(total, prices).map((share, index) => [payment.orders[parts[index]!.key], share]));
    const orders = Object.keys(payment.orders).length > 1 ? disputed : new Map([[payment.resultId, total]]);
    for (const [orderId, share] of orders) {
      if (orderId === undefined || share === 0) continue;
      const id = orderId === payment.resultId ? object.id : derivedId(object.id, orderId);
      const told = { toldAt: new Date(toldAtOf(reported)), revision, status, total: share, reason, evidenceDueBy: due };
      await this.commands.execute(new FollowDispute({ ...common, ...told, id, orderId }));
    }
    return { outcome: PROCESSED, resultId: object.id, undelivered: [] };
  }

  /** The payment that is an order here, else one that may become one. */
  private async paymentOf({ connectorId, reported, ref }: ObjectOf<'refund' | 'dispute'>): Promise<ObjectOf<'payment'>> {
    const { aliases } = reported;
    const payments = await this.objects.known(connectorId, 'payment', aliases);
    const paid = payments.find(({ resultId }) => resultId !== null) ?? payments.find((each) => each.reported.payment);
    if (!paid) throw new NotNow(paymentUnknown(ref));
    return paid;
  }

  /** The customer of a subscription; null if it is not known and not needed, because nothing is new. */
  private customerOf(
    connector: ReportingConnector,
    { reported, resultId }: ObjectOf<'subscription'>,
    found: readonly FollowedSubscription[],
  ): Promise<string | null> {
    const { snapshot, paid } = reported;
    const isNew = resultId === null && found.length === 0;
    const { customerRef } = snapshot!.update;
    return isNew
      ? this.buyers.of(connector, customerRef)
      : this.buyers.of(connector, customerRef, paid?.paidAt ?? '').catch(noneNow);
  }
}

const paymentUnknown = (ref: string) => waiting('payment_unknown', `The payment of ${ref} is not an order here yet.`);

const undeliveredItem = ({ state: { item }, ...why }: ItemProblem, { reported }: ObjectOf<'subscription'>): Undelivered => ({
  ...why,
  line: item.key,
  externalPriceId: item.refs[0] ?? null,
  quantity: item.quantity,
  amount: item.amount,
  taxAmount: null,
  deliverAs: null,
  currency: reported.snapshot!.update.currency,
  occurredAt: new Date(reported.snapshot!.version.at),
});
