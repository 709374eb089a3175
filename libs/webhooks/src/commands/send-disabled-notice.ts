import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Mailer } from '#kernel';
import { FindOrganizations, FindTeamEmails } from '#organizations/contract';
import { disabledEmail } from '../domain/disabled-email.ts';

/** Tells the users of an organization by e-mail that one of its endpoints was disabled. */
export class SendDisabledNotice extends Command<void> {
  constructor(
    readonly organizationId: string,
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
  ) {}

  async execute({ organizationId, url, reason }: SendDisabledNotice): Promise<void> {
    const { sender } = (await this.queries.execute(new FindOrganizations([organizationId]))).get(organizationId)!;
    for (const to of await this.queries.execute(new FindTeamEmails(organizationId))) {
      await this.mailer.send(disabledEmail.email(to, sender, { url, reason }));
    }
  }
}
