import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { ResourceNotFound } from '#kernel';
import { FindOrganizations, FindUser } from '#organizations/contract';
import { type SellerPrincipal, scopesOfRole } from '#platform/auth';
import { readDb } from '#platform/persistence';
import type { UserCredentialsTables } from '../adapters/persistence/user-credentials.mapping.ts';
import type { CurrentUserView } from './current-user.view.ts';

/** The user who makes a request, and what they may do with this credential. */
export class GetCurrentUser extends Query<CurrentUserView> {
  constructor(readonly caller: SellerPrincipal) {
    super();
  }
}

@QueryHandler(GetCurrentUser)
export class GetCurrentUserHandler implements IQueryHandler<GetCurrentUser> {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
  ) {}

  async execute({ caller }: GetCurrentUser): Promise<CurrentUserView> {
    const db = readDb<UserCredentialsTables>(this.em);
    const [user, organizations, credentials, { passkeys }] = await Promise.all([
      this.queries.execute(new FindUser({ id: caller.id })),
      this.queries.execute(new FindOrganizations(caller.organizations)),
      db
        .selectFrom('identity.user_credentials')
        .select([
          sql<boolean>`password_hash is not null`.as('has_password'),
          sql<boolean>`totp_secret is not null`.as('has_second_factor'),
          sql<number>`jsonb_array_length(recovery_digests)`.as('recovery_codes_left'),
        ])
        .where('id', '=', caller.id)
        .executeTakeFirst(),
      db
        .selectFrom('identity.passkeys')
        .select(sql<number>`count(*)::int`.as('passkeys'))
        .where('user_id', '=', caller.id)
        .executeTakeFirstOrThrow(),
    ]);
    if (!user) throw new ResourceNotFound();
    const memberships = caller.memberships.flatMap(({ organizationId, role, blocked }) => {
      const organization = organizations.get(organizationId);
      if (!organization) return [];
      const { name, slug } = organization;
      return [
        { organization_id: organizationId, name, slug, role, is_blocked: blocked, scopes: scopesOfRole(role, caller.scopes) },
      ];
    });
    const { has_password = false, has_second_factor = false, recovery_codes_left = 0 } = credentials ?? {};
    return {
      id: user.id,
      email: user.email,
      scopes: [...caller.scopes],
      memberships,
      has_password,
      has_second_factor,
      recovery_codes_left,
      passkeys,
    };
  }
}
