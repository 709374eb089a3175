import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Mailer, MailLimits } from '#support/mails';
import { FindOrganizations } from '#organizations/contract';
import { FindCustomers } from '../contract/index.ts';
import { emailChangedEmail } from '../domain/email-change-emails.ts';
import { EmailChanges } from '../domain/email-changes.ts';

/** Tells the former address that the customer has another one. Throws `TooManyRequests` beyond the limits of mail. */
export class ReportEmailChange extends Command<void> {
  constructor(
    readonly id: string,
    /** The locale of the request that caused it. */
    readonly locale: string | null,
  ) {
    super();
  }
}

@CommandHandler(ReportEmailChange)
export class ReportEmailChangeHandler implements ICommandHandler<ReportEmailChange> {
  constructor(
    private readonly emailChanges: EmailChanges,
    private readonly mailer: Mailer,
    private readonly mailLimits: MailLimits,
    private readonly queries: QueryBus,
  ) {}

  async execute({ id, locale }: ReportEmailChange): Promise<void> {
    const change = await this.emailChanges.find(id);
    if (!change) return;
    const { organizationId, customerId, previousEmail } = change.snapshot;
    const { sender } = (await this.queries.execute(new FindOrganizations([organizationId]))).get(organizationId)!;
    const mail = { kind: 'email-change', organizationId, customerId, recipients: [previousEmail] } as const;
    const customer = (await this.queries.execute(new FindCustomers([customerId]))).get(customerId);
    const message = emailChangedEmail.email(previousEmail, sender, {}, customer?.locale, locale);
    await this.mailLimits.within(mail, () => this.mailer.send(message, { customerIds: [customerId] }));
  }
}
