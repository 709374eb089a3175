import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock, DomainError } from '#kernel';
import { SignInCodes, Tokens } from '#support/credentials';
import { PortalSession } from '../domain/portal-session.ts';
import { PortalSessions } from '../domain/portal-sessions.ts';
import { SignIns } from '../domain/sign-ins.ts';
import { redeemCode } from './redeem-code.ts';
import { VerifyAddress } from './verify-address.ts';

/** The code is unknown, expired, used, or was tried too often. The response does not reveal which. */
export class CustomerSessionCodeInvalidOrExpired extends DomainError {
  readonly kind = 'not-authenticated';

  constructor() {
    super('This code is invalid or has expired.');
  }
}

export interface SignedIn {
  /** The token of the session. */
  readonly token: string;
  readonly organizationId: string;
  /** The normalized address that the code was sent to. */
  readonly email: string;
}

/**
 * Redeems a code and opens a session. The code is redeemed first: if the session cannot be stored afterwards,
 * the user needs another code, but a code never opens two sessions. The first answers of the session say that the address is verified;
 * should that fail, the event of the sign-in does it later.
 */
export class SignInByCode extends Command<SignedIn> {
  constructor(readonly code: string) {
    super();
  }
}

@CommandHandler(SignInByCode)
export class SignInByCodeHandler implements ICommandHandler<SignInByCode> {
  constructor(
    private readonly signIns: SignIns,
    private readonly codes: SignInCodes,
    private readonly sessions: PortalSessions,
    private readonly tokens: Tokens,
    private readonly commands: CommandBus,
    private readonly clock: WallClock,
  ) {}

  async execute({ code }: SignInByCode): Promise<SignedIn> {
    const { signIns, codes, clock } = this;
    const redeemed = await redeemCode({ signIns, codes, clock }, code);
    if (!redeemed) throw new CustomerSessionCodeInvalidOrExpired();
    const {
      user,
      code: { id, organizationId, emailKey, generation },
    } = redeemed;
    const { token, digest } = this.tokens.make(user.memberId ? 'member session' : 'customer session');
    await this.sessions.add(PortalSession.create({ ...user, digest, returnUrl: null, generation }, clock.now()));
    await this.commands.execute(new VerifyAddress(organizationId, user.customerId, id));
    return { token, organizationId, email: emailKey };
  }
}
