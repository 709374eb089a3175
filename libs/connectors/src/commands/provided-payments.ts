import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { FindProducts } from '#catalog/contract';
import { FollowRefunds, PlaceProvidedOrder, FindProvidedOrders } from '#entitlements/contract';
import { DomainError, type WallClock } from '#kernel';
import { chosenKeyOf, giftReceiverOf, type PaymentUpdate } from '../domain/provider-updates.ts';
import { idsHereOf } from '../domain/ids-here.ts';
import { failed, type Outcome, PROCESSED, waiting } from '../domain/outcome.ts';
import { orderIdOf, partsOf, type PaymentPart } from '../domain/payment-parts.ts';
import { refundedIn, refundedOfParts } from '../domain/refunds.ts';
import { unmappedProblem } from '../domain/sold-products.ts';
import type { ObjectOf, ProviderObjects } from '../domain/provider-objects.ts';
import type { Buyers } from './buyers.ts';
import type { ProvidedItems } from './provided-items.ts';
import type { RecurringPayments } from './recurring-payments.ts';
import {
  isOfOthers,
  NOTHING,
  NotNow,
  OF_OTHERS,
  outcomeOf,
  paidPart,
  type PurchaseProblem,
  type Result,
  type ReportingConnector,
  waitsLong,
} from './purchase-result.ts';

type PartProblem = PurchaseProblem & { readonly part: PaymentPart };

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

const restProblem = ({ lines, lineCount }: PaymentUpdate): string =>
  lineCount === undefined
    ? 'More was paid than the lines of the payment cost. What the rest was paid for is not known.'
    : `The provider's event lists ${lines.length} of ${lineCount ?? 'more'} lines of the payment. What the rest was paid for is not known.`;

/** Brings orders to the reported state of payments: each line is an order of its own. */
export class ProvidedPayments {
  constructor(
    private readonly objects: ProviderObjects,
    private readonly items: ProvidedItems,
    private readonly renewals: RecurringPayments,
    private readonly buyers: Buyers,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly clock: WallClock,
  ) {}

  /** The order that the seller imported or reported with one of the ids of a payment; undefined if there is none. */
  async importedAs({ organizationId, provider }: ReportingConnector, aliases: readonly string[]) {
    const ids = [...new Set(aliases.flatMap(idsHereOf))];
    const found = await this.queries.execute(new FindProvidedOrders(organizationId, provider, ids));
    return ids.flatMap((id) => found.get(id) ?? [])[0];
  }

  async resultOf(connector: ReportingConnector, object: ObjectOf<'payment'>): Promise<Result> {
    const { payment } = object.reported;
    if (!payment) throw new NotNow(waiting('payment_unknown', `Nothing is known yet about the payment ${object.ref}.`));
    const { update } = payment;
    const parts = partsOf(update);
    if (parts.length === 0 && update.subscriptionRef === null) {
      throw new NotNow(failed('price_unknown', 'The payment names no price. Map the price to a product.'));
    }
    const { aliases } = object.reported;
    const known = await this.withImported(connector, object, parts);
    const placed = await this.place(connector, known, update, parts);
    // A refund that becomes known from now on finds the order.
    const refunds = (await this.objects.known(connector.id, 'refund', aliases)).map(({ reported }) => reported);
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
      .map(({ part, ...why }) => ({ ...why, ...paidPart(update, part, parts) }));
    return { outcome: placed.outcome, resultId: placed.resultId, undelivered };
  }

  /** The payment with the order that was imported or reported for it. */
  private async withImported(
    connector: ReportingConnector,
    object: ObjectOf<'payment'>,
    parts: readonly PaymentPart[],
  ): Promise<ObjectOf<'payment'>> {
    if (object.resultId !== null) return object;
    const imported = await this.importedAs(connector, object.reported.aliases);
    if (!imported) return object;
    const [part, ...others] = parts;
    if (!part || others.length > 0) {
      await this.objects.link(object.id, imported.id);
      return { ...object, resultId: imported.id };
    }
    await this.objects.linkOrder(object.id, part.key, imported.id);
    return { ...object, resultId: imported.id, orders: { [part.key]: imported.id } };
  }

