import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { AccessTokenChanges } from '../domain/access-token.ts';
import { AccessTokens, type WhichToken } from '../domain/access-tokens.ts';

export class ChangeAccessToken extends Command<void> {
  constructor(
    readonly which: WhichToken,
    readonly changes: AccessTokenChanges,
  ) {
    super();
  }
}

@CommandHandler(ChangeAccessToken)
export class ChangeAccessTokenHandler implements ICommandHandler<ChangeAccessToken> {
  constructor(private readonly tokens: AccessTokens) {}

  execute({ which, changes }: ChangeAccessToken): Promise<void> {
    return this.tokens.change(which, (token) => token.change(changes));
  }
}
