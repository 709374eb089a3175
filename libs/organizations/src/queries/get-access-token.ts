import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { ResourceNotFound } from '#kernel';
import type { AccessTokenView } from './access-token.view.ts';
import { accessTokensOf, TOKEN_COLUMNS, toTokenView, type TokenHolder } from './access-tokens-of.ts';

export class GetAccessToken extends Query<AccessTokenView> {
  constructor(
    readonly holder: TokenHolder,
    readonly id: string,
  ) {
    super();
  }
}

@QueryHandler(GetAccessToken)
export class GetAccessTokenHandler implements IQueryHandler<GetAccessToken> {
  constructor(private readonly em: EntityManager) {}

  async execute({ holder, id }: GetAccessToken): Promise<AccessTokenView> {
    const row = await accessTokensOf(this.em, holder).select(TOKEN_COLUMNS).where('id', '=', id).executeTakeFirst();
    if (!row) throw new ResourceNotFound();
    return toTokenView(row);
  }
}
