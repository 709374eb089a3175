import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindProducts, MarkProductSold } from '#catalog/contract';
import { BecomeTeam } from '#customer-portal/contract';
import { Clock, ValidationFailed } from '#kernel';
import { assertNotDearer } from '../domain/dearer-terms.ts';
import type { Offer, Proration } from '../domain/offer.ts';
import type { Metadata } from '../domain/purchase.ts';
import type { ProductChange, Subscription } from '../domain/subscription.ts';
import { Subscriptions } from '../domain/subscriptions.ts';
import { prorationOf, purchasedPrices, offerOf } from './offer-of-product.ts';
import { OwnPurchases, type PurchaseAccess } from './purchase-access.ts';
import { SettleScheduledSeats } from './settle-scheduled-seats.ts';

/** What is left out stays as it is. */
export interface SubscriptionChanges {
  readonly productId?: string;
  /** At once, at the prices of the product that the subscription then has. */
  readonly quantity?: number;
  /** When another product takes effect. The default is the setting of the organization. */
  readonly prorationBehavior?: Proration;
  readonly trialEnd?: Date | 'now';
  readonly metadata?: Metadata;
}

/** Changes the product, the quantity, the trial and the metadata of a subscription, all or nothing. */
export class UpdateSubscription extends Command<void> {
  constructor(
    readonly access: PurchaseAccess,
    readonly id: string,
    readonly changes: SubscriptionChanges,
  ) {
    super();
  }
}

/** Amounts are not charged here, so `invoice` and `prorate` differ only in what the seller does about the money. */
const PRODUCT_CHANGES: { readonly [proration in Proration]: ProductChange } = {
  invoice: 'now',
  prorate: 'now',
  reset: 'restart',
  next_period: 'next_period',
};

@CommandHandler(UpdateSubscription)
export class UpdateSubscriptionHandler implements ICommandHandler<UpdateSubscription> {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly clock: Clock,
  ) {}

  async execute({ access, id, changes }: UpdateSubscription): Promise<void> {
    const which = { id, organizations: access.visible };
    const { productId, prorationBehavior } = changes;
    const { organizationId, priceIds } = await this.subscriptions.change(which, (subscription) => {
      access.assertCanManage(subscription.organizationId, subscription.customerId);
      return { organizationId: subscription.organizationId, priceIds: subscription.snapshot.priceIds };
    });
    const isCustomers = access instanceof OwnPurchases;
    const offer = productId === undefined ? undefined : await this.offer(organizationId, productId, isCustomers);
    const when = PRODUCT_CHANGES[prorationBehavior ?? (await prorationOf(this.queries, organizationId))];
    const isNow = offer !== undefined && when !== 'next_period';
    const prices = changes.quantity === undefined || isNow ? [] : await purchasedPrices(this.queries, priceIds);
    const { seats, customerId } = await this.subscriptions.change(which, (subscription) => {
      if (offer && isCustomers) assertNotDearer(subscription.snapshot, offer, when === 'restart');
      this.apply(subscription, changes, offer, when);
      if (changes.quantity !== undefined)
        subscription.changeQuantity(changes.quantity, isNow ? offer.prices : prices, this.clock.now());
      return { seats: subscription.seats, customerId: subscription.beneficiaryId };
    });
    if (changes.trialEnd === 'now') await this.commands.execute(new SettleScheduledSeats(which));
    if (offer && seats !== null) await this.commands.execute(new BecomeTeam(organizationId, customerId));
  }

  private apply(
    subscription: Subscription,
    { metadata, trialEnd }: SubscriptionChanges,
    offer: Offer | undefined,
    when: ProductChange,
  ): void {
    const now = this.clock.now();
    if (offer) subscription.changeProduct(offer, when, now);
    if (trialEnd === 'now') subscription.endTrial(now);
    else if (trialEnd) subscription.setTrialEnd(trialEnd, now);
    if (metadata) subscription.setMetadata(metadata, now);
  }

  /**
   * The product is marked as sold before the subscription has it, so that nobody deletes it in between. Customers choose among public
   * products.
   */
  private async offer(organizationId: string, productId: string, onlyPublic: boolean): Promise<Offer> {
    const product = (await this.queries.execute(new FindProducts([productId]))).get(productId);
    const isHidden = onlyPublic && product?.visibility !== 'public';
    if (!product || isHidden || product.isDeleted || product.organizationId !== organizationId) {
      throw ValidationFailed.at(['productId'], 'Product does not exist.', productId);
    }
    if (product.isArchived) throw ValidationFailed.at(['productId'], 'Product is archived.', productId);
    await this.commands.execute(new MarkProductSold(organizationId, productId));
    return offerOf(product);
  }
}
