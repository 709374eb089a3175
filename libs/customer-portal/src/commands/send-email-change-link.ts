import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { Tokens } from '#support/credentials';
import { Mailer, PortalUrl } from '#support/mails';
import { FindOrganizations } from '#organizations/contract';
import { FindCustomers } from '../contract/index.ts';
import { emailChangeEmail } from '../domain/email-change-emails.ts';
import { EmailChanges } from '../domain/email-changes.ts';

/** Mails the link of a change of e-mail address if it is still open. A repetition sends another link, and earlier ones stop working. */
export class SendEmailChangeLink extends Command<void> {
  constructor(
    readonly id: string,
    /** The locale of the request that caused it. */
    readonly locale: string | null,
  ) {
    super();
  }
}

@CommandHandler(SendEmailChangeLink)
export class SendEmailChangeLinkHandler implements ICommandHandler<SendEmailChangeLink> {
  constructor(
    private readonly emailChanges: EmailChanges,
    private readonly tokens: Tokens,
    private readonly mailer: Mailer,
    private readonly portal: PortalUrl,
    private readonly queries: QueryBus,
    private readonly clock: WallClock,
  ) {}

  /** The token is created here and only mailed, so that it is in no event, job or log. */
  async execute({ id, locale }: SendEmailChangeLink): Promise<void> {
    const { token, digest } = this.tokens.make('email change');
    const issued = await this.emailChanges.change(id, (change) =>
      change.issueToken(digest, this.clock.now()) ? change.snapshot : null,
    );
    if (!issued) return;
    const { email: to, organizationId, customerId } = issued;
    const { sender, slug } = (await this.queries.execute(new FindOrganizations([organizationId]))).get(organizationId)!;
    const link = `${this.portal.portalUrl}/portal/${slug}/email-update?token=${token}`;
    const customer = (await this.queries.execute(new FindCustomers([customerId]))).get(customerId);
    await this.mailer.send(emailChangeEmail.email(to, sender, { link }, customer?.locale, locale), { customerIds: [customerId] });
  }
}
