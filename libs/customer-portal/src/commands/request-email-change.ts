import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { WallClock, type CustomerAccess, NotPermitted, ValidationFailed } from '#kernel';
import { MailLimits } from '#support/mails';
import { FindSeller } from '#organizations/contract';
import { FindCustomers } from '../contract/index.ts';
import { EmailChange } from '../domain/email-change.ts';
import { EmailChanges } from '../domain/email-changes.ts';
import { normalizedEmail } from '../domain/unique-identifiers.ts';

/**
 * A signed-in customer asks for another e-mail address; the worker mails a link there. Whether somebody else has the address is
 * checked when the link is used, so that nobody learns it by asking. Throws `TooManyRequests` beyond the limits of mail.
 */
export class RequestEmailChange extends Command<void> {
  constructor(
    readonly access: CustomerAccess,
    readonly email: string,
  ) {
    super();
  }
}

@CommandHandler(RequestEmailChange)
export class RequestEmailChangeHandler implements ICommandHandler<RequestEmailChange> {
  constructor(
    private readonly emailChanges: EmailChanges,
    private readonly mailLimits: MailLimits,
    private readonly queries: QueryBus,
    private readonly clock: WallClock,
  ) {}

  async execute({ access: { organizationId, customerId }, email }: RequestEmailChange): Promise<void> {
    const { customer_portal_settings: settings } = await this.queries.execute(new FindSeller(organizationId));
    if (!settings.customer.allow_email_change) {
      throw new NotPermitted('The seller does not let customers change their e-mail address.');
    }
    const { type, email: previousEmail } = (await this.queries.execute(new FindCustomers([customerId]))).get(customerId)!;
    if (type === 'team' || !previousEmail) {
      throw ValidationFailed.at(['email'], 'Only an individual customer can change its e-mail address.', email);
    }
    if (normalizedEmail(previousEmail) === normalizedEmail(email)) {
      throw ValidationFailed.at(['email'], 'This is the e-mail address of the customer already.', email);
    }
    const change = EmailChange.create({ organizationId, customerId, email, previousEmail }, this.clock.now());
    const mail = { kind: 'email-change', organizationId, customerId, recipients: [email] } as const;
    await this.mailLimits.within(mail, () => this.emailChanges.replace(change));
  }
}
