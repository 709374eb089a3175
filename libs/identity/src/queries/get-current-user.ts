import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { ResourceNotFound } from '#kernel';
import { FindOrganizations, FindUser } from '#organizations/contract';
import { type SellerPrincipal, scopesOfRole } from '#platform/auth';
import { readDb } from '#engine/persistence';
import type { UserCredentialsTables } from '../adapters/persistence/user-credentials.mapping.ts';
import type { CurrentUserView } from './current-user.view.ts';

/** What a credential that is limited to one organization does not show. */
const NO_CREDENTIALS = { has_password: null, has_second_factor: null, recovery_codes_left: null, passkeys: null };

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
    const [user, organizations, credentials] = await Promise.all([
      this.queries.execute(new FindUser({ id: caller.id })),
      this.queries.execute(new FindOrganizations([...caller.organizations, ...caller.needingSingleSignOn])),
      caller.providerOrganizationId === null ? this.credentialsOf(caller.id) : NO_CREDENTIALS,
    ]);
    if (!user) throw new ResourceNotFound();
    const named = (organizationId: string) => {
      const organization = organizations.get(organizationId);
      return organization ? [{ organization_id: organizationId, name: organization.name, slug: organization.slug }] : [];
    };
    const memberships = caller.memberships.flatMap(({ organizationId, role, blocked, isSandbox }) =>
      named(organizationId).map((each) => ({
        ...each,
        time_zone: organizations.get(organizationId)!.timeZone,
        role,
        is_blocked: blocked,
        is_sandbox: isSandbox,
        scopes: scopesOfRole(role, caller.scopes),
      })),
    );
    return {
      id: user.id,
      email: user.email,
      scopes: [...caller.scopes],
      memberships,
      single_sign_on_organization_id: caller.providerOrganizationId,
      needing_single_sign_on: caller.needingSingleSignOn.flatMap(named),
      ...credentials,
    };
  }

  private async credentialsOf(userId: string) {
    const db = readDb<UserCredentialsTables>(this.em);
    const [known, { passkeys }] = await Promise.all([
      db
        .selectFrom('identity.user_credentials')
        .select([
          sql<boolean>`password_hash is not null`.as('has_password'),
          sql<boolean>`totp_secret is not null`.as('has_second_factor'),
          sql<number>`jsonb_array_length(recovery_digests)`.as('recovery_codes_left'),
        ])
        .where('id', '=', userId)
        .executeTakeFirst(),
      db
        .selectFrom('identity.passkeys')
        .select(sql<number>`count(*)::int`.as('passkeys'))
        .where('user_id', '=', userId)
        .executeTakeFirstOrThrow(),
    ]);
    return { ...(known ?? { has_password: false, has_second_factor: false, recovery_codes_left: 0 }), passkeys };
  }
}
