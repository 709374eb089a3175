import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { FindOrganizations, USER_ACCESS } from '#organizations/contract';
import { counts, isEnded, type Membership } from '#platform/auth';
import { readDb } from '#engine/persistence';

export interface ConsentingUser {
  readonly id: string;
  readonly email: string;
  /** The organization to which the session of the user is limited. */
  readonly providerOrganizationId: string | null;
  /** The organizations in which an application could act that the user allows in this session, by name. */
  readonly organizations: readonly ConsentingOrganization[];
  /** The organizations in which it could only if the user signed in through their provider, by name. */
  readonly needingSingleSignOn: readonly ConsentingOrganization[];
}

interface ConsentingOrganization {
  readonly id: string;
  readonly name: string;
}

/** Who is asked whether an application may act for them, and where it could; null for a blocked user. */
export class FindConsentingUser extends Query<ConsentingUser | null> {
  constructor(
    readonly userId: string,
    /** The provider of the user's session. */
    readonly providerOrganizationId: string | null,
    /** When the user signed in for the session. */
    readonly authorizedAt: Date,
  ) {
    super();
  }
}

interface Row {
  readonly email: string;
  readonly memberships: readonly Membership[] | null;
}

@QueryHandler(FindConsentingUser)
export class FindConsentingUserHandler implements IQueryHandler<FindConsentingUser> {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
  ) {}

  async execute({ userId, providerOrganizationId, authorizedAt }: FindConsentingUser): Promise<ConsentingUser | null> {
    const { rows } = await sql<Row>`
      select email, memberships from ${sql.table(USER_ACCESS)} where user_id = ${userId}::uuid
    `.execute(readDb<object>(this.em));
    const [row] = rows;
    if (!row) return null;
    const memberships = (row.memberships ?? []).filter((each) => !isEnded(each, { authorizedAt }));
    // An application has no second factor.
    const [some, others] = [true, false].map((wanted) =>
      memberships.filter((each) => counts(each, { providerOrganizationId, hasSecondFactor: false, authorizedAt }) === wanted),
    ) as [Membership[], Membership[]];
    const [organizations, needingSingleSignOn] = await Promise.all([
      this.named(some),
      this.named(providerOrganizationId === null ? others : []),
    ]);
    return { id: userId, email: row.email, providerOrganizationId, organizations, needingSingleSignOn };
  }

  private async named(memberships: readonly Membership[]): Promise<ConsentingOrganization[]> {
    const ids = memberships.map(({ organizationId }) => organizationId);
    return [...(await this.queries.execute(new FindOrganizations(ids))).values()]
      .map(({ id, name }) => ({ id, name }))
      .sort((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1));
  }
}
