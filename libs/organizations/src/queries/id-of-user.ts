import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { ResourceNotFound } from '#kernel';
import { readDb } from '#engine/persistence';
import type { UserTables } from '../adapters/persistence/user.mapping.ts';

/** The id of any user by e-mail address, case-insensitive; for operators. */
export class IdOfUser extends Query<string> {
  constructor(readonly email: string) {
    super();
  }
}

@QueryHandler(IdOfUser)
export class IdOfUserHandler implements IQueryHandler<IdOfUser> {
  constructor(private readonly em: EntityManager) {}

  async execute({ email }: IdOfUser): Promise<string> {
    const users = readDb<UserTables>(this.em).selectFrom('organizations.users');
    const row = await users
      .select('id')
      .where(sql<boolean>`lower(email) = lower(${email})`)
      .executeTakeFirst();
    if (!row) throw new ResourceNotFound();
    return row.id;
  }
}
