import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { MarkProductSold, type ProductSnapshot } from '#catalog/contract';
import { BecomeTeam } from '#customer-portal/contract';
import { type Access, Clock, ValidationFailed } from '#kernel';
import { FindOrganizations, type OrganizationSnapshot } from '#organizations/contract';
import { ReserveLicenseKeys } from '../needs/keys-of-purchases.ts';
import type { ReportedPeriod } from '../domain/billing-period.ts';
import { NO_REASON } from '../domain/cancellation.ts';
import { ExternalIdTaken } from '../domain/purchase.ts';
import type { NewSubscription } from '../domain/subscription-state.ts';
import { Subscription } from '../domain/subscription.ts';
import { Subscriptions } from '../domain/subscriptions.ts';
import { TrialHistory } from '../domain/trial-history.ts';
import { claimTrial, type TrialInput, trialOf } from './claim-trial.ts';
import { offerOf } from './offer-of-product.ts';
import {
  findNamed,
  ensurePeople,
  errorOfBeneficiary,
  licenseKeyErrors,
  productErrors,
  type PurchaseInput,
} from './resolve-purchase.ts';
import { renewalErrors } from './renewed-license-key.ts';
import { refersTo, reportedBefore, type ReportedPurchase } from './reported-before.ts';

export type SubscriptionInput = PurchaseInput &
  ReportedPeriod &
  TrialInput & {
    /** The customer canceled it before: it ends with the current period. */
    readonly isCanceled?: boolean;
  };

/**
 * Creates a subscription, unless it was reported before. Where the organization prevents the abuse of trials, somebody who had a trial
 * of the product gets no other one: the subscription is active at once.
 */
export class StartSubscription extends Command<ReportedPurchase> {
  constructor(
    readonly access: Access,
    readonly input: SubscriptionInput,
    /** Checks everything but what other subscriptions decide, and stores nothing. */
    readonly isDryRun = false,
  ) {
    super();
  }
}

