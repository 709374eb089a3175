import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { WallClock } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { readDb } from '#engine/persistence';
import { CLI_CLIENT_ID, CLI_CLIENT_NAME } from '../contract/index.ts';
import type { AuthorizationView } from './authorization.view.ts';

/** What a user allowed applications, newest first. */
export class ListAuthorizations extends Query<Page<AuthorizationView>> {
  constructor(
    readonly userId: string,
    readonly paging: Paging,
  ) {
    super();
  }
}

@QueryHandler(ListAuthorizations)
export class ListAuthorizationsHandler implements IQueryHandler<ListAuthorizations> {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: WallClock,
  ) {}

  async execute({ userId, paging }: ListAuthorizations): Promise<Page<AuthorizationView>> {
    const db = readDb<object>(this.em);
    const valid = sql`g.user_id = ${userId}::uuid and g.expires_at > ${this.clock.now()}`;
    const [{ rows }, counted] = await Promise.all([
      sql<AuthorizationView>`
        select g.id, g.created_at, g.client_id, g.scopes, g.organization_ids::text[] as organization_ids, g.expires_at,
          coalesce(c.metadata ->> 'client_name', case when g.client_id = ${CLI_CLIENT_ID} then ${CLI_CLIENT_NAME} else g.client_id end)
            as client_name,
          c.metadata ->> 'client_uri' as client_uri
        from oauth.grants g left join oauth.clients c on c.id = g.client_id
        where ${valid} order by g.created_at desc, g.id desc limit ${paging.limit} offset ${offsetOf(paging)}
      `.execute(db),
      sql<{ total: string }>`select count(*) as total from oauth.grants g where ${valid}`.execute(db),
    ]);
    return toPage(rows, Number(counted.rows[0]!.total), paging);
  }
}
