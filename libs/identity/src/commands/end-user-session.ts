import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { EndUserSession } from '../contract/index.ts';
import { UserSessions } from '../domain/user-sessions.ts';
import { UserSessionTokens } from '../domain/user-session-tokens.ts';

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

@CommandHandler(EndUserSession)
export class EndUserSessionHandler implements ICommandHandler<EndUserSession> {
  constructor(
    private readonly sessions: UserSessions,
    private readonly tokens: UserSessionTokens,
  ) {}

  async execute({ token }: EndUserSession): Promise<void> {
    await this.sessions.endByToken(this.tokens.digestsOfSession(token));
  }
}

@CommandHandler(EndOwnSession)
export class EndOwnSessionHandler implements ICommandHandler<EndOwnSession> {
  constructor(private readonly sessions: UserSessions) {}

  async execute({ userId, providerOrganizationId, id }: EndOwnSession): Promise<void> {
    await this.sessions.end({ id, userId, providerOrganizationId });
  }
}
