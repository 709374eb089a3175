import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Mailer, ServiceUrl } from '#support/mails';
import { notifyTeam } from '#organizations/contract';
import { disabledEmail } from '../domain/disabled-email.ts';

/** Tells the users of an organization by e-mail that one of its endpoints was disabled. */
export class SendDisabledNotice extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly endpointId: string,
    readonly url: string,
    readonly reason: 'gone' | 'failures',
  ) {
    super();
  }
}

@CommandHandler(SendDisabledNotice)
export class SendDisabledNoticeHandler implements ICommandHandler<SendDisabledNotice> {
  constructor(
    private readonly queries: QueryBus,
    private readonly mailer: Mailer,
    private readonly service: ServiceUrl,
  ) {}

  execute({ organizationId, endpointId, url: endpoint, reason }: SendDisabledNotice): Promise<void> {
    const { queries, mailer, service } = this;
    return notifyTeam({ queries, mailer, service }, organizationId, {
      roles: null,
      template: disabledEmail,
      data: { endpoint, reason },
      page: `webhooks/${endpointId}`,
    });
  }
}
