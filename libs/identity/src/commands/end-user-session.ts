import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Tokens } from '#support/credentials';
import { RevokePersonalAccessTokens } from '#organizations/contract';
import { EndUserSession } from '../contract/index.ts';
import { RevokeAuthorizations } from '../needs/index.ts';
import { UserSessions } from '../domain/user-sessions.ts';

/** Ends one of the sessions of a user. Throws `ResourceNotFound`. */
export class EndOwnSession extends Command<void> {
  constructor(
    readonly userId: string,
    /** Only a session of the provider of this organization; null for any. */
    readonly providerOrganizationId: string | null,
    readonly id: string,
  ) {
    super();
  }
}

/** Ends all sessions of a user but the one that asks for it, and on request what else acts for the user. */
export class SignOutEverywhere extends Command<void> {
  constructor(
    readonly userId: string,
    /** Null for a request that was made with an access token. */
    readonly exceptId: string | null,
    readonly also: { readonly personalAccessTokens: boolean; readonly authorizations: boolean },
  ) {
    super();
  }
}

@CommandHandler(EndUserSession)
export class EndUserSessionHandler implements ICommandHandler<EndUserSession> {
  constructor(
    private readonly sessions: UserSessions,
    private readonly tokens: Tokens,
  ) {}

  async execute({ token }: EndUserSession): Promise<void> {
    await this.sessions.endByToken(this.tokens.digestsOf('user session', token));
  }
}

@CommandHandler(EndOwnSession)
export class EndOwnSessionHandler implements ICommandHandler<EndOwnSession> {
  constructor(private readonly sessions: UserSessions) {}

  async execute({ userId, providerOrganizationId, id }: EndOwnSession): Promise<void> {
    await this.sessions.end({ id, userId, providerOrganizationId });
  }
}

@CommandHandler(SignOutEverywhere)
export class SignOutEverywhereHandler implements ICommandHandler<SignOutEverywhere> {
  constructor(
    private readonly sessions: UserSessions,
    private readonly commands: CommandBus,
  ) {}

  async execute({ userId, exceptId, also }: SignOutEverywhere): Promise<void> {
    await this.sessions.endAll(userId, exceptId);
    if (also.personalAccessTokens) await this.commands.execute(new RevokePersonalAccessTokens({ userId }));
    if (also.authorizations) await this.commands.execute(new RevokeAuthorizations({ userId }));
  }
}
