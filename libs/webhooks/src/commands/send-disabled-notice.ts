import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type AlertDelivery, SendAlert } from '#organizations/contract';
import { disabledEmail } from '../domain/disabled-email.ts';

/** Alerts an organization of an endpoint that was disabled. */
export class SendDisabledNotice extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly endpointId: string,
    readonly url: string,
    readonly reason: 'gone' | 'failures',
    readonly delivery: AlertDelivery,
  ) {
    super();
  }
}

@CommandHandler(SendDisabledNotice)
export class SendDisabledNoticeHandler implements ICommandHandler<SendDisabledNotice> {
  constructor(private readonly commands: CommandBus) {}

  execute({ organizationId, endpointId, url: endpoint, reason, delivery }: SendDisabledNotice): Promise<void> {
    const notice = { template: disabledEmail, data: { endpoint, reason }, page: `webhooks/${endpointId}` };
    return this.commands.execute(new SendAlert({ organizationId, kind: 'webhook_endpoints', ...delivery }, notice));
  }
}
