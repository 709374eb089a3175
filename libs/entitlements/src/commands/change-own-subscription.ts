import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import type { CustomerAccess } from '#kernel';
import { FindSeller } from '#organizations/contract';
import type { CancellationReason } from '../domain/cancellation.ts';
import {
  PauseResumeNotAllowed,
  UpdateSubscriptionPlanNotAllowed,
  UpdateSubscriptionSeatsNotAllowed,
} from '../domain/purchase.errors.ts';
import { Subscriptions } from '../domain/subscriptions.ts';
import { BuySeats } from './buy-seats.ts';
import { CancelSubscription } from './cancel-subscription.ts';
import { DiscardPendingUpdate } from './discard-pending-update.ts';
import { PauseSubscription } from './pause-subscription.ts';
import { OwnPurchases } from './purchase-access.ts';
import { ResumeSubscription } from './resume-subscription.ts';
import { UpdateSubscription } from './update-subscription.ts';

/** One change that a customer makes to its subscription. `nothing` only checks that the subscription exists. */
export type OwnChange =
  | { readonly to: 'cancel'; readonly atPeriodEnd: boolean; readonly reason: CancellationReason }
  | { readonly to: 'product'; readonly productId: string }
  | { readonly to: 'seats'; readonly seats: number }
  | { readonly to: 'pause'; readonly atPeriodEnd: boolean; readonly resumesAt: Date | null }
  | { readonly to: 'resume' | 'discard' | 'nothing' };

/** A customer changes its subscription, as far as the seller lets customers do so. */
export class ChangeOwnSubscription extends Command<void> {
  constructor(
    readonly access: CustomerAccess,
    readonly id: string,
    readonly change: OwnChange,
  ) {
    super();
  }
}

/** The setting of the organization that a change needs, and the error without it. Other changes are always allowed. */
const NEEDED = {
  product: { setting: 'update_plan', error: UpdateSubscriptionPlanNotAllowed },
  seats: { setting: 'update_seats', error: UpdateSubscriptionSeatsNotAllowed },
  pause: { setting: 'pause', error: PauseResumeNotAllowed },
  resume: { setting: 'pause', error: PauseResumeNotAllowed },
} as const;

@CommandHandler(ChangeOwnSubscription)
export class ChangeOwnSubscriptionHandler implements ICommandHandler<ChangeOwnSubscription> {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  async execute({ access, id, change }: ChangeOwnSubscription): Promise<void> {
    const own = new OwnPurchases(access);
    await this.subscriptions.change({ id, organizations: own.visible }, ({ organizationId, customerId }) => {
      own.assertCanManage(organizationId, customerId);
    });
    await this.assertAllowed(access.organizationId, change.to);
    const command = commandFor(own, id, change);
    if (command) await this.commands.execute(command);
  }

  private async assertAllowed(organizationId: string, kind: OwnChange['to']): Promise<void> {
    if (!(kind in NEEDED)) return;
    const { setting, error } = NEEDED[kind as keyof typeof NEEDED];
    const { customer_portal_settings: settings } = await this.queries.execute(new FindSeller(organizationId));
    if (!settings.subscription[setting]) throw new error();
  }
}

function commandFor(own: OwnPurchases, id: string, change: OwnChange): Command<void> | undefined {
  switch (change.to) {
    case 'cancel':
      return new CancelSubscription(own, id, change.atPeriodEnd, change.reason);
    case 'product':
      return new UpdateSubscription(own, id, { productId: change.productId });
    case 'seats':
      return new BuySeats(own, id, change.seats);
    case 'pause':
      return new PauseSubscription(own, id, change.atPeriodEnd, change.resumesAt);
    case 'resume':
      return new ResumeSubscription(own, id);
    case 'discard':
      return new DiscardPendingUpdate(own, id);
    case 'nothing':
      return undefined;
  }
}
