import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { readDb } from '#platform/persistence';
import { FindUser, type UserSnapshot } from '../contract/index.ts';

@QueryHandler(FindUser)
export class FindUserHandler implements IQueryHandler<FindUser> {
  constructor(private readonly em: EntityManager) {}

  async execute({ id }: FindUser): Promise<UserSnapshot | null> {
    const { rows } = await sql<UserSnapshot>`
      select u.id, u.email, coalesce((
        select jsonb_agg(jsonb_build_object('id', o.id, 'name', o.name, 'slug', o.slug) order by o.name, o.id)
        from organizations.memberships m join organizations.organizations o on o.id = m.organization_id
        where m.user_id = u.id), '[]') as organizations
      from organizations.users u where u.id = ${id}::uuid and u.blocked_at is null
    `.execute(readDb<object>(this.em));
    return rows[0] ?? null;
  }
}
