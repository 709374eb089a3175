import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { WallClock } from '#kernel';
import { USER_ACCESS } from '#organizations/contract';
import { readDb } from '#engine/persistence';
import { Keyring, kindOfToken } from '#engine/secrets';
import { FindUserSession, type UserSessionSnapshot } from '../contract/index.ts';

@QueryHandler(FindUserSession)
export class FindUserSessionHandler implements IQueryHandler<FindUserSession> {
  constructor(
    private readonly em: EntityManager,
    private readonly keyring: Keyring,
    private readonly clock: WallClock,
  ) {}

  async execute({ token }: FindUserSession): Promise<UserSessionSnapshot | null> {
    if (kindOfToken(token) !== 'us') return null;
    const [digests, now] = [this.keyring.digests('access-token', token), this.clock.now()];
    const { rows } = await sql<UserSessionSnapshot>`
      select s.id as session_id, s.user_id, a.email, s.authenticated_at, s.methods, s.provider_organization_id
      from identity.user_sessions s
      join ${sql.raw(USER_ACCESS)} a on a.user_id = s.user_id
      where s.digest = any(${digests}::bytea[])
        and s.expires_at > ${now}
        and s.last_used_at > ${now}::timestamptz - interval '7 days'
    `.execute(readDb<object>(this.em));
    return rows[0] ?? null;
  }
}
