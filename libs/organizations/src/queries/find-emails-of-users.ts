import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { readDb } from '#engine/persistence';
import type { UserTables } from '../adapters/persistence/user.mapping.ts';
import { FindEmailsOfUsers } from '../contract/index.ts';

@QueryHandler(FindEmailsOfUsers)
export class FindEmailsOfUsersHandler implements IQueryHandler<FindEmailsOfUsers> {
  constructor(private readonly em: EntityManager) {}

  async execute({ ids }: FindEmailsOfUsers): Promise<ReadonlyMap<string, string>> {
    if (ids.length === 0) return new Map();
    const users = readDb<UserTables>(this.em).selectFrom('organizations.users').select(['id', 'email']);
    return new Map((await users.where('id', 'in', ids).execute()).map(({ id, email }) => [id, email]));
  }
}
