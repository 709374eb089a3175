import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Clock, Mailer } from '#kernel';
import { FindOrganizations } from '#organizations/contract';
import { CodeSecrets } from '../domain/code-secrets.ts';
import { signInEmail } from '../domain/sign-in-email.ts';
import { CODE_LIFETIME, SignInCode } from '../domain/sign-in-code.ts';
import { SignIns } from '../domain/sign-ins.ts';

/** More codes than this are in no message. */
const MOST_CODES = 10;
/** So many messages go to one address within the life of a code; whoever asks again gets none. */
const MOST_MESSAGES = 5;

/**
 * Makes the codes of a sign-in and mails them, in one message to each address that is written in another way; where nobody is
 * known by the address, nothing happens. A repetition makes new codes, and those before are worth nothing. Whoever asked longer
 * ago than a code lives does not wait for one any more.
 */
export class SendSignInCodes extends Command<void> {
  constructor(readonly id: string) {
    super();
  }
}

@CommandHandler(SendSignInCodes)
export class SendSignInCodesHandler implements ICommandHandler<SendSignInCodes> {
  constructor(
    private readonly signIns: SignIns,
    private readonly secrets: CodeSecrets,
    private readonly mailer: Mailer,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ id }: SendSignInCodes): Promise<void> {
    const signIn = await this.signIns.find(id);
    if (!signIn) return;
    const now = this.clock.now();
    if (now.getTime() - signIn.requestedAt.getTime() > CODE_LIFETIME) return;
    const since = new Date(signIn.requestedAt.getTime() - CODE_LIFETIME);
    if ((await this.signIns.askedSince(signIn, since)) > MOST_MESSAGES) return;
    const reached = await this.signIns.reached(signIn, MOST_CODES);
    const organization = (await this.queries.execute(new FindOrganizations([signIn.organizationId]))).get(signIn.organizationId);
    if (reached.length === 0 || !organization) return;
    const made = reached.map(({ customerId, name, email }) => {
      const { code, remembered } = this.secrets.make();
      return { email, mailed: { code, customer: name }, kept: SignInCode.create(signIn, customerId, remembered, now) };
    });
    await this.signIns.giveOut(
      signIn,
      made.map(({ kept }) => kept),
    );
    for (const [email, codes] of Map.groupBy(made, ({ email: to }) => to)) {
      const letter = signInEmail(
        email,
        organization.name,
        codes.map(({ mailed }) => mailed),
      );
      await this.mailer.send(letter);
    }
  }
}
