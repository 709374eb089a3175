import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { MarkProductSold } from '#catalog/contract';
import { BecomeTeam } from '#customer-portal/contract';
import { type Access, Clock, ValidationFailed } from '#kernel';
import { FindOrganizations } from '#organizations/contract';
import { Subscription } from '../domain/subscription.ts';
import { Subscriptions } from '../domain/subscriptions.ts';
import { resolvePurchase, type PurchaseInput } from './resolve-purchase.ts';

/** Creates a subscription and returns its id. */
export class StartSubscription extends Command<string> {
  constructor(
    readonly access: Access,
    readonly input: PurchaseInput,
  ) {
    super();
  }
}

@CommandHandler(StartSubscription)
export class StartSubscriptionHandler implements ICommandHandler<StartSubscription> {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ access, input }: StartSubscription): Promise<string> {
    const { offer, customer } = await resolvePurchase(this.queries, access, input);
    const { seats, metadata } = input;
    const subscription = Subscription.create({ offer, customerId: customer.id, seats, metadata }, this.clock.now());
    await this.commands.execute(new MarkProductSold(offer.organizationId, offer.productId));
    if (await this.mayHaveMany(offer.organizationId)) await this.subscriptions.add(subscription);
    else if (!(await this.subscriptions.addSole(subscription))) throw alreadySubscribed(input);
    const { organizationId, customerId } = subscription;
    if (subscription.seats !== null) await this.commands.execute(new BecomeTeam(organizationId, customerId));
    return subscription.id;
  }

  private async mayHaveMany(organizationId: string): Promise<boolean> {
    const organizations = await this.queries.execute(new FindOrganizations([organizationId]));
    return organizations.get(organizationId)?.allowMultipleSubscriptions ?? false;
  }
}

function alreadySubscribed({ customer }: PurchaseInput): ValidationFailed {
  const [field, value] = 'id' in customer ? ['customerId', customer.id] : ['externalCustomerId', customer.externalId];
  return ValidationFailed.at([field!], 'The customer already has an active subscription.', value);
}
