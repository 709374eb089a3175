import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import type { BenefitGrant } from '../domain/benefit-grant.ts';
import { BenefitGrants } from '../domain/benefit-grants.ts';
import { AlreadyCanceledSubscription } from '../domain/purchase.errors.ts';
import { Subscriptions } from '../domain/subscriptions.ts';

const NO_REASON = { reason: null, comment: null };

/** Ends the subscriptions of a deleted customer and revokes all of its grants. */
export class EndPurchasesOfCustomer extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
    /** The event of the deletion. */
    readonly eventId: number,
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

  async execute({ organizationId, customerId, eventId }: EndPurchasesOfCustomer): Promise<void> {
    const now = this.clock.now();
    for (const id of await this.subscriptions.liveOf(organizationId, customerId)) await this.end(organizationId, id, now);
    let after: string | null = null;
    const revoke = (grant: BenefitGrant): void => grant.revoke(eventId, now);
    do after = await this.grants.changeGranted({ organizationId, customerId }, after, revoke);
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
