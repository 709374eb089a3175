import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { CODE_LIFETIME, SignInCodes } from '#support/credentials';
import { type IntendedMail, Mailer, MailLimits, SERVICE } from '#support/mails';
import { FindUser } from '#organizations/contract';
import { SignInCode } from '../domain/sign-in-code.ts';
import { signInEmail } from '../domain/sign-in-email.ts';
import { SignInRequests } from '../domain/sign-in-requests.ts';

/** The maximum number of requests that are answered for one address within the lifetime of a code. */
const MAX_REQUESTS = 5;

/**
 * Creates the code of a sign-in and mails it. Does nothing if no user has the address, if the user is blocked, or if the request is
 * older than the lifetime of a code. A repetition creates a new code and invalidates the earlier one. Throws `TooManyRequests`
 * beyond the limits of mail.
 */
export class SendSignInCode extends Command<void> {
  constructor(
    readonly requestId: string,
    /** The locale of the request that caused it. */
    readonly locale: string | null,
  ) {
    super();
  }
}

@CommandHandler(SendSignInCode)
export class SendSignInCodeHandler implements ICommandHandler<SendSignInCode> {
  constructor(
    private readonly requests: SignInRequests,
    private readonly codes: SignInCodes,
    private readonly mailer: Mailer,
    private readonly mailLimits: MailLimits,
    private readonly queries: QueryBus,
    private readonly clock: WallClock,
  ) {}

  async execute({ requestId, locale }: SendSignInCode): Promise<void> {
    const request = await this.requests.find(requestId);
    if (!request) return;
    const now = this.clock.now();
    if (now.getTime() - request.requestedAt.getTime() > CODE_LIFETIME) return;
    const since = new Date(request.requestedAt.getTime() - CODE_LIFETIME);
    if ((await this.requests.countSince(request, since)) > MAX_REQUESTS) return;
    const user = await this.queries.execute(new FindUser({ email: request.emailKey }));
    if (!user || user.isBlocked) return;
    const mail: IntendedMail = {
      kind: request.isFromKnownDevice ? 'user-sign-in-code-for-known-device' : 'user-sign-in-code',
      organizationId: user.id,
      customerId: null,
      recipients: [user.email],
    };
    await this.mailLimits.within(mail, async () => {
      const { code, stored } = this.codes.make('user');
      await this.requests.replaceCode(SignInCode.create(request, user.id, stored, now));
      await this.mailer.send(signInEmail.email(user.email, SERVICE, { code }, locale));
    });
  }
}
