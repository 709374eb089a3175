import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { FindProducts } from '#catalog/contract';
import { EnsureCustomer, FindCustomers } from '#customer-portal/contract';
import {
  FindProvidedSubscriptions,
  FollowDispute,
  type FollowedSubscription,
  FollowRefunds,
  FollowSubscription,
  PlaceProvidedOrder,
  RecordProvidedPayment,
} from '#entitlements/contract';
import { derivedId, DomainError, WallClock } from '#kernel';
import { FindOrganizations } from '#organizations/contract';
import { Connectors } from '../domain/connectors.ts';
import { chosenKeyOf, contactOf, type Item, type PaymentFact } from '../domain/facts.ts';
import type { CustomerKnowledge, SubscriptionKnowledge } from '../domain/knowledge.ts';
import { failed, ignored, type Outcome, PROCESSED, waiting } from '../domain/outcome.ts';
import { orderIdOf, partsOf, type PaymentPart, split } from '../domain/payment-parts.ts';
import { refundedIn, refundedOfParts } from '../domain/refunds.ts';
import { type ProductOf, productsBy, unmappedProblem } from '../domain/sold-products.ts';
import { statesOf, type SubscriptionState } from '../domain/state-of-subscription.ts';
import { type Subject, type SubjectOf, Subjects } from '../domain/subjects.ts';
import { type Brings, isAmbiguous } from '../domain/tracked-items.ts';
import { NotNow, paidPart, type Result, type Source, type Undelivered, undeliveredOf } from './purchase-result.ts';
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
    await this.undelivered.note(connector, subject, result);
    await this.subjects.settle(subject, result.outcome, this.clock.now());
    for (const dependent of await this.dependentsOf(subject, result)) await this.update(connector, dependent.id);
  }

  private async dependentsOf(
    { connectorId, knowledge, ref }: Subject,
    { resultId, outcome }: Result,
  ): Promise<readonly Subject[]> {
    const { subjects } = this;
    switch (knowledge.kind) {
      case 'customer':
        return [
          ...(await subjects.dependents(connectorId, 'subscription', { customerRef: ref }, 'open')),
          ...(await subjects.dependents(connectorId, 'payment', { customerRef: ref }, 'open')),
        ];
      case 'subscription':
        return resultId === null && outcome.status === 'waiting'
          ? []
          : subjects.dependents(connectorId, 'payment', { subscriptionRef: ref }, 'open');
      case 'payment': {
        const { aliases } = knowledge;
        if (resultId === null && outcome.status === 'waiting') return [];
        return [
          ...(await subjects.dependents(connectorId, 'refund', { aliases }, 'open')),
          // A part of the payment may have become an order after the dispute.
          ...(await subjects.dependents(connectorId, 'dispute', { aliases }, 'all')),
        ];
      }
      default:
        return [];
    }
  }

  private async resultOf(connector: Source, subject: Subject): Promise<Result> {
    const { resultId } = subject;
    try {
      await this.assertNotBlocked(connector);
      switch (subject.knowledge.kind) {
        case 'customer':
          return { outcome: PROCESSED, resultId, undelivered: [] };
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
      if (error instanceof NotNow)
        return { outcome: error.outcome, resultId, undelivered: undeliveredOf(subject, error.outcome) };
      if (!(error instanceof DomainError)) throw error;
      const outcome = failed('refused', error.message);
      return { outcome, resultId, undelivered: undeliveredOf(subject, outcome) };
    }
  }

  /** What a blocked organization has can be read, but not changed. What its events say is kept until they are processed again. */
  private async assertNotBlocked({ organizationId }: Source): Promise<void> {
    const organizations = await this.queries.execute(new FindOrganizations([organizationId]));
    if (!organizations.get(organizationId)?.isBlocked) return;
    throw new NotNow(failed('organization_blocked', 'The organization is blocked. Process the event again when it is not.'));
  }

  /** The result is the subscription of the first item. What can be delivered is, whatever else is missing. */
  private async subscription(connector: Source, subject: SubjectOf<'subscription'>): Promise<Result> {
    const { knowledge, ref } = subject;
    const { states, productOf } = await this.itemsOf(connector, knowledge);
    if (states === 'snapshot')
      throw new NotNow(waiting('subscription_unknown', `Nothing is known yet about ${ref} but a payment.`));
    if (states === 'payment') throw new NotNow(waiting('not_paid', `No payment for ${ref} is known yet.`));
    const found = await this.subscriptionsOf(connector, ref, states);
    const customerId = await this.customerOf(connector, subject, [...found.values()]);
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
        ids.push(await this.follow(connector, subject, customerId, external, productId, told));
        for (const other of others.filter((each) => found.has(each))) {
          await this.follow(connector, subject, customerId, other, found.get(other)!.productId, withoutAccess(state));
        }
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        problems.push({ state, reason: 'event_refused', problem: error.message });
      }
    }
    const resultId = ids[0] ?? subject.resultId;
    if (problems.length > 0) {
      const undelivered = problems.filter(({ state }) => state.isEntitling).map((each) => undeliveredItem(each, subject));
      return { outcome: outcomeOf(problems), resultId, undelivered };
    }
    const isNothing = ids.length === 0 && states.some(({ isEntitling }) => isEntitling);
    return { outcome: isNothing ? NOTHING : PROCESSED, resultId, undelivered: [] };
  }

  private follow(
    { organizationId, provider }: Source,
    { ref, revision, knowledge }: SubjectOf<'subscription'>,
    customerId: string | null,
    name: string,
    productId: string,
    { item: { quantity, amount }, currency, ...state }: SubscriptionState,
  ): Promise<string> {
    const externalId = { id: externalIdOf(ref, name), source: provider };
    const metadata = { [`${provider}_subscription`]: ref };
    const prices = { amount: amount ?? undefined, currency: currency ?? undefined };
    const renewsLicenseKeyId = chosenKeyOf(knowledge.snapshot!.fact);
    const of = { organizationId, externalId, metadata, customerId, productId, quantity, revision, renewsLicenseKeyId };
    return this.commands.execute(new FollowSubscription({ ...state, ...of, ...prices }));
  }

  /** The subscriptions here that may be those of the items, by what follows the id of the subscription in their ids. */
  private async subscriptionsOf(
    { organizationId, provider }: Source,
    ref: string,
    states: readonly SubscriptionState[],
    customerId: string | null = null,
  ): Promise<ReadonlyMap<string, FollowedSubscription>> {
    const names = states.flatMap((state) => state.names).flatMap((name) => [name, `${name}/${customerId}`]);
    const byId = new Map(names.map((name) => [externalIdOf(ref, name), name]));
    const query = new FindProvidedSubscriptions(organizationId, provider, [...byId.keys()]);
    return new Map([...(await this.queries.execute(query))].map(([id, found]) => [byId.get(id)!, found]));
  }

  /** What the provider says about each item, and what it brings. */
  private async itemsOf(connector: Source, knowledge: SubscriptionKnowledge) {
    const items = [
      ...knowledge.history.flatMap((each) => each.items),
      ...Object.values(knowledge.initial?.items ?? {}).map(({ item }) => item),
    ];
    const productOf = await this.productOf(connector, items);
    const brings = isAmbiguous(knowledge) ? await this.bringsOf(items, productOf) : undefined;
    return { states: statesOf(knowledge, connector.entitlement, brings), productOf };
  }

  private async bringsOf(items: readonly Item[], productOf: ProductOf): Promise<Brings> {
    const ids = [...new Set(items.flatMap((item) => productOf(item) ?? []))];
    const products = await this.queries.execute(new FindProducts(ids));
    return (item) => products.get(productOf(item) ?? '')?.benefitIds ?? [];
  }

  private async productOf({ id, provider }: Source, items: readonly Item[]): Promise<ProductOf> {
    const refs = new Set(items.flatMap((item) => item.refs));
    return productsBy(await this.connectors.productsOf(id, [...refs]), provider);
  }

  private async payment(connector: Source, subject: SubjectOf<'payment'>): Promise<Result> {
    const { payment } = subject.knowledge;
    if (!payment) throw new NotNow(waiting('payment_unknown', `Nothing is known yet about the payment ${subject.ref}.`));
    const { fact } = payment;
    const parts = partsOf(fact);
    if (parts.length === 0 && fact.subscriptionRef === null) {
      throw new NotNow(failed('price_unknown', 'The payment names no price. Map the price to a product.'));
    }
    const { aliases } = subject.knowledge;
    const placed = await this.place(connector, subject, fact, parts);
    // A refund that becomes known from now on finds the order.
    if (placed.resultId !== null) await this.subjects.link(subject.id, placed.resultId);
    const refunds = (await this.subjects.dependents(connector.id, 'refund', { aliases }, 'all')).map(
      ({ knowledge }) => knowledge,
    );
    const { isWhole } = placed;
    const refunded = isWhole ? [refundedIn(refunds)] : refundedOfParts(refunds, parts);
    const orders = isWhole ? [placed.resultId!] : parts.map(({ key }) => placed.orders[key]);
    for (const [index, { total, failed: undone }] of refunded.entries()) {
      const orderId = orders[index];
      if (orderId === undefined || total + undone === 0) continue;
      await this.commands.execute(new FollowRefunds(connector.organizationId, orderId, { total, failed: undone }));
    }
    const isRefunded = (part: PaymentPart): boolean => {
      const total = isWhole ? 0 : refunded[parts.indexOf(part)]!.total;
      return total > 0 && total >= part.amount + part.taxAmount;
    };
    const undelivered = placed.problems
      .filter(({ part }) => !isRefunded(part))
      .map(({ part, ...why }) => ({ ...why, ...paidPart(fact, part, parts) }));
    return { outcome: placed.outcome, resultId: placed.resultId, undelivered };
  }

  /** Makes the orders of the parts that are mapped, each once. */
  private async place(
    connector: Source,
    subject: SubjectOf<'payment'>,
    fact: PaymentFact,
    parts: readonly PaymentPart[],
  ): Promise<Placed> {
    const { resultId } = subject;
    // An earlier release made one order of the whole payment, and delivered nothing else that was paid for with a subscription.
    const isWhole = resultId !== null && Object.keys(subject.orders).length === 0;
    if (isWhole && fact.subscriptionRef === null) {
      return { outcome: PROCESSED, resultId, isWhole, orders: {}, problems: [] };
    }
    const open = parts.filter(({ key, of }) => !(key in subject.orders) && !(isWhole && of !== null));
    const productOf = await this.productOf(
      connector,
      open.map(({ line }) => line),
    );
    const bought = open.filter(({ of }) => of === null);
    const problems: PartProblem[] = [];
    const orders: Record<string, string> = { ...subject.orders };
    for (const part of bought) {
      const productId = productOf(part.line);
      if (productId === undefined) problems.push({ part, reason: 'price_unmapped', problem: unmappedProblem([part.line]) });
      if (!productId || (fact.maybeOfSubscription && (await this.isRecurring(productId)))) continue;
      const priced = isWhole ? { ...part, amount: 0, taxAmount: 0 } : part;
      const externalId = isWhole ? `${fact.ref}/${part.key}` : orderIdOf(fact.ref, part, parts);
      try {
        orders[part.key] = await this.order(connector, fact, priced, productId, externalId);
        await this.subjects.linkOrder(subject.id, part.key, orders[part.key]!);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        problems.push({ part, reason: 'event_refused', problem: error.message });
      }
    }
    const recurring = open.filter(({ of, line }) => of !== null && productOf(line) !== null);
    const { missing, ...ofItems } = await this.recurringOrders(connector, subject, fact, recurring, parts, productOf);
    Object.assign(orders, ofItems.orders);
    const first = resultId ?? Object.values(orders)[0] ?? null;
    const result = { resultId: first, isWhole, orders, problems };
    if (problems.length > 0) return { ...result, outcome: outcomeOf(problems) };
    if (missing) return { ...result, outcome: missing };
    return { ...result, outcome: first === null && parts.length > 0 && !fact.maybeOfSubscription ? NOTHING : PROCESSED };
  }

  private async order(
    connector: Source,
    fact: PaymentFact,
    { line, amount, taxAmount }: PaymentPart,
    productId: string,
    externalId: string,
  ): Promise<string> {
    const { organizationId, provider } = connector;
    const { customerRef, currency, paidAt } = fact;
    const customerId = await this.customer(connector, customerRef);
    const items = [{ productId, quantity: line.quantity, amount }];
    const external = { externalId: { id: externalId, source: provider }, metadata: {} };
    const order = { organizationId, customerId, items, taxAmount, currency, purchasedAt: new Date(paidAt), ...external };
    return this.commands.execute(new PlaceProvidedOrder({ ...order, renewsLicenseKeyId: chosenKeyOf(fact) }));
  }

  /** Makes the orders of what was paid for items of a subscription, as far as the items are known here. */
  private async recurringOrders(
    connector: Source,
    subject: SubjectOf<'payment'>,
    fact: PaymentFact,
    open: readonly PaymentPart[],
    parts: readonly PaymentPart[],
    productOf: ProductOf,
  ): Promise<{ readonly orders: { readonly [part: string]: string }; readonly missing: Outcome | null }> {
    const orders: Record<string, string> = {};
    if (open.length === 0) return { orders, missing: null };
    const { organizationId, provider } = connector;
    const ref = fact.subscriptionRef!;
    const unknown = waiting('subscription_unknown', `The subscription ${ref} does not exist here yet.`);
    const subscription = await this.subjects.find(connector.id, 'subscription', ref);
    if (!subscription) return { orders, missing: unknown };
    const { states } = await this.itemsOf(connector, subscription.knowledge);
    if (typeof states === 'string') return { orders, missing: unknown };
    const customerId = await this.customer(connector, fact.customerRef, fact.paidAt).catch(noneNow);
    const found = await this.subscriptionsOf(connector, ref, states, customerId);
    let missing: Outcome | null = null;
    for (const part of open) {
      const state = stateOfPart(part, states);
      const isExpected = subscription.knowledge.snapshot!.stamp.at < fact.paidAt || productOf(part.line) === undefined;
      if (!state && part.of!.itemKey !== null && isExpected) {
        missing = waiting('subscription_unknown', `${part.of!.itemKey} is no item of the subscription ${ref} yet.`);
        continue;
      }
      const [name] = state ? namesOf(state, found) : [];
      const own = found.get(`${name}/${customerId}`) ?? found.get(name ?? '');
      const subscriptionId = state ? (own?.id ?? null) : subscription.resultId;
      if (subscriptionId === null || (state && isOfAnother(own, customerId, state))) {
        missing = unknown;
        continue;
      }
      const reason = fact.reason === 'purchase' ? 'subscription_cycle' : fact.reason;
      const external = { externalId: { id: orderIdOf(fact.ref, part, parts), source: provider } };
      const metadata = { [`${provider}_subscription`]: ref };
      const { amount, taxAmount } = part;
      const paid = { amount, taxAmount, currency: fact.currency, purchasedAt: new Date(fact.paidAt), reason };
      const payment = { organizationId, subscriptionId, metadata, ...external, ...paid };
      orders[part.key] = await this.commands.execute(new RecordProvidedPayment(payment));
      await this.subjects.linkOrder(subject.id, part.key, orders[part.key]!);
    }
    return { orders, missing };
  }

  /** What is refunded is applied to the orders of the payment, also to those that are made later. */
  private async refund(connector: Source, subject: SubjectOf<'refund' | 'dispute'>): Promise<Result> {
    const payment = await this.paymentOf(subject);
    const result = await this.resultOf(connector, payment);
    // What was paid back is not missing any more.
    await this.undelivered.note(connector, payment, result);
    const { outcome, resultId } = result;
    const isSettled = resultId !== null || outcome.status === 'processed' || outcome.status === 'ignored';
    if (!isSettled) throw new NotNow(paymentUnknown(subject.ref));
    return { outcome: PROCESSED, resultId, undelivered: [] };
  }

  /** Each order of the payment has a dispute of its own. */
  private async dispute(connector: Source, subject: SubjectOf<'dispute'>): Promise<Result> {
    const payment = await this.paymentOf(subject);
    // Nothing came of the payment, or nothing yet.
    if (payment.resultId === null) return { ...(await this.refund(connector, subject)), resultId: null };
    const { revision, knowledge } = subject;
    const { aliases, status, total, reason, evidenceDueBy } = knowledge.dispute!.fact;
    const due = evidenceDueBy === null ? null : new Date(evidenceDueBy);
    const common = { organizationId: connector.organizationId, paymentId: aliases.at(-1)! };
    const parts = payment.knowledge.payment ? partsOf(payment.knowledge.payment.fact) : [];
    const prices = parts.map(({ amount, taxAmount }) => amount + taxAmount);
    const disputed = new Map(split(total, prices).map((share, index) => [payment.orders[parts[index]!.key], share]));
    const orders = Object.keys(payment.orders).length > 1 ? disputed : new Map([[payment.resultId, total]]);
    for (const [orderId, share] of orders) {
      if (orderId === undefined || share === 0) continue;
      const id = orderId === payment.resultId ? subject.id : derivedId(subject.id, orderId);
      const told = { revision, status, total: share, reason, evidenceDueBy: due };
      await this.commands.execute(new FollowDispute({ ...common, ...told, id, orderId }));
    }
    return { outcome: PROCESSED, resultId: subject.id, undelivered: [] };
  }

  /** The payment that is an order here, else one that may become one. */
  private async paymentOf({ connectorId, knowledge, ref }: SubjectOf<'refund' | 'dispute'>): Promise<SubjectOf<'payment'>> {
    const { aliases } = knowledge;
    const payments = await this.subjects.dependents(connectorId, 'payment', { aliases }, 'all');
    const paid = payments.find(({ resultId }) => resultId !== null) ?? payments.find((each) => each.knowledge.payment);
    if (!paid) throw new NotNow(paymentUnknown(ref));
    return paid;
  }

  private async isRecurring(productId: string): Promise<boolean> {
    const found = await this.queries.execute(new FindProducts([productId]));
    return (found.get(productId)?.recurringInterval ?? null) !== null;
  }

  /** The customer of a subscription; null if it is not known and not needed, because nothing is new. */
  private customerOf(
    connector: Source,
    { knowledge, resultId }: SubjectOf<'subscription'>,
    found: readonly FollowedSubscription[],
  ): Promise<string | null> {
    const { snapshot, paid } = knowledge;
    const isNew = resultId === null && found.length === 0;
    const { customerRef } = snapshot!.fact;
    return isNew
      ? this.customer(connector, customerRef)
      : this.customer(connector, customerRef, paid?.paidAt ?? '').catch(noneNow);
  }

  /**
   * The id of the customer here: of the one that it was merged into, if it was. It is found or created by its e-mail address. Who pays
   * again after having been deleted is a new customer; `paidAt` is when, and is left out for something new.
   */
  private async customer(connector: Source, ref: string, paidAt?: string): Promise<string> {
    const subject = await this.subjects.find(connector.id, 'customer', ref);
    const facts = (subject?.knowledge as CustomerKnowledge | undefined)?.customer?.fact;
    if (!subject || !facts)
      throw new NotNow(waiting('customer_unknown', `The e-mail address of the customer ${ref} is not known yet.`));
    const { resultId } = subject;
    const known = resultId === null ? undefined : await this.stillThere(resultId, ref, paidAt);
    if (known !== undefined) return known;
    const { email, name } = contactOf(facts);
    if (email === null) throw new NotNow(failed('email_missing', `The customer ${ref} has no e-mail address.`));
    const id = await this.commands.execute(new EnsureCustomer(connector.organizationId, { email, name }));
    await this.subjects.link(subject.id, id, resultId ?? undefined);
    return id;
  }

  private async stillThere(id: string, ref: string, paidAt: string | undefined): Promise<string | undefined> {
    const customer = (await this.queries.execute(new FindCustomers([id]))).get(id);
    if (customer && customer.deleted_at === null) return customer.id;
    // Providers tell times in whole seconds.
    const deletedAt = new Date(Math.floor((customer?.deleted_at?.getTime() ?? 0) / 1000) * 1000);
    if (paidAt === undefined || (customer && paidAt >= deletedAt.toISOString())) return undefined;
    throw new NotNow(failed('customer_deleted', `The customer ${ref} was deleted here, and has paid nothing since then.`));
  }
}

