import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import type { AccessTokenChanges } from '../domain/access-token.ts';
import { AccessTokens, type WhichToken } from '../domain/access-tokens.ts';

export class UpdateAccessToken extends Command<void> {
  constructor(
    readonly which: WhichToken,
    readonly changes: AccessTokenChanges,
  ) {
    super();
  }
}

@CommandHandler(UpdateAccessToken)
export class UpdateAccessTokenHandler implements ICommandHandler<UpdateAccessToken> {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly clock: WallClock,
  ) {}

  execute({ which, changes }: UpdateAccessToken): Promise<void> {
    const now = this.clock.now();
    return this.tokens.change(which, (token) => token.change(changes, now));
  }
}
