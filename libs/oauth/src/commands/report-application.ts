import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { type IntendedMail, Mailer, MailLimits, SERVICE, ServiceUrl } from '#support/mails';
import { FindOrganizations, FindUser } from '#organizations/contract';
import { applicationEmail } from '../domain/application-email.ts';
import type { AllowedApplication } from '../domain/grant.events.ts';

/** Tells a user what they allowed an application. Throws `TooManyRequests` beyond the limits of mail. */
export class ReportApplication extends Command<void> {
  constructor(
    readonly allowed: AllowedApplication,
    readonly at: Date,
    /** The locale of the request that caused it. */
    readonly locale: string | null,
  ) {
    super();
  }
}

@CommandHandler(ReportApplication)
export class ReportApplicationHandler implements ICommandHandler<ReportApplication> {
  constructor(
    private readonly mailer: Mailer,
    private readonly mailLimits: MailLimits,
    private readonly queries: QueryBus,
    private readonly service: ServiceUrl,
  ) {}

  async execute({ allowed, at, locale }: ReportApplication): Promise<void> {
    const { user_id, organization_ids } = allowed;
    const user = await this.queries.execute(new FindUser({ id: user_id }));
    if (!user) return;
    const organizations = organization_ids && (await this.queries.execute(new FindOrganizations(organization_ids)));
    const names = organizations && [...organizations.values()].map(({ name }) => name);
    const data = { allowed, at, organizations: names, url: `${this.service.baseUrl}/console` };
    const message = applicationEmail.email(user.email, SERVICE, data, locale);
    const mail: IntendedMail = { kind: 'new-access', organizationId: user_id, customerId: null, recipients: [user.email] };
    await this.mailLimits.within(mail, () => this.mailer.send(message));
  }
}
