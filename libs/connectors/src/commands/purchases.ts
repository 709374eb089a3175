import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { FollowDispute, FollowRefunds, FollowSubscription } from '#entitlements/contract';
import { derivedId, DomainError, type WallClock } from '#kernel';
import { FindOrganizations } from '#organizations/contract';
import { chosenKeyOf } from '../domain/provider-updates.ts';
import { failed, PROCESSED, waiting } from '../domain/outcome.ts';
import { partsOf, REST, split } from '../domain/payment-parts.ts';
import { refundedIn } from '../domain/refunds.ts';
import { toldAtOf } from '../domain/reported-state.ts';
import { type ProductOf, unmappedProblem } from '../domain/sold-products.ts';
import type { SubscriptionState } from '../domain/state-of-subscription.ts';
import type { ObjectOf, ProviderObject, ProviderObjects } from '../domain/provider-objects.ts';
import type { Buyers } from './buyers.ts';
import {
  externalIdOf,
  isOfAnother,
  type KnownSubscription,
  namesOf,
  type ProvidedItems,
  type SubscriptionsHere,
  withoutAccess,
} from './provided-items.ts';
import type { ProvidedPayments } from './provided-payments.ts';
import {
  isOfOthers,
  noneNow,
  NOTHING,
  NotNow,
  OF_OTHERS,
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
    private readonly clock: WallClock,
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
      if (!(error instanceof NotNow) && !(error instanceof DomainError)) throw error;
      const outcome = error instanceof NotNow ? error.outcome : failed('refused', error.message);
      return { outcome, resultId, undelivered: undeliveredOf(connector, object, outcome, this.clock.now()) };
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
    const here = await this.items.subscriptionsOf(connector, ref, states, productOf);
    const plans = states.flatMap((state) => planOf(state, here.found, productOf) ?? []);
    const customerId = await this.customerOf(connector, object, here, plans);
    const ids: string[] = [];
    const problems: ItemProblem[] = states
      .filter((state) => productOf(state.item) === undefined && state.isEntitling && !isOfOthers(connector, state.item))
      .map((state) => ({ state, reason: 'price_unmapped', problem: unmappedProblem([state.item]) }));
    for (const { state, name, existing, others, productId, told } of plans) {
      const isNew = existing === undefined || isOfAnother(existing, customerId, state);
      const externalId = !isNew ? existing.externalId : externalIdOf(ref, existing ? `${name}/${customerId}` : name);
      try {
        ids.push(await this.follow(connector, object, customerId, externalId, productId, told));
        for (const other of others) {
          await this.follow(connector, object, customerId, other.externalId, other.productId, withoutAccess(state));
        }
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        problems.push({ state, reason: 'event_refused', problem: error.message });
      }
    }
    await this.followBeside(connector, object, here, plans);
    const resultId = ids[0] ?? object.resultId;
    const rest = restOfItems(object, states);
    if (problems.length > 0 || rest.length > 0) {
      const undelivered = problems.filter(({ state }) => state.isEntitling).map((each) => undeliveredItem(each, object));
      return { outcome: outcomeOf([...problems, ...rest]), resultId, undelivered: [...undelivered, ...rest] };
    }
    const isNothing = ids.length === 0 && states.some(({ isEntitling }) => isEntitling);
    const nothing = states.some(({ item }) => productOf(item) === undefined) ? OF_OTHERS : NOTHING;
    return { outcome: isNothing ? nothing : PROCESSED, resultId, undelivered: [] };
  }

  /** An earlier release made another subscription beside the imported one. Both go on as the provider says, so no license key is lost. */
  private async followBeside(
    connector: ReportingConnector,
    object: ObjectOf<'subscription'>,
    { found, imported }: SubscriptionsHere,
    plans: readonly ItemPlan[],
  ): Promise<void> {
    if (!imported || [...found.values()].some(({ id }) => id === imported.id)) return;
    const plan = plans.find(({ productId }) => productId === imported.productId) ?? plans[0];
    if (plan) await this.follow(connector, object, null, imported.externalId, imported.productId, plan.told);
  }

  private follow(
    { organizationId, provider }: ReportingConnector,
    { ref, revision, reported }: ObjectOf<'subscription'>,
    customerId: string | null,
    id: string,
    productId: string,
    { item: { quantity, amount }, currency, ...state }: SubscriptionState,
  ): Promise<string> {
    const externalId = { id, source: provider };
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
    if (!payment) {
      const { id: resultId, refunds } = await this.importedOrder(connector, object);
      await this.commands.execute(new FollowRefunds(connector.organizationId, resultId, refunds));
      return { outcome: PROCESSED, resultId, undelivered: [] };
    }
    const result = await this.resultOf(connector, payment);
    // What was paid back is not missing any more.
    await this.undelivered.note(connector, payment, result);
    const { outcome, resultId } = result;
    const isSettled = resultId !== null || outcome.status === 'processed' || outcome.status === 'ignored';
    return {
      outcome: isSettled ? PROCESSED : paymentUnknown(object.ref),
      resultId: isSettled ? resultId : null,
      undelivered: [],
    };
  }

  /** Each order of the payment has a dispute of its own. */
  private async dispute(connector: ReportingConnector, object: ObjectOf<'dispute'>): Promise<Result> {
    const payment = await this.paymentOf(object);
    if (!payment) return this.disputeOfImported(connector, object);
    // Nothing came of the payment, or nothing yet.
    if (payment.resultId === null) return { ...(await this.refund(connector, object)), resultId: null };
    const { total } = object.reported.dispute!.update;
    const parts = payment.reported.payment ? partsOf(payment.reported.payment.update) : [];
    const prices = parts.map(({ amount, taxAmount }) => amount + taxAmount);
    const disputed = new Map(split(total, prices).map((share, index) => [payment.orders[parts[index]!.key], share]));
    const orders = Object.keys(payment.orders).length > 1 ? disputed : new Map([[payment.resultId, total]]);
    for (const [orderId, share] of orders) {
      if (orderId === undefined || share === 0) continue;
      const id = orderId === payment.resultId ? object.id : derivedId(object.id, orderId);
      await this.followDispute(connector, object, { id, orderId, total: share });
    }
    return { outcome: PROCESSED, resultId: object.id, undelivered: [] };
  }

  private async disputeOfImported(connector: ReportingConnector, object: ObjectOf<'dispute'>): Promise<Result> {
    const { id: orderId } = await this.importedOrder(connector, object);
    const { total } = object.reported.dispute!.update;
    await this.followDispute(connector, object, { id: object.id, orderId, total });
    return { outcome: PROCESSED, resultId: object.id, undelivered: [] };
  }

  private async followDispute(
    { organizationId }: ReportingConnector,
    { revision, reported }: ObjectOf<'dispute'>,
    of: { readonly id: string; readonly orderId: string; readonly total: number },
  ): Promise<void> {
    const { aliases, status, reason, evidenceDueBy: dueBy } = reported.dispute!.update;
    const evidenceDueBy = dueBy === null ? null : new Date(dueBy);
    const told = { toldAt: new Date(toldAtOf(reported)), revision, status, reason, evidenceDueBy };
    await this.commands.execute(new FollowDispute({ ...of, ...told, organizationId, paymentId: aliases.at(-1)! }));
  }

  /** The payment that is an order here, else one that may become one; undefined if none was told. */
  private async paymentOf({ connectorId, reported }: ObjectOf<'refund' | 'dispute'>): Promise<ObjectOf<'payment'> | undefined> {
    const payments = await this.objects.known(connectorId, 'payment', reported.aliases);
    return payments.find(({ resultId }) => resultId !== null) ?? payments.find((each) => each.reported.payment);
  }

  /** The order of a payment of which no event was told, because it was imported or reported by the seller, with what was refunded of it. */
  private async importedOrder(connector: ReportingConnector, { connectorId, reported, ref }: ObjectOf<'refund' | 'dispute'>) {
    const payments = await this.objects.known(connectorId, 'payment', reported.aliases);
    const aliases = [...new Set([...reported.aliases, ...payments.flatMap((each) => each.reported.aliases)])];
    const order = await this.payments.importedAs(connector, aliases);
    if (!order) throw new NotNow(paymentUnknown(ref));
    const refunds = (await this.objects.known(connectorId, 'refund', aliases)).map((each) => each.reported);
    return { id: order.id, refunds: refundedIn(refunds) };
  }

  /** The customer of a subscription; null if it is not known and not needed, because nothing is new. Nobody is created for nothing. */
  private async customerOf(
    connector: ReportingConnector,
    { reported, resultId }: ObjectOf<'subscription'>,
    { found, imported }: SubscriptionsHere,
    plans: readonly ItemPlan[],
  ): Promise<string | null> {
    const { snapshot, paid } = reported;
    const { customerRef } = snapshot!.update;
    if (imported) await this.recognizeBuyer(connector, customerRef, imported.customerId);
    if (!plans.some(({ existing }) => !existing || existing.hasEnded)) return null;
    const isNew = resultId === null && found.size === 0;
    return isNew
      ? this.buyers.of(connector, customerRef)
      : this.buyers.of(connector, customerRef, paid?.paidAt ?? '').catch(noneNow);
  }

  /** Who has the imported subscription is the customer of the provider's. */
  private async recognizeBuyer(connector: ReportingConnector, ref: string, customerId: string): Promise<void> {
    const known = await this.objects.find(connector.id, 'customer', ref);
    if ((known?.resultId ?? null) === null) await this.buyers.identify(connector, ref, customerId);
  }
}

