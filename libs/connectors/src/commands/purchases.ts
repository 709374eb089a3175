import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { FollowSubscription } from '#entitlements/contract';
import { DomainError, type WallClock } from '#kernel';
import { FindOrganizations } from '#organizations/contract';
import { chosenKeyOf, giftReceiverOf, type SubscriptionUpdate } from '../domain/provider-updates.ts';
import { failed, type Problem, PROCESSED, waiting } from '../domain/outcome.ts';
import { toldAtOf } from '../domain/reported-state.ts';
import { unmappedProblem } from '../domain/sold-products.ts';
import type { SubscriptionState } from '../domain/state-of-subscription.ts';
import type { ObjectOf, ProviderObject, ProviderObjects } from '../domain/provider-objects.ts';
import type { Buyers } from './buyers.ts';
import {
  externalIdOf,
  isOfAnother,
  type ProvidedItems,
  withoutAccess,
  type SubscriptionsHere,
  type ItemPlan,
  planOf,
  restOfItems,
} from './provided-items.ts';
import type { ProvidedCustomers } from './provided-customers.ts';
import type { ProvidedPayments } from './provided-payments.ts';
import {
  isOfOthers,
  NOTHING,
  NotNow,
  OF_OTHERS,
  outcomeOf,
  type PurchaseProblem,
  type Result,
  type ReportingConnector,
  soldItem,
  undeliveredOf,
} from './purchase-result.ts';
import type { RefundsAndDisputes } from './refunds-and-disputes.ts';

type ItemProblem = PurchaseProblem & { readonly state: SubscriptionState };

/** Brings customers, subscriptions and orders to their reported state. */
export class Purchases {
  constructor(
    private readonly objects: ProviderObjects,
    private readonly customers: ProvidedCustomers,
    private readonly items: ProvidedItems,
    private readonly payments: ProvidedPayments,
    private readonly buyers: Buyers,
    private readonly paidBack: RefundsAndDisputes,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly clock: WallClock,
  ) {}

