import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { MarkProductSold } from '#catalog/contract';
import { BecomeTeam } from '#customer-portal/contract';
import { type Access, Clock, ValidationFailed } from '#kernel';
import { FindOrganizations, type OrganizationSnapshot } from '#organizations/contract';
import type { NewPurchase } from '../domain/purchase.ts';
import { Subscription } from '../domain/subscription.ts';
import { Subscriptions } from '../domain/subscriptions.ts';
import { type Trial, TrialHistory } from '../domain/trial-history.ts';
import { traitsOf, type TrialApplicant } from '../domain/trial-traits.ts';
import { resolvePurchase, type PurchaseInput } from './resolve-purchase.ts';

/** What is told about an applicant for a trial, to recognize one who had it before. */
export interface TrialInput {
  readonly paymentFingerprint?: string;
  readonly deviceId?: string;
}

/**
 * Creates a subscription and returns its id. Where the organization prevents the abuse of trials, somebody who had a trial of the
 * product gets no other one: the subscription is active at once.
 */
export class StartSubscription extends Command<string> {
  constructor(
    readonly access: Access,
    readonly input: PurchaseInput & TrialInput,
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

  async execute({ access, input }: StartSubscription): Promise<string> {
    const { offer, customer } = await resolvePurchase(this.queries, access, input);
    const { seats, metadata } = input;
    const { allowMultipleSubscriptions, preventTrialAbuse } = await this.settingsOf(offer.organizationId);
    const purchase = { offer, customerId: customer.id, seats, metadata };
    const applicant = { customerId: customer.id, email: customer.email, ...input };
    const subscription = await this.create(purchase, applicant, preventTrialAbuse);
    try {
      await this.commands.execute(new MarkProductSold(offer.organizationId, offer.productId));
      if (allowMultipleSubscriptions) await this.subscriptions.add(subscription);
      else if (!(await this.subscriptions.addSole(subscription))) throw alreadySubscribed(input);
    } catch (error) {
      if (subscription.trialEnd) await this.trials.release(trialOf(subscription));
      throw error;
    }
    const { organizationId, customerId } = subscription;
    if (subscription.seats !== null) await this.commands.execute(new BecomeTeam(organizationId, customerId));
    return subscription.id;
  }

  private async create(purchase: NewPurchase, applicant: TrialApplicant, oneTrialOnly: boolean): Promise<Subscription> {
    const now = this.clock.now();
    const subscription = Subscription.create(purchase, now);
    if (!subscription.trialEnd) return subscription;
    const trial = trialOf(subscription);
    if (!oneTrialOnly) await this.trials.record(trial, traitsOf(applicant), now);
    else if (!(await this.trials.claim(trial, traitsOf(applicant), now))) {
      return Subscription.create({ ...purchase, offer: { ...purchase.offer, trial: null } }, now);
    }
    return subscription;
  }

  private async settingsOf(organizationId: string): Promise<OrganizationSnapshot> {
    return (await this.queries.execute(new FindOrganizations([organizationId]))).get(organizationId)!;
  }
}

const trialOf = ({ organizationId, productId, id }: Subscription): Trial => ({ organizationId, productId, subscriptionId: id });

function alreadySubscribed({ customer }: PurchaseInput): ValidationFailed {
  const [field, value] = 'id' in customer ? ['customerId', customer.id] : ['externalCustomerId', customer.externalId];
  return ValidationFailed.at([field!], 'The customer already has an active subscription.', value);
}