const NOTHING = ignored('brings_nothing', 'Everything that was paid is mapped to nothing.');

const paymentUnknown = (ref: string) => waiting('payment_unknown', `The payment of ${ref} is not an order here yet.`);

/** Under which the item is known here, first; else under which it is created. */
function namesOf({ names }: SubscriptionState, found: ReadonlyMap<string, unknown>): readonly string[] {
  const known = names.find((name) => found.has(name)) ?? names[0]!;
  return [known, ...names.filter((name) => name !== known)];
}

/** The subscription ended with a customer who was deleted, and is paid again. */
const isOfAnother = (
  existing: FollowedSubscription | undefined,
  customerId: string | null,
  { status }: SubscriptionState,
): boolean =>
  existing !== undefined &&
  existing.hasEnded &&
  customerId !== null &&
  existing.customerId !== customerId &&
  status !== 'canceled';

const withoutAccess = (state: SubscriptionState): SubscriptionState =>
  state.status === 'canceled' ? state : { ...state, status: 'paused', since: state.since ?? state.toldAt };

const stateOfPart = ({ of }: PaymentPart, states: readonly SubscriptionState[]): SubscriptionState | undefined =>
  states.findLast(({ keys }) => keys.includes(of!.itemKey ?? '')) ??
  states.find(({ item }) => of!.itemKey === null && item.refs.some((each) => of!.refs.includes(each)));

