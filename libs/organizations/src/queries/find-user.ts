import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { readDb } from '#engine/persistence';
import type { UserTables } from '../adapters/persistence/user.mapping.ts';
import { FindUser, type UserSnapshot, FindEmailsOfUsers } from '../contract/index.ts';

@QueryHandler(FindEmailsOfUsers)
export class FindEmailsOfUsersHandler implements IQueryHandler<FindEmailsOfUsers> {
  constructor(private readonly em: EntityManager) {}

  async execute({ ids }: FindEmailsOfUsers): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map();
    const users = readDb<UserTables>(this.em).selectFrom('organizations.users').select(['id', 'email']);
    return new Map((await users.where('id', 'in', ids).execute()).map(({ id, email }) => [id, email]));
  }
}

@QueryHandler(FindUser)
export class FindUserHandler implements IQueryHandler<FindUser> {
  constructor(private readonly em: EntityManager) {}

  async execute({ which }: FindUser): Promise<UserSnapshot | null> {
    const users = readDb<UserTables>(this.em).selectFrom('organizations.users').select(['id', 'email', 'blocked_at']);
    const found =
      'id' in which ? users.where('id', '=', which.id) : users.where(sql<boolean>`lower(email) = lower(${which.email})`);
    const row = await found.executeTakeFirst();
    return row ? { id: row.id, email: row.email, isBlocked: row.blocked_at !== null } : null;
  }
}
