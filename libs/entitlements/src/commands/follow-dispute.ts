import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, ResourceNotFound } from '#kernel';
import { FollowDispute } from '../contract/report-provided-purchases.ts';
import { Dispute } from '../domain/dispute.ts';
import { Disputes } from '../domain/disputes.ts';
import { Orders } from '../domain/orders.ts';
import { OrderAlreadyDisputed } from '../domain/purchase.errors.ts';
import { netOf } from '../domain/refund.ts';

@CommandHandler(FollowDispute)
export class FollowDisputeHandler implements ICommandHandler<FollowDispute> {
  constructor(
    private readonly orders: Orders,
    private readonly disputes: Disputes,
    private readonly clock: Clock,
  ) {}

  /** One of several concurrent calls creates the dispute, and the others follow. */
  async execute({ dispute }: FollowDispute): Promise<void> {
    const { organizationId, id, orderId, paymentId, toldAt, revision, status, total, reason, evidenceDueBy } = dispute;
    const organizations = [organizationId];
    const order = await this.orders.find({ id: orderId, organizations });
    const bought = order.snapshot;
    const disputed = Math.min(total, bought.amount + bought.taxAmount);
    const amount = netOf(disputed, bought);
    // A warning is a question of the bank: the seller still has the money.
    const revokeBenefits = amount === bought.amount && bought.subscriptionId === null && status !== 'early_warning';
    const known = { toldAt, revision, status, reason, evidenceDueBy, revokeBenefits };
    const now = this.clock.now();
    const follow = (): Promise<boolean> =>
      this.disputes.change({ id, organizations }, (stored) => stored.follow(known, now)).then(() => true, isMissing);
    if (await follow()) return;
    order.assertWasPaid();
    const reported = { ...known, amount, taxAmount: disputed - amount, paymentId };
    try {
      await this.disputes.add(Dispute.followed(id, bought, reported, now));
    } catch (error) {
      if (!(error instanceof OrderAlreadyDisputed) || !(await follow())) throw error;
    }
  }
}

function isMissing(error: unknown): false {
  if (error instanceof ResourceNotFound) return false;
  throw error;
}
