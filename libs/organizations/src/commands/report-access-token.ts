import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { type IntendedMail, Mailer, MailLimits, type Sender, SERVICE, ServiceUrl } from '#support/mails';
import { FindOrganizations, FindUser } from '../contract/index.ts';
import { FindTeamEmails } from '../contract/members.ts';
import { accessTokenEmail } from '../domain/access-token-email.ts';
import type { AccessTokenDetails } from '../domain/access-token.events.ts';

/**
 * Tells whoever made a token, or gave it more scopes, and the owners of the organization whose token it is. Throws `TooManyRequests`
 * beyond the limits of mail.
 */
export class ReportAccessToken extends Command<void> {
  constructor(
    /** Null for a personal token. */
    readonly organizationId: string | null,
    readonly details: AccessTokenDetails,
    readonly at: Date,
    /** The locale of the request that caused it. */
    readonly locale: string | null,
  ) {
    super();
  }
}

@CommandHandler(ReportAccessToken)
export class ReportAccessTokenHandler implements ICommandHandler<ReportAccessToken> {
  constructor(
    private readonly mailer: Mailer,
    private readonly mailLimits: MailLimits,
    private readonly queries: QueryBus,
    private readonly service: ServiceUrl,
  ) {}

  async execute({ organizationId, details, at, locale }: ReportAccessToken): Promise<void> {
    const user = await this.queries.execute(new FindUser({ id: details.user_id }));
    const by = user?.email ?? null;
    const organization = organizationId === null ? null : await this.organization(organizationId);
    const recipients = [...new Set([...(by === null ? [] : [by]), ...(organization?.owners ?? [])])];
    const sender = organization?.sender ?? SERVICE;
    const url = `${this.service.baseUrl}/console${organization ? `/${organization.slug}/tokens` : ''}`;
    const report = { details, isPersonal: organization === null, by, at, url };
    const mail: IntendedMail = {
      kind: 'new-access',
      organizationId: organizationId ?? details.user_id,
      customerId: null,
      recipients,
    };
    await this.mailLimits.within(mail, async () => {
      for (const to of recipients) {
        await this.mailer.send(accessTokenEmail.email(to, sender, report, to === by ? locale : null));
      }
    });
  }

  private async organization(
    id: string,
  ): Promise<{ readonly sender: Sender; readonly slug: string; readonly owners: readonly string[] } | null> {
    const organization = (await this.queries.execute(new FindOrganizations([id]))).get(id);
    if (!organization) return null;
    const { sender, slug } = organization;
    return { sender, slug, owners: await this.queries.execute(new FindTeamEmails(id, ['owner'])) };
  }
}
