import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { Tokens } from '#support/credentials';
import { AccessToken, type NewAccessToken, type TokenLimits, type TokenOwner } from '../domain/access-token.ts';
import { AccessTokens } from '../domain/access-tokens.ts';

export type { NewAccessToken, TokenLimits };

export interface IssuedToken {
  readonly id: string;
  /** Returned only once; the service stores its digest. */
  readonly token: string;
}

/** Issues a token for an organization or for a user. The caller checks the permission. */
export class IssueAccessToken extends Command<IssuedToken> {
  constructor(
    readonly owner: TokenOwner,
    readonly attributes: NewAccessToken,
  ) {
    super();
  }
}

@CommandHandler(IssueAccessToken)
export class IssueAccessTokenHandler implements ICommandHandler<IssueAccessToken> {
  constructor(
    private readonly tokens: AccessTokens,
    private readonly secrets: Tokens,
    private readonly clock: WallClock,
  ) {}

  async execute({ owner, attributes }: IssueAccessToken): Promise<IssuedToken> {
    const { token, digest } = this.secrets.make('organizationId' in owner ? 'organization access' : 'personal access');
    const accessToken = AccessToken.create(owner, digest, attributes, this.clock.now());
    await this.tokens.add(accessToken);
    return { id: accessToken.id, token };
  }
}
