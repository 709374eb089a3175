import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { BecomeTeam } from '#customer-portal/contract';
import { type Access, Clock, ResourceNotFound, ValidationFailed } from '#kernel';
import { FindPurchase } from '../contract/find-purchase.ts';
import { Subscriptions } from '../domain/subscriptions.ts';
import { findNamedCustomers } from './resolve-purchase.ts';

/** Gives a subscription to another customer of the organization: what it brings follows. */
export class TransferSubscription extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly customerId: string,
  ) {
    super();
  }
}

@CommandHandler(TransferSubscription)
export class TransferSubscriptionHandler implements ICommandHandler<TransferSubscription> {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ access, id, customerId }: TransferSubscription): Promise<void> {
    const purchase = await this.queries.execute(new FindPurchase({ subscriptionId: id }));
    if (!purchase || !access.visible.includes(purchase.organizationId)) throw new ResourceNotFound();
    const { organizationId } = purchase;
    access.assertCanManage(organizationId);
    const { errors } = await findNamedCustomers(this.queries, [organizationId], { customer: { id: customerId } });
    ValidationFailed.throwIfAny(errors);
    const isOfSeats = await this.subscriptions.change({ id, organizations: [organizationId] }, (subscription) => {
      subscription.transferTo(customerId, this.clock.now());
      return subscription.seats !== null;
    });
    if (isOfSeats) await this.commands.execute(new BecomeTeam(organizationId, customerId));
  }
}
