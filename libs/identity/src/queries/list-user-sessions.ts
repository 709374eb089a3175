import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { WallClock } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { readDb } from '#engine/persistence';
import type { UserSessionTables } from '../adapters/persistence/user-session.mapping.ts';
import type { UserSessionView } from './user-session.view.ts';

const COLUMNS = [
  'id',
  'created_at',
  'modified_at',
  'methods',
  'authenticated_at',
  'expires_at',
  'last_used_at',
  'user_agent',
  'address',
] as const;

/** The sessions of a user that have not expired, newest first. */
export class ListUserSessions extends Query<Page<UserSessionView>> {
  constructor(
    readonly userId: string,
    /** Only the sessions of the provider of this organization; null for all. */
    readonly providerOrganizationId: string | null,
    /** The session of the request; null if it was made with an access token. */
    readonly currentId: string | null,
    readonly paging: Paging,
  ) {
    super();
  }
}

@QueryHandler(ListUserSessions)
export class ListUserSessionsHandler implements IQueryHandler<ListUserSessions> {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: WallClock,
  ) {}

  async execute({ userId, providerOrganizationId, currentId, paging }: ListUserSessions): Promise<Page<UserSessionView>> {
    const now = this.clock.now();
    const all = readDb<UserSessionTables>(this.em).selectFrom('identity.user_sessions').where('user_id', '=', userId);
    const own = providerOrganizationId === null ? all : all.where('provider_organization_id', '=', providerOrganizationId);
    const sessions = own
      .where('expires_at', '>', now)
      .where(sql<boolean>`last_used_at > ${now}::timestamptz - interval '7 days'`);
    const newest = sessions.orderBy('authenticated_at', 'desc').orderBy('id', 'desc');
    const [rows, { total }] = await Promise.all([
      newest.select(COLUMNS).limit(paging.limit).offset(offsetOf(paging)).execute(),
      sessions.select(sql<string>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    ]);
    const items = rows.map((row) => ({ ...row, is_current: row.id === currentId }));
    return toPage(items, Number(total), paging);
  }
}