interface Problem {
  readonly reason: 'price_unmapped' | 'event_refused';
  readonly problem: string;
}
type ItemProblem = Problem & { readonly state: SubscriptionState };
type PartProblem = Problem & { readonly part: PaymentPart };

/** What became of the parts of a payment. */
interface Placed {
  readonly outcome: Outcome;
  /** The first order. */
  readonly resultId: string | null;
  /** Whether an earlier release made one order of all of it. */
  readonly isWhole: boolean;
  readonly orders: { readonly [part: string]: string };
  readonly problems: readonly PartProblem[];
}

function outcomeOf(problems: readonly Problem[]): Outcome {
  const code = problems.some(({ reason }) => reason === 'price_unmapped') ? 'price_unknown' : 'refused';
  return failed(code, [...new Set(problems.map(({ problem }) => problem))].join(' '));
}

const undeliveredItem = ({ state: { item }, ...why }: ItemProblem, { knowledge }: SubjectOf<'subscription'>): Undelivered => ({
  ...why,
  line: item.key,
  externalPriceId: item.refs[0] ?? null,
  quantity: item.quantity,
  amount: item.amount,
  taxAmount: null,
  deliverAs: null,
  currency: knowledge.snapshot!.fact.currency,
  occurredAt: new Date(knowledge.snapshot!.stamp.at),
});

const externalIdOf = (ref: string, name: string): string => (name === '' ? ref : `${ref}/${name}`);

function noneNow(error: unknown): null {
  if (error instanceof NotNow) return null;
  throw error;
}
