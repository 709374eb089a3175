import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import { Dispute, type NewDispute } from '../domain/dispute.ts';
import { Disputes } from '../domain/disputes.ts';
import { Orders } from '../domain/orders.ts';
import { orderNotFoundAt } from './order-not-found.ts';

/** The amounts are those of the order by default. */
export type ReportedDispute = Omit<NewDispute, 'amount' | 'taxAmount'> & Partial<Pick<NewDispute, 'amount' | 'taxAmount'>>;

/** Records a dispute about an order and returns its id. */
export class ReportDispute extends Command<string> {
  constructor(
    readonly access: Access,
    readonly orderId: string,
    readonly dispute: ReportedDispute,
  ) {
    super();
  }
}

@CommandHandler(ReportDispute)
export class ReportDisputeHandler implements ICommandHandler<ReportDispute> {
  constructor(
    private readonly orders: Orders,
    private readonly disputes: Disputes,
    private readonly clock: Clock,
  ) {}

  async execute({ access, orderId, dispute: reported }: ReportDispute): Promise<string> {
    const order = await this.orders
      .find({ id: orderId, organizations: access.visible })
      .catch(orderNotFoundAt('orderId', orderId));
    access.assertCanManage(order.organizationId);
    order.assertPaid();
    const bought = order.snapshot;
    const { amount = bought.amount, taxAmount = bought.taxAmount } = reported;
    const dispute = Dispute.create(bought, { ...reported, amount, taxAmount }, this.clock.now());
    await this.disputes.add(dispute);
    return dispute.id;
  }
}
