import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { FindOrganizations, USER_ACCESS } from '#organizations/contract';
import { readDb } from '#platform/persistence';

export interface ConsentingUser {
  readonly id: string;
  readonly email: string;
  /** Those that the user belongs to, by name. */
  readonly organizations: readonly { readonly id: string; readonly name: string }[];
}

/** Who is asked whether an application may act for them, and where it could; null for a blocked user. */
export class FindConsentingUser extends Query<ConsentingUser | null> {
  constructor(readonly userId: string) {
    super();
  }
}

interface Row {
  readonly email: string;
  readonly memberships: readonly { readonly organizationId: string }[] | null;
}

@QueryHandler(FindConsentingUser)
export class FindConsentingUserHandler implements IQueryHandler<FindConsentingUser> {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
  ) {}

  async execute({ userId }: FindConsentingUser): Promise<ConsentingUser | null> {
    const { rows } = await sql<Row>`
      select email, memberships from ${sql.table(USER_ACCESS)} where user_id = ${userId}::uuid
    `.execute(readDb<object>(this.em));
    const [row] = rows;
    if (!row) return null;
    const ids = (row.memberships ?? []).map(({ organizationId }) => organizationId);
    const organizations = [...(await this.queries.execute(new FindOrganizations(ids))).values()]
      .map(({ id, name }) => ({ id, name }))
      .sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1));
    return { id: userId, email: row.email, organizations };
  }
}
