import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type AlertDelivery, SendAlert } from '#organizations/contract';
import { disputeEmail } from '../domain/dispute-email.ts';
import { Disputes } from '../domain/disputes.ts';

/** Alerts an organization of a dispute, as it is when this is sent, unless it has been closed by then. */
export class AlertOfDispute extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly disputeId: string,
    readonly delivery: AlertDelivery,
  ) {
    super();
  }
}

@CommandHandler(AlertOfDispute)
export class AlertOfDisputeHandler implements ICommandHandler<AlertOfDispute> {
  constructor(
    private readonly disputes: Disputes,
    private readonly commands: CommandBus,
  ) {}

  async execute({ organizationId, disputeId: id, delivery }: AlertOfDispute): Promise<void> {
    const which = { id, organizations: [organizationId] };
    const { isOpen, dispute } = await this.disputes.change(which, (each) => ({ isOpen: each.isOpen, dispute: each.snapshot }));
    if (!isOpen) return;
    const { amount, taxAmount, currency, reason, evidenceDueBy, revokeBenefits: revokesBenefits, orderId } = dispute;
    const data = { amount: amount + taxAmount, currency, reason, evidenceDueBy, revokesBenefits };
    const notice = { template: disputeEmail, data, page: `orders/${orderId}` };
    await this.commands.execute(new SendAlert({ organizationId, kind: 'disputes', ...delivery }, notice));
  }
}
