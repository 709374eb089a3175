import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { RevokePersonalAccessTokens } from '../contract/index.ts';
import { AccessTokens, type WhichToken } from '../domain/access-tokens.ts';

/** Deletes a token. It is not accepted from the next request on. */
export class RevokeAccessToken extends Command<void> {
  constructor(readonly which: WhichToken) {
    super();
  }
}

@CommandHandler(RevokeAccessToken)
export class RevokeAccessTokenHandler implements ICommandHandler<RevokeAccessToken> {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly clock: WallClock,
  ) {}

  execute({ which }: RevokeAccessToken): Promise<void> {
    return this.tokens.revoke(which, this.clock.now());
  }
}

@CommandHandler(RevokePersonalAccessTokens)
export class RevokePersonalAccessTokensHandler implements ICommandHandler<RevokePersonalAccessTokens> {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly clock: WallClock,
  ) {}

  execute({ which }: RevokePersonalAccessTokens): Promise<void> {
    return this.tokens.revokeAll(which, this.clock.now());
  }
}