  /** Makes the orders of the parts that are mapped, each once. */
  private async place(
    connector: ReportingConnector,
    object: ObjectOf<'payment'>,
    update: PaymentUpdate,
    parts: readonly PaymentPart[],
  ): Promise<Placed> {
    const { resultId } = object;
    // An earlier release made one order of the whole payment, and delivered nothing else that was paid for with a subscription.
    const isWhole = resultId !== null && Object.keys(object.orders).length === 0;
    if (isWhole && update.subscriptionRef === null) {
      return { outcome: PROCESSED, resultId, isWhole, orders: {}, problems: [] };
    }
    const open = parts.filter(({ key, of }) => !(key in object.orders) && !(isWhole && of !== null));
    const productOf = await this.items.productOf(
      connector,
      open.map(({ line }) => line),
    );
    const bought = open.filter(({ of }) => of === null);
    const problems: PartProblem[] = [];
    const orders: Record<string, string> = { ...object.orders };
    for (const part of bought) {
      if (part.isRest) {
        problems.push({ part, reason: 'list_incomplete', problem: restProblem(update) });
        continue;
      }
      const productId = productOf(part.line);
      if (productId === undefined && !isOfOthers(connector, part.line))
        problems.push({ part, reason: 'price_unmapped', problem: unmappedProblem([part.line]) });
      if (!productId || (update.maybeOfSubscription && (await this.isRecurring(productId)))) continue;
      const priced = isWhole ? { ...part, amount: 0, taxAmount: 0 } : part;
      const externalId = isWhole ? `${update.ref}/${part.key}` : orderIdOf(update.ref, part, parts);
      try {
        orders[part.key] = await this.order(connector, update, priced, productId, externalId);
        await this.objects.linkOrder(object.id, part.key, orders[part.key]!);
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        problems.push({ part, reason: 'event_refused', problem: error.message });
      }
    }
    const recurring = open.filter(({ of, line }) => of !== null && productOf(line) !== null);
    const { missing, untold, ...ofItems } = await this.renewals.place(connector, object, update, recurring, parts, productOf);
    Object.assign(orders, ofItems.orders);
    const refused = [...problems];
    // A payment with other problems is listed already, and is not looked at again when it has waited for long.
    const isTold = refused.length > 0 || waitsLong(object, this.clock.now());
    if (missing && missing.status !== 'processed' && isTold) {
      const own = untold.filter(({ line }) => productOf(line) !== undefined || !isOfOthers(connector, line));
      for (const part of own) problems.push({ part, reason: 'event_waiting', problem: missing.problem });
    }
    const first = resultId ?? Object.values(orders)[0] ?? null;
    const result = { resultId: first, isWhole, orders, problems };
    if (refused.length > 0) return { ...result, outcome: outcomeOf(refused) };
    if (missing) return { ...result, outcome: missing };
    if (first === null && open.some(({ line, of }) => of === null && productOf(line) === undefined))
      return { ...result, outcome: OF_OTHERS };
    return { ...result, outcome: first === null && parts.length > 0 && !update.maybeOfSubscription ? NOTHING : PROCESSED };
  }

  private async order(
    connector: ReportingConnector,
    update: PaymentUpdate,
    { line, amount, taxAmount }: PaymentPart,
    productId: string,
    externalId: string,
  ): Promise<string> {
    const { organizationId, provider } = connector;
    const { customerRef, currency, paidAt } = update;
    const customerId = await this.buyers.of(connector, customerRef);
    const items = [{ productId, quantity: line.quantity, amount }];
    const external = { externalId: { id: externalId, source: provider }, metadata: {} };
    const order = { organizationId, customerId, items, taxAmount, currency, purchasedAt: new Date(paidAt), ...external };
    const chosen = { renewsLicenseKeyId: chosenKeyOf(update), giftTo: giftReceiverOf(update) };
    return this.commands.execute(new PlaceProvidedOrder({ ...order, ...chosen }));
  }

  private async isRecurring(productId: string): Promise<boolean> {
    const found = await this.queries.execute(new FindProducts([productId]));
    return (found.get(productId)?.recurringInterval ?? null) !== null;
  }
}
