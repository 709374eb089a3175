import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type AlertDelivery, SendAlert } from '#organizations/contract';
import { undeliveredEmail } from '../domain/undelivered-email.ts';

/** Alerts an organization of how much was paid and not delivered. */
export class SendUndeliveredNotice extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly count: number,
    readonly delivery: AlertDelivery,
  ) {
    super();
  }
}

@CommandHandler(SendUndeliveredNotice)
export class SendUndeliveredNoticeHandler implements ICommandHandler<SendUndeliveredNotice> {
  constructor(private readonly commands: CommandBus) {}

  execute({ organizationId, count, delivery }: SendUndeliveredNotice): Promise<void> {
    const notice = { template: undeliveredEmail, data: { count }, page: 'undelivered' };
    return this.commands.execute(new SendAlert({ organizationId, kind: 'undelivered_purchases', ...delivery }, notice));
  }
}
