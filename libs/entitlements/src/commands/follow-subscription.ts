import { CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindProducts, MarkProductSold } from '#catalog/contract';
import { BecomeTeam, EnsureCustomer } from '#customer-portal/contract';
import { Clock, ValidationFailed } from '#kernel';
import { FindOrganizations } from '#organizations/contract';
import { FollowSubscription, type ProvidedSubscription } from '../contract/report-provided-purchases.ts';
import { SyncSubscriptionSeats } from '../contract/seats-of-purchases.ts';
import { ResizeSeatPool } from '../needs/seats-of-purchases.ts';
import { type Offer, seatTiersOf } from '../domain/offer.ts';
import type { ProviderState } from '../domain/provider-renewal.ts';
import { ExternalIdTaken } from '../domain/purchase.ts';
import { Subscription } from '../domain/subscription.ts';
import { Subscriptions } from '../domain/subscriptions.ts';
import { mayRenew } from './renewed-license-key.ts';
import { offerOf } from './offer-of-product.ts';

interface Followed {
  readonly id: string;
  readonly seats: number | null;
  readonly hasEnded: boolean;
  readonly beneficiaryId: string;
}

const followed = ({ id, seats, status, beneficiaryId }: Subscription): Followed => ({
  id,
  seats,
  hasEnded: status === 'canceled',
  beneficiaryId,
});

const stateOf = ({ customerRef, customerId, ...provided }: ProvidedSubscription): ProviderState => ({
  ...provided,
  buyer: { ref: customerRef, customerId },
});

@CommandHandler(FollowSubscription)
export class FollowSubscriptionHandler implements ICommandHandler<FollowSubscription> {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ subscription: provided }: FollowSubscription): Promise<string> {
    const { organizationId, externalId, quantity } = provided;
    const existing = await this.subscriptions.findByExternalId(organizationId, externalId);
    const offer = await this.offer(provided, existing !== undefined);
    const graceDays = await this.graceDays(organizationId);
    const { id, seats, hasEnded, beneficiaryId } =
      existing === undefined
        ? await this.create(provided, offer, graceDays)
        : await this.follow(existing, provided, offer, graceDays);
    if (seats === null) return id;
    await this.commands.execute(new BecomeTeam(organizationId, beneficiaryId));
    if (seats !== quantity && !hasEnded) {
      const pool = await this.commands.execute(new ResizeSeatPool({ organizationId, subscriptionId: id }, quantity));
      await this.commands.execute(new SyncSubscriptionSeats(organizationId, id, pool));
    }
    return id;
  }

  private follow(id: string, provided: ProvidedSubscription, offer: Offer, graceDays: number): Promise<Followed> {
    return this.subscriptions.change({ id, organizations: [provided.organizationId] }, (stored) => {
      stored.follow(offer, stateOf(provided), graceDays, this.clock.now());
      return followed(stored);
    });
  }

  /** A product that was archived after it was bought is still the product of the subscription. */
  private async offer({ organizationId, productId }: ProvidedSubscription, isExisting: boolean): Promise<Offer> {
    const product = (await this.queries.execute(new FindProducts([productId]))).get(productId);
    if (!product || product.isDeleted || product.organizationId !== organizationId) {
      throw ValidationFailed.at(['productId'], 'Product does not exist.', productId);
    }
    if (product.isArchived && !isExisting) throw ValidationFailed.at(['productId'], 'Product is archived.', productId);
    await this.commands.execute(new MarkProductSold(organizationId, productId));
    return { ...offerOf(product), trial: null };
  }

  /** Who gets a new subscription as a gift. */
  private async receiverOf({ organizationId, giftTo }: ProvidedSubscription): Promise<string | null> {
    return giftTo === undefined ? null : this.commands.execute(new EnsureCustomer(organizationId, { email: giftTo }));
  }

  /** The license key that the buyer chose, if it is one of the buyer's own. */
  private async keyToRenew(
    { organizationId, productId, renewsLicenseKeyId }: ProvidedSubscription,
    customerId: string,
  ): Promise<string | undefined> {
    if (renewsLicenseKeyId === undefined) return undefined;
    const products = await this.queries.execute(new FindProducts([productId]));
    const buyer = { organization_id: organizationId, id: customerId };
    return (await mayRenew(this.queries, buyer, [...products.values()], renewsLicenseKeyId)) ? renewsLicenseKeyId : undefined;
  }

  private async graceDays(organizationId: string): Promise<number> {
    const organizations = await this.queries.execute(new FindOrganizations([organizationId]));
    return organizations.get(organizationId)!.benefitRevocationGracePeriod;
  }

  /** The subscription is stored with the state of the provider, so that nothing is granted for one that has ended. */
  private async create(provided: ProvidedSubscription, offer: Offer, graceDays: number): Promise<Followed> {
    const { organizationId, externalId, customerId, metadata, quantity, startedAt, amount, currency } = provided;
    if (customerId === null) throw ValidationFailed.at(['customerId'], 'Customer does not exist.', customerId);
    const isOfSeats = seatTiersOf(offer) !== null;
    const receiverId = await this.receiverOf(provided);
    const recipientId = receiverId === customerId ? null : receiverId;
    const now = this.clock.now(organizationId);
    const subscription = Subscription.create(
      {
        customerId,
        recipientId,
        isGift: recipientId !== null,
        externalId,
        metadata,
        offer,
        seats: isOfSeats ? quantity : null,
        renewsLicenseKeyId: recipientId === null ? await this.keyToRenew(provided, customerId) : undefined,
        price: isOfSeats ? { currency } : { amount, currency, quantity },
        period: { startedAt: startedAt < now ? startedAt : now },
      },
      now,
    );
    subscription.follow(offer, stateOf(provided), graceDays, now);
    try {
      await this.subscriptions.add(subscription);
      return followed(subscription);
    } catch (error) {
      const existing =
        error instanceof ExternalIdTaken && (await this.subscriptions.findByExternalId(organizationId, externalId));
      if (!existing) throw error;
      return this.follow(existing, provided, offer, graceDays);
    }
  }
}
