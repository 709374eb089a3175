import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Mailer } from '#kernel';
import { FindOrganizations, FindTeamEmails } from '#organizations/contract';
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
  ) {}

  async execute({ organizationId, count }: SendUndeliveredNotice): Promise<void> {
    const { sender } = (await this.queries.execute(new FindOrganizations([organizationId]))).get(organizationId)!;
    for (const to of await this.queries.execute(new FindTeamEmails(organizationId, ['owner']))) {
      await this.mailer.send(undeliveredEmail.email(to, sender, { count }));
    }
  }
}