  /** Brings what an object is about to its reported state. */
  async resultOf(connector: ReportingConnector, object: ProviderObject): Promise<Result> {
    const { resultId } = object;
    const resultOf = (payment: ProviderObject) => this.resultOf(connector, payment);
    try {
      await this.assertNotBlocked(connector);
      switch (object.reported.kind) {
        case 'customer':
          return await this.customers.resultOf(connector, object as ObjectOf<'customer'>);
        case 'subscription':
          return await this.subscription(connector, object as ObjectOf<'subscription'>);
        case 'payment':
          return await this.payments.resultOf(connector, object as ObjectOf<'payment'>);
        case 'refund':
          return await this.paidBack.refund(connector, object as ObjectOf<'refund'>, resultOf);
        case 'dispute':
          return await this.paidBack.dispute(connector, object as ObjectOf<'dispute'>, resultOf);
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
    const { id: customerId, problem: unknown } = await this.customerOf(connector, object, here, plans);
    const ids: string[] = [];
    /** What cannot begin here, because nobody is known who has it. */
    const held: SubscriptionState[] = [];
    const problems: ItemProblem[] = states
      .filter((state) => productOf(state.item) === undefined && state.isEntitling && !isOfOthers(connector, state.item))
      .map((state) => ({ state, reason: 'price_unmapped', problem: unmappedProblem([state.item]) }));
    for (const { state, name, existing, others, productId, told } of plans) {
      if (existing === undefined && customerId === null) {
        held.push(state);
        continue;
      }
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
    await this.followBeside(connector, object, customerId, here, plans);
    const resultId = ids[0] ?? object.resultId;
    const rest = restOfItems(object, states);
    const isOther = unknown !== undefined && hasOtherCustomer(reported.snapshot!.update, here);
    const withoutCustomer = (isOther ? plans.map(({ state }) => state) : held)
      .filter((state) => state.isEntitling && !problems.some((each) => each.state === state))
      .map(
        ({ item }) => ({ reason: 'customer_missing', problem: unknown!.problem, ...soldItem(item, reported.snapshot!) }) as const,
      );
    if (problems.length > 0 || rest.length > 0) {
      const undelivered = problems
        .filter(({ state }) => state.isEntitling)
        .map(({ state: { item }, ...why }) => ({ ...why, ...soldItem(item, reported.snapshot!) }));
      return { outcome: outcomeOf([...problems, ...rest]), resultId, undelivered: [...undelivered, ...withoutCustomer, ...rest] };
    }
    if (unknown && (isOther || held.length > 0)) return { outcome: unknown, resultId, undelivered: withoutCustomer };
    const isNothing = ids.length === 0 && states.some(({ isEntitling }) => isEntitling);
    const nothing = states.some(({ item }) => productOf(item) === undefined) ? OF_OTHERS : NOTHING;
    return { outcome: isNothing ? nothing : PROCESSED, resultId, undelivered: [] };
  }

  /** An earlier release made another subscription beside the imported one. Both go on as the provider says, so no license key is lost. */
  private async followBeside(
    connector: ReportingConnector,
    object: ObjectOf<'subscription'>,
    customerId: string | null,
    { found, imported }: SubscriptionsHere,
    plans: readonly ItemPlan[],
  ): Promise<void> {
    if (!imported || [...found.values()].some(({ id }) => id === imported.id)) return;
    const plan = plans.find(({ productId }) => productId === imported.productId) ?? plans[0];
    if (plan) await this.follow(connector, object, customerId, imported.externalId, imported.productId, plan.told);
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
    const { update } = reported.snapshot!;
    const chosen = { renewsLicenseKeyId: chosenKeyOf(update), giftTo: giftReceiverOf(update) };
    const customer = { customerId, customerRef: update.customerRef };
    const of = { organizationId, externalId, metadata, ...customer, productId, quantity, revision, ...chosen };
    const toldAt = new Date(toldAtOf(reported));
    return this.commands.execute(new FollowSubscription({ ...state, ...of, ...prices, toldAt }));
  }

  /**
   * The customer of a subscription. Nobody is created for nothing: the id is null if nothing is new and nobody else has it, or if the customer
   * is not known, with the problem.
   */
  private async customerOf(
    connector: ReportingConnector,
    { reported, resultId }: ObjectOf<'subscription'>,
    { found, imported }: SubscriptionsHere,
    plans: readonly ItemPlan[],
  ): Promise<{ readonly id: string | null; readonly problem?: Problem }> {
    const { snapshot, paid } = reported;
    const { customerRef } = snapshot!.update;
    const unclaimed = [imported, ...plans.map(({ existing }) => existing)].find((each) => each?.customerRef === null);
    if (unclaimed) await this.recognizeBuyer(connector, customerRef, unclaimed.customerId);
    const isSettled = ({ existing }: ItemPlan) => existing && !existing.hasEnded && existing.customerRef === customerRef;
    if (plans.every(isSettled)) return { id: null };
    const isNew = resultId === null && found.size === 0;
    if (isNew) return { id: await this.buyers.of(connector, customerRef) };
    try {
      return { id: await this.buyers.of(connector, customerRef, paid?.paidAt ?? '') };
    } catch (error) {
      if (!(error instanceof NotNow)) throw error;
      return { id: null, problem: error.outcome };
    }
  }

  /** Who has a subscription whose customer the provider has not named yet is that customer. */
  private async recognizeBuyer(connector: ReportingConnector, ref: string, customerId: string): Promise<void> {
    const known = await this.objects.find(connector.id, 'customer', ref);
    if ((known?.resultId ?? null) === null) await this.buyers.identify(connector, ref, customerId);
  }
}

/** The provider says that somebody else has the subscription, who is not known yet. */
const hasOtherCustomer = ({ customerRef }: SubscriptionUpdate, { found }: SubscriptionsHere): boolean =>
  [...found.values()].some((each) => !each.hasEnded && each.customerRef !== null && each.customerRef !== customerRef);