@CommandHandler(StartSubscription)
export class StartSubscriptionHandler implements ICommandHandler<StartSubscription> {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly trials: TrialHistory,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ access, input, isDryRun }: StartSubscription): Promise<ReportedPurchase> {
    const named = [{ productId: input.productId, path: [] }];
    const { found, organizationId, errors } = await findNamed(this.queries, access, named, input);
    const again = await this.reportedBefore(access, organizationId, input);
    if (again) return again;
    ValidationFailed.throwIfAny([
      ...productErrors(named, found, organizationId),
      ...licenseKeyErrors(input, found),
      ...(await renewalErrors(this.queries, organizationId, input, found)),
      ...errors,
    ]);
    access.assertCanManage(organizationId!);
    if (isDryRun) return this.check(organizationId!, input, found[0]!);
    const subscription = await this.create(organizationId!, input, found[0]!);
    const isAdded = await this.store(subscription, input, found[0]!).catch(async (error: unknown) => {
      await this.releaseTrial(subscription);
      throw error;
    });
    if (!isAdded) {
      await this.releaseTrial(subscription);
      const concurrent = await this.reportedBefore(access, organizationId, input);
      if (!concurrent) throw errorOfBeneficiary(input, 'The customer already has an active subscription.');
      return concurrent;
    }
    if (subscription.seats !== null) await this.commands.execute(new BecomeTeam(organizationId!, subscription.beneficiaryId));
    return { id: subscription.id, isNew: true };
  }

  private async check(organizationId: string, input: SubscriptionInput, product: ProductSnapshot): Promise<ReportedPurchase> {
    const { id } = Subscription.create(
      await this.purchaseOf(organizationId, input, product, true),
      this.clock.now(organizationId),
    );
    const { licenseKeys = [] } = input;
    if (licenseKeys.length > 0) await this.commands.execute(new ReserveLicenseKeys(organizationId, id, licenseKeys, true));
    return { id, isNew: true };
  }

  private async create(organizationId: string, input: SubscriptionInput, product: ProductSnapshot): Promise<Subscription> {
    const purchase = await this.purchaseOf(organizationId, input, product);
    const now = this.clock.now(organizationId);
    const subscription = await this.withTrial(organizationId, input, purchase, now);
    if (input.isCanceled) subscription.cancel(NO_REASON, now);
    return subscription;
  }

  private async withTrial(
    organizationId: string,
    input: SubscriptionInput,
    purchase: NewSubscription,
    now: Date,
  ): Promise<Subscription> {
    const subscription = Subscription.create(purchase, now);
    if (!subscription.snapshot.trialEnd) return subscription;
    const { preventTrialAbuse } = await this.settingsOf(organizationId);
    const { trials, queries } = this;
    return (await claimTrial({ trials, queries }, subscription, input, preventTrialAbuse, now))
      ? subscription
      : Subscription.create({ ...purchase, offer: { ...purchase.offer, trial: null } }, now);
  }

  private async purchaseOf(
    organizationId: string,
    input: SubscriptionInput,
    product: ProductSnapshot,
    isDryRun = false,
  ): Promise<NewSubscription> {
    const { externalId, taxAmount, amount, currency, priceId, quantity, seats, deliverByEmail, metadata } = input;
    const { startedAt, currentPeriodEnd, renewsLicenseKeyId } = input;
    const people = await ensurePeople({ commands: this.commands, queries: this.queries }, organizationId, input, isDryRun);
    const price = { amount, currency, priceId, quantity };
    const period = { startedAt, currentPeriodEnd };
    const reported = { externalId, taxAmount, price, seats, renewsLicenseKeyId, deliverByEmail, metadata, period };
    return { ...reported, ...people, offer: offerOf(product) };
  }

  /** Returns false if the customer has another subscription, or this one already. */
  private async store(
    subscription: Subscription,
    { licenseKeys = [], productId }: SubscriptionInput,
    { wasSold }: ProductSnapshot,
  ): Promise<boolean> {
    const { organizationId, id } = subscription;
    if (licenseKeys.length > 0) await this.commands.execute(new ReserveLicenseKeys(organizationId, id, licenseKeys));
    // A product that was sold stays sold.
    if (!wasSold) await this.commands.execute(new MarkProductSold(organizationId, productId));
    return this.add(subscription);
  }

  private async releaseTrial(subscription: Subscription): Promise<void> {
    if (subscription.snapshot.trialEnd) await this.trials.release(trialOf(subscription));
  }

  private async add(subscription: Subscription): Promise<boolean> {
    try {
      const { allowMultipleSubscriptions } = await this.settingsOf(subscription.organizationId);
      if (!allowMultipleSubscriptions) return await this.subscriptions.addSole(subscription);
      await this.subscriptions.add(subscription);
      return true;
    } catch (error) {
      if (!(error instanceof ExternalIdTaken)) throw error;
      return false;
    }
  }

  private async settingsOf(organizationId: string): Promise<OrganizationSnapshot> {
    return (await this.queries.execute(new FindOrganizations([organizationId]))).get(organizationId)!;
  }

  private async reportedBefore(
    access: Access,
    organizationId: string | undefined,
    input: SubscriptionInput,
  ): Promise<ReportedPurchase | undefined> {
    const { externalId, customer, productId, priceId, amount, taxAmount, currency, seats, quantity, renewsLicenseKeyId } = input;
    if (!organizationId || !externalId) return undefined;
    access.assertCanManage(organizationId);
    const facts = { productId, priceId, amount, taxAmount, currency, seats: seats ?? undefined, quantity, renewsLicenseKeyId };
    const isSameCustomer = refersTo(this.queries, organizationId, customer);
    return reportedBefore<Subscription>(
      this.subscriptions,
      { organizationId, externalId },
      isSameCustomer,
      (subscription, isSame) => subscription.assertReportedAs(facts, isSame),
    );
  }
}
