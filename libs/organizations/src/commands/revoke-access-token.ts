import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { AccessTokens, type WhichToken } from '../domain/access-tokens.ts';

/** From the next request on the token is not accepted. */
export class RevokeAccessToken extends Command<void> {
  constructor(readonly which: WhichToken) {
    super();
  }
}

@CommandHandler(RevokeAccessToken)
export class RevokeAccessTokenHandler implements ICommandHandler<RevokeAccessToken> {
  constructor(private readonly tokens: AccessTokens) {}

  execute({ which }: RevokeAccessToken): Promise<void> {
    return this.tokens.revoke(which);
  }
}
