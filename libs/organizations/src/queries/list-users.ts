import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { readDb } from '#engine/persistence';

export interface UserOfService {
  readonly id: string;
  readonly email: string;
  readonly is_blocked: boolean;
  readonly organizations: readonly { readonly slug: string; readonly role: string }[];
}

/** All users, or those of an organization, by address; for operators. */
export class ListUsers extends Query<UserOfService[]> {
  constructor(readonly slug?: string) {
    super();
  }
}

@QueryHandler(ListUsers)
export class ListUsersHandler implements IQueryHandler<ListUsers> {
  constructor(private readonly em: EntityManager) {}

  async execute({ slug }: ListUsers): Promise<UserOfService[]> {
    const memberships = sql`organizations.memberships m join organizations.organizations o on o.id = m.organization_id where m.user_id = u.id`;
    const isMember = slug === undefined ? sql`true` : sql`exists (select from ${memberships} and o.slug = ${slug})`;
    const { rows } = await sql<UserOfService>`
      select u.id, u.email, u.blocked_at is not null as is_blocked,
        coalesce((select jsonb_agg(jsonb_build_object('slug', o.slug, 'role', m.role) order by o.slug) from ${memberships}), '[]') as organizations
      from organizations.users u where ${isMember} order by lower(u.email)`.execute(readDb<object>(this.em));
    return rows;
  }
}
