import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ResourceNotFound, WallClock } from '#kernel';
import { type IntendedMail, Mailer, MailLimits, ServiceUrl } from '#support/mails';
import { memberInvitationEmail } from '../domain/member-invitation-email.ts';
import { Organizations } from '../domain/organizations.ts';
import { Users } from '../domain/users.ts';

/** Mails an invitation, unless it is not pending any more. Throws `TooManyRequests` beyond the limits of mail. */
export class SendMemberInvitation extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly id: string,
    /** The locale of the request that caused it. */
    readonly locale: string | null,
  ) {
    super();
  }
}

@CommandHandler(SendMemberInvitation)
export class SendMemberInvitationHandler implements ICommandHandler<SendMemberInvitation> {
  constructor(
    private readonly organizations: Organizations,
    private readonly users: Users,
    private readonly mailer: Mailer,
    private readonly mailLimits: MailLimits,
    private readonly url: ServiceUrl,
    private readonly clock: WallClock,
  ) {}

  async execute({ organizationId, id, locale }: SendMemberInvitation): Promise<void> {
    const invited = await this.invited(organizationId, id);
    if (!invited) return;
    const { email, role, sender, invitedBy } = invited;
    const by = await this.users.change({ id: invitedBy }, (user) => user.email);
    const mail: IntendedMail = { kind: 'member-invitation', organizationId, customerId: null, recipients: [email] };
    const message = memberInvitationEmail.email(email, sender, { by, role, url: `${this.url.baseUrl}/console` }, locale);
    await this.mailLimits.within(mail, () => this.mailer.send(message));
  }

  private async invited(organizationId: string, id: string) {
    const now = this.clock.now();
    try {
      return await this.organizations.change({ id: organizationId }, (each) => {
        const { email, role, invited_by: invitedBy } = each.invitation(id, now);
        return { email, role, invitedBy, sender: each.sender };
      });
    } catch (error) {
      if (error instanceof ResourceNotFound) return null;
      throw error;
    }
  }
}
