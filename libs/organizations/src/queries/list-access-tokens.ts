import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import type { AccessTokenView } from './access-token.view.ts';
import { accessTokensOf, TOKEN_COLUMNS, toTokenView, type TokenHolder } from './access-tokens-of.ts';

export type { TokenHolder };

/** Access tokens, newest first. */
export class ListAccessTokens extends Query<Page<AccessTokenView>> {
  constructor(
    readonly holder: TokenHolder,
    readonly paging: Paging,
  ) {
    super();
  }
}

@QueryHandler(ListAccessTokens)
export class ListAccessTokensHandler implements IQueryHandler<ListAccessTokens> {
  constructor(private readonly em: EntityManager) {}

  async execute({ holder, paging }: ListAccessTokens): Promise<Page<AccessTokenView>> {
    const tokens = accessTokensOf(this.em, holder);
    const newest = tokens.orderBy('created_at', 'desc').orderBy('id', 'desc');
    const [rows, { total }] = await Promise.all([
      newest.select(TOKEN_COLUMNS).limit(paging.limit).offset(offsetOf(paging)).execute(),
      tokens.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    ]);
    return toPage(rows.map(toTokenView), Number(total), paging);
  }
}