/** What is done about an item of a subscription. */
interface ItemPlan {
  readonly state: SubscriptionState;
  readonly name: string;
  readonly existing: KnownSubscription | undefined;
  /** Others that the item was before. */
  readonly others: readonly KnownSubscription[];
  readonly productId: string;
  readonly told: SubscriptionState;
}

/** Undefined if nothing can be done, or nothing has to be. */
function planOf(
  state: SubscriptionState,
  found: ReadonlyMap<string, KnownSubscription>,
  productOf: ProductOf,
): ItemPlan | undefined {
  const mapped = [...state.former, state.item].filter((each) => productOf(each) !== undefined);
  const item = mapped.findLast(productOf);
  const [name, ...names] = namesOf(state, found);
  const existing = found.get(name!);
  if (!existing && (!item || !state.hasBegun)) return undefined;
  // An item whose price is not mapped, or not yet, brings what it brought before.
  const brings = mapped.length === 0 || (item !== undefined && item === mapped.at(-1));
  const told = brings ? { ...state, item: item ?? state.item } : withoutAccess(state);
  const productId = (item && productOf(item)) ?? existing!.productId;
  return { state, name: name!, existing, others: names.flatMap((each) => found.get(each) ?? []), productId, told };
}

/** Items that no event lists. */
function restOfItems(
  { reported }: ObjectOf<'subscription'>,
  states: readonly SubscriptionState[],
): readonly (PurchaseProblem & Undelivered)[] {
  const { update, version } = reported.snapshot!;
  const listed = states.filter(({ isPresent }) => isPresent).length;
  if (update.itemCount === undefined || !states.some(({ isEntitling }) => isEntitling)) return [];
  const missing = update.itemCount === null ? null : update.itemCount - listed;
  if (missing !== null && missing <= 0) return [];
  const problem = `The provider's events list ${listed} of ${update.itemCount ?? 'more'} items of the subscription. What was bought with the others is not known.`;
  const unknown = { externalPriceId: null, deliverAs: null, amount: null, taxAmount: null, currency: update.currency };
  return [{ ...unknown, line: REST, reason: 'list_incomplete', problem, quantity: missing, occurredAt: new Date(version.at) }];
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
