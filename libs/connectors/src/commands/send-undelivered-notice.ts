import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Mailer, ServiceUrl } from '#support/mails';
import { notifyTeam } from '#organizations/contract';
import { undeliveredEmail } from '../domain/undelivered-email.ts';

/** Tells the owners of an organization by e-mail how much was paid and not delivered. */
export class SendUndeliveredNotice extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly count: number,
  ) {
    super();
  }
}

@CommandHandler(SendUndeliveredNotice)
export class SendUndeliveredNoticeHandler implements ICommandHandler<SendUndeliveredNotice> {
  constructor(
    private readonly queries: QueryBus,
    private readonly mailer: Mailer,
    private readonly service: ServiceUrl,
  ) {}

  execute({ organizationId, count }: SendUndeliveredNotice): Promise<void> {
    const { queries, mailer, service } = this;
    return notifyTeam({ queries, mailer, service }, organizationId, {
      roles: ['owner'],
      template: undeliveredEmail,
      data: { count },
      page: 'undelivered',
    });
  }
}
