import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { CODE_LIFETIME, SignInCodes } from '#support/credentials';
import { type IntendedMail, Mailer, MailLimits, PortalUrl } from '#support/mails';
import { FindOrganizations, type OrganizationSnapshot } from '#organizations/contract';
import { signInEmail } from '../domain/sign-in-email.ts';
import { SignInCode } from '../domain/sign-in-code.ts';
import type { SignInState } from '../domain/sign-in.ts';
import { type SignInRecipient, SignIns } from '../domain/sign-ins.ts';

/** The maximum number of codes in one sign-in request. */
const MAX_CODES = 10;
/** The maximum number of sign-in requests that are answered for one address within the lifetime of a code. */
const MAX_REQUESTS = 5;

/**
 * Creates the codes of a sign-in and mails them, with one message for each spelling of the address. Does nothing if no customer or
 * member has the address, or if the request is older than the lifetime of a code. A repetition creates new codes and invalidates
 * the earlier ones. Throws `TooManyRequests` beyond the limits of mail.
 */
export class SendSignInCodes extends Command<void> {
  constructor(
    readonly id: string,
    /** The locale of the request that caused it. */
    readonly locale: string | null,
  ) {
    super();
  }
}

interface Sending {
  readonly signIn: Readonly<SignInState>;
  readonly organization: OrganizationSnapshot;
  readonly recipients: readonly SignInRecipient[];
  readonly locale: string | null;
}

@CommandHandler(SendSignInCodes)
export class SendSignInCodesHandler implements ICommandHandler<SendSignInCodes> {
  constructor(
    private readonly signIns: SignIns,
    private readonly codes: SignInCodes,
    private readonly mailer: Mailer,
    private readonly mailLimits: MailLimits,
    private readonly portal: PortalUrl,
    private readonly queries: QueryBus,
    private readonly clock: WallClock,
  ) {}

  async execute({ id, locale }: SendSignInCodes): Promise<void> {
    const signIn = await this.signIns.find(id);
    if (!signIn) return;
    const now = this.clock.now();
    if (now.getTime() - signIn.requestedAt.getTime() > CODE_LIFETIME) return;
    const since = new Date(signIn.requestedAt.getTime() - CODE_LIFETIME);
    if ((await this.signIns.countRequestsSince(signIn, since)) > MAX_REQUESTS) return;
    const recipients = await this.signIns.findRecipients(signIn, MAX_CODES);
    const organization = (await this.queries.execute(new FindOrganizations([signIn.organizationId]))).get(signIn.organizationId);
    if (recipients.length === 0 || !organization) return;
    const mail: IntendedMail = {
      kind: signIn.isFromKnownDevice ? 'sign-in-code-for-known-device' : 'sign-in-code',
      organizationId: signIn.organizationId,
      customerId: null,
      recipients: [...new Set(recipients.map(({ email }) => email))],
    };
    await this.mailLimits.within(mail, () => this.send({ signIn, organization, recipients, locale }, now));
  }

  private async send({ signIn, organization: { sender, slug }, recipients, locale }: Sending, now: Date): Promise<void> {
    const codes = recipients.map((recipient) => {
      const { name, email, locale: ownLocale } = recipient;
      const { code, stored } = this.codes.make('customer');
      // Behind `#`, a code is sent to no server, and programs that open links cannot use it up.
      const link = `${this.portal.portalUrl}/portal/${slug}/sign-in#code=${code}`;
      return {
        email,
        customerId: recipient.customerId,
        locale: ownLocale,
        mailed: { code, customer: name ?? email, link },
        signInCode: SignInCode.create(signIn, recipient, stored, now),
      };
    });
    await this.signIns.replaceCodes(
      signIn,
      codes.map(({ signInCode }) => signInCode),
    );
    for (const [email, mailedTogether] of Map.groupBy(codes, ({ email: to }) => to)) {
      const own = mailedTogether.map(({ locale: each }) => each);
      const data = { codes: mailedTogether.map(({ mailed }) => mailed) };
      // Who asks reads the page now; what is known of the customer may be old.
      const customerIds = mailedTogether.map(({ customerId }) => customerId);
      await this.mailer.send(signInEmail.email(email, sender, data, locale, ...own), { customerIds });
    }
  }
}
