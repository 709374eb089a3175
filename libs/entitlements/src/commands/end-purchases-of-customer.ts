import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { BenefitGrants } from '../domain/benefit-grants.ts';
import { AlreadyCanceledSubscription } from '../domain/purchase.errors.ts';
import { Subscriptions } from '../domain/subscriptions.ts';

const NO_REASON = { reason: null, comment: null };

/** Ends the subscriptions of a deleted customer and revokes all of its grants. */
export class EndPurchasesOfCustomer extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
  ) {
    super();
  }
}

@CommandHandler(EndPurchasesOfCustomer)
export class EndPurchasesOfCustomerHandler implements ICommandHandler<EndPurchasesOfCustomer> {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly grants: BenefitGrants,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, customerId }: EndPurchasesOfCustomer): Promise<void> {
    const now = this.clock.now();
    for (const id of await this.subscriptions.liveOf(organizationId, customerId)) await this.end(organizationId, id, now);
    let after: string | null = null;
    do after = await this.grants.changeGranted({ organizationId, customerId }, after, (grant) => grant.revoke(now));
    while (after !== null);
  }

  /** Does nothing if the subscription has already ended. */
  private async end(organizationId: string, id: string, now: Date): Promise<void> {
    try {
      await this.subscriptions.change({ id, organizations: [organizationId] }, (subscription) =>
        subscription.revoke(NO_REASON, now),
      );
    } catch (error) {
      if (!(error instanceof AlreadyCanceledSubscription)) throw error;
    }
  }
}
