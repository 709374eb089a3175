import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { type Access, ResourceNotFound, WallClock } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { readDb } from '#engine/persistence';
import type { OrganizationInvitationView, OwnInvitationView } from './organization-member.view.ts';

interface Stored {
  readonly id: string;
  readonly email: string;
  readonly role: OrganizationInvitationView['role'];
  readonly invited_by: string;
  readonly created_at: string;
  readonly expires_at: string;
}

/** The pending invitations of an organization, oldest first. Throws `ResourceNotFound`. */
export class ListOrganizationInvitations extends Query<Page<OrganizationInvitationView>> {
  constructor(
    readonly access: Access,
    readonly organizationId: string,
    readonly paging: Paging,
  ) {
    super();
  }
}

/** Throws `ResourceNotFound`. */
export class GetOrganizationInvitation extends Query<OrganizationInvitationView> {
  constructor(
    readonly access: Access,
    readonly organizationId: string,
    readonly id: string,
  ) {
    super();
  }
}

/** The pending invitations of a user, with their organizations. */
export class ListOwnInvitations extends Query<Page<OwnInvitationView>> {
  constructor(
    readonly userId: string,
    readonly paging: Paging,
  ) {
    super();
  }
}

const timesOf = ({ created_at, expires_at }: Pick<Stored, 'created_at' | 'expires_at'>) => ({
  created_at: new Date(created_at),
  expires_at: new Date(expires_at),
});

async function pendingOf(em: EntityManager, organizationId: string, now: Date): Promise<OrganizationInvitationView[]> {
  const { rows } = await sql<{ invitations: Stored[] }>`
    select invitations from organizations.organizations where id = ${organizationId}::uuid
  `.execute(readDb<object>(em));
  const pending = (rows[0]?.invitations ?? []).map((each) => ({ ...each, ...timesOf(each) }));
  return pending.filter(({ expires_at }) => expires_at > now);
}

const slice = <T>(items: readonly T[], paging: Paging): Page<T> =>
  toPage(items.slice(offsetOf(paging), offsetOf(paging) + paging.limit), items.length, paging);

@QueryHandler(ListOrganizationInvitations)
export class ListOrganizationInvitationsHandler implements IQueryHandler<ListOrganizationInvitations> {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: WallClock,
  ) {}

  async execute({ access, organizationId, paging }: ListOrganizationInvitations): Promise<Page<OrganizationInvitationView>> {
    access.assertSees(organizationId);
    return slice(await pendingOf(this.em, organizationId, this.clock.now()), paging);
  }
}

@QueryHandler(GetOrganizationInvitation)
export class GetOrganizationInvitationHandler implements IQueryHandler<GetOrganizationInvitation> {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: WallClock,
  ) {}

  async execute({ access, organizationId, id }: GetOrganizationInvitation): Promise<OrganizationInvitationView> {
    access.assertSees(organizationId);
    const found = (await pendingOf(this.em, organizationId, this.clock.now())).find((each) => each.id === id);
    if (!found) throw new ResourceNotFound();
    return found;
  }
}

@QueryHandler(ListOwnInvitations)
export class ListOwnInvitationsHandler implements IQueryHandler<ListOwnInvitations> {
  constructor(
    private readonly em: EntityManager,
    private readonly clock: WallClock,
  ) {}

  async execute({ userId, paging }: ListOwnInvitations): Promise<Page<OwnInvitationView>> {
    const now = this.clock.now();
    const { rows } = await sql<Stored & { organization_id: string; organization_name: string }>`
      select i.id, i.email, i.role, i.created_at, i.expires_at, o.id as organization_id, o.name as organization_name
      from organizations.users u
      join organizations.organizations o
        on o.invitations @> jsonb_build_array(jsonb_build_object('email', lower(u.email)))
      cross join lateral jsonb_to_recordset(o.invitations)
        as i (id uuid, email text, role text, created_at text, expires_at text)
      where u.id = ${userId}::uuid and i.email = lower(u.email)
      order by i.created_at, i.id
    `.execute(readDb<object>(this.em));
    const pending = rows.map((row) => ({ ...row, ...timesOf(row) })).filter(({ expires_at }) => expires_at > now);
    return slice(pending, paging);
  }
}
