import type { CommandBus } from '@nestjs/cqrs';
import { RecordProvidedPayment } from '#entitlements/contract';
import type { PaymentUpdate } from '../domain/provider-updates.ts';
import { type Outcome, waiting } from '../domain/outcome.ts';
import { orderIdOf, type PaymentPart } from '../domain/payment-parts.ts';
import type { ObjectOf, ProviderObjects } from '../domain/provider-objects.ts';
import type { ProductOf } from '../domain/sold-products.ts';
import type { Buyers } from './buyers.ts';
import { isOfAnother, namesOf, type ProvidedItems, stateOfPart } from './provided-items.ts';
import { isOfOthers, noneNow, type ReportingConnector } from './purchase-result.ts';

/** What became of what was paid for items of a subscription. */
interface RecurringOrders {
  readonly orders: { readonly [part: string]: string };
  readonly missing: Outcome | null;
  /** Parts of a subscription, or of an item of one, of which nothing but payments was told. */
  readonly untold: readonly PaymentPart[];
}

/** Makes the orders of what was paid for items of subscriptions. */
export class RecurringPayments {
  constructor(
    private readonly objects: ProviderObjects,
    private readonly items: ProvidedItems,
    private readonly buyers: Buyers,
    private readonly commands: CommandBus,
  ) {}

  /** Makes the orders of what was paid for items of a subscription, as far as the items are known here. */
  async place(
    connector: ReportingConnector,
    object: ObjectOf<'payment'>,
    update: PaymentUpdate,
    open: readonly PaymentPart[],
    parts: readonly PaymentPart[],
    productOf: ProductOf,
  ): Promise<RecurringOrders> {
    const orders: Record<string, string> = {};
    if (open.length === 0) return { orders, missing: null, untold: [] };
    const ref = update.subscriptionRef!;
    const unknown = waiting('subscription_unknown', `The subscription ${ref} does not exist here yet.`);
    const subscription = await this.objects.find(connector.id, 'subscription', ref);
    const items = subscription && (await this.items.itemsOf(connector, subscription.reported));
    if (!subscription || !items || typeof items.states === 'string') {
      const imported = await this.items.importedAs(connector, ref);
      if (!imported) return { orders, missing: unknown, untold: items?.states === 'payment' ? [] : open };
      for (const part of open) orders[part.key] = await this.record(connector, object, update, part, parts, imported.id);
      return { orders, missing: null, untold: [] };
    }
    const { states } = items;
    // An earlier subscription may have ended with a customer who was deleted.
    const known = await this.items.subscriptionsOf(connector, ref, states, items.productOf);
    const hasEnded = [...known.found.values()].some((each) => each.hasEnded);
    const customerId = hasEnded ? await this.buyers.of(connector, update.customerRef, update.paidAt).catch(noneNow) : null;
    const { found } = hasEnded ? await this.items.subscriptionsOf(connector, ref, states, items.productOf, customerId) : known;
    let missing: Outcome | null = null;
    const untold: PaymentPart[] = [];
    for (const part of open) {
      const state = stateOfPart(part, states);
      const isExpected = subscription.reported.snapshot!.version.at < update.paidAt || productOf(part.line) === undefined;
      if (!state && part.of!.itemKey !== null && isExpected) {
        missing = waiting('subscription_unknown', `${part.of!.itemKey} is no item of the subscription ${ref} yet.`);
        untold.push(part);
        continue;
      }
      const [name] = state ? namesOf(state, found) : [];
      const own = found.get(`${name}/${customerId}`) ?? found.get(name ?? '');
      const subscriptionId = state ? (own?.id ?? null) : subscription.resultId;
      if (subscriptionId === null || (state && isOfAnother(own, customerId, state))) {
        if (productOf(part.line) !== undefined || !isOfOthers(connector, state?.item ?? part.line)) missing = unknown;
        continue;
      }
      orders[part.key] = await this.record(connector, object, update, part, parts, subscriptionId);
    }
    return { orders, missing, untold };
  }

  private async record(
    { organizationId, provider }: ReportingConnector,
    object: ObjectOf<'payment'>,
    update: PaymentUpdate,
    part: PaymentPart,
    parts: readonly PaymentPart[],
    subscriptionId: string,
  ): Promise<string> {
    const reason = update.reason === 'purchase' ? 'subscription_cycle' : update.reason;
    const external = { externalId: { id: orderIdOf(update.ref, part, parts), source: provider } };
    const metadata = { [`${provider}_subscription`]: update.subscriptionRef! };
    const { amount, taxAmount } = part;
    const paid = { amount, taxAmount, currency: update.currency, purchasedAt: new Date(update.paidAt), reason };
    const payment = { organizationId, subscriptionId, metadata, ...external, ...paid };
    const orderId = await this.commands.execute(new RecordProvidedPayment(payment));
    await this.objects.linkOrder(object.id, part.key, orderId);
    return orderId;
  }
}
