import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { type IntendedMail, Mailer, MailLimits, SERVICE, ServiceUrl } from '#support/mails';
import { FindUser } from '#organizations/contract';
import type { CredentialChange } from '../contract/index.ts';
import { credentialsChangedEmail } from '../domain/credential-emails.ts';

/**
 * Tells the user that how they sign in has changed, or that somebody who proved the first factor failed at the second. Throws
 * `TooManyRequests` if there are more of the latter than the limits of mail allow.
 */
export class ReportCredentialChange extends Command<void> {
  constructor(
    readonly userId: string,
    readonly change: CredentialChange,
    /** The locale of the request that caused it. */
    readonly locale: string | null,
  ) {
    super();
  }
}

@CommandHandler(ReportCredentialChange)
export class ReportCredentialChangeHandler implements ICommandHandler<ReportCredentialChange> {
  constructor(
    private readonly mailer: Mailer,
    private readonly mailLimits: MailLimits,
    private readonly queries: QueryBus,
    private readonly service: ServiceUrl,
  ) {}

  async execute({ userId, change, locale }: ReportCredentialChange): Promise<void> {
    const user = await this.queries.execute(new FindUser({ id: userId }));
    if (!user) return;
    const data = { change, url: `${this.service.baseUrl}/console` };
    const message = credentialsChangedEmail.email(user.email, SERVICE, data, locale);
    const send = (): Promise<void> => this.mailer.send(message);
    if (change !== 'second_factor_wrong') return send();
    const mail: IntendedMail = {
      kind: 'wrong-second-factors',
      organizationId: userId,
      customerId: null,
      recipients: [user.email],
    };
    await this.mailLimits.within(mail, send);
  }
}
