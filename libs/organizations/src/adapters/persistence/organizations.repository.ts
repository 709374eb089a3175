import { UniqueConstraintViolationException } from '@mikro-orm/core';
import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { ResourceNotFound, type Sync } from '#kernel';
import { inTransaction, noteRevokedTokens, recordChange, setQuotas, type Snapshot } from '#engine/persistence';
import { slugTaken, TooManyOrganizations } from '../../domain/organization.errors.ts';
import type { Organization, OrganizationState } from '../../domain/organization.ts';
import { Organizations, type WhichOrganization } from '../../domain/organizations.ts';
import { organizationRows } from './organization.mapping.ts';
import { sql } from 'kysely';
import type { Role } from '../../domain/roles.ts';

/** Makes those who create organizations on the quota of this user take turns, until the transaction ends. */
const lockQuota = (em: EntityManager, quotaUserId: string): Promise<unknown> =>
  em.execute('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`organizations/${quotaUserId}`]);

/** Locks the quota on which a user creates organizations. Returns the user whose quota it is. */
async function lockQuotaOf(em: EntityManager, userId: string): Promise<string> {
  const read = 'select quota_user_id from organizations.user_quotas where user_id = ?';
  const [row] = await em.execute<{ quota_user_id: string }[]>(read, [userId]);
  const quotaUserId = row?.quota_user_id ?? userId;
  await lockQuota(em, quotaUserId);
  return quotaUserId;
}

/** Locks the quotas between which a user changes. */
async function lockQuotasOf(em: EntityManager, userId: string): Promise<void> {
  const read = 'select distinct unnest(array[id, quota_user_id]) as id from organizations.users where id = ? order by id';
  for (const { id } of await em.execute<{ id: string | null }[]>(read, [userId])) if (id !== null) await lockQuota(em, id);
}

/** The number of organizations of a quota. */
async function organizationsOf(em: EntityManager, quotaUserId: string): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    with sharing as (
      select q.user_id from organizations.users u join organizations.user_quotas q on q.user_id = u.id
      where (u.id = ${quotaUserId} or u.quota_user_id = ${quotaUserId}) and q.quota_user_id = ${quotaUserId}
    )
    select count(*)::int as number from (
      select id from organizations.organizations where creator_id in (select user_id from sharing)
      union
      select o.id from organizations.memberships m join organizations.organizations o on o.id = m.organization_id
      where m.user_id in (select user_id from sharing) and m.role = 'owner' and o.creator_id is null
    ) as counted
  `.execute(em.getKysely());
  return rows[0]!.number;
}

/**
 * Counts the organizations of each quota with its oldest one, but those of trusted users by themselves: of this user, and of all whose
 * quota has been that of the user.
 */
const countTogether = (em: EntityManager, userId: string): Promise<void> =>
  setQuotas(
    em,
    sql`
      with quota_users as (
        select unnest(array[id, quota_user_id]) as id from organizations.users where id = ${userId}
      ), concerned as (
        select id from organizations.users where id in (select id from quota_users)
        union
        select id from organizations.users where quota_user_id in (select id from quota_users)
      )
      select o.id, case when q.is_trusted then o.id
        else first_value(o.id) over (partition by q.quota_user_id, q.is_trusted order by o.created_at, o.id) end
      from concerned c
      join organizations.user_quotas q on q.user_id = c.id
      join organizations.organizations o on o.creator_id = c.id
    `,
  );

/** What an organization knows of its members. */
type Memberships = Pick<OrganizationState, 'members' | 'credentialsEndedAt'>;

interface Row {
  readonly user_id: string;
  readonly role: Role;
  readonly credentials_ended_at: Date | null;
}

async function readMemberships(em: EntityManager, organizationId: string): Promise<Memberships> {
  const { rows } = await sql<Row>`
    select user_id, role, credentials_ended_at from organizations.memberships where organization_id = ${organizationId}
  `.execute(em.getKysely());
  return {
    members: Object.fromEntries(rows.map(({ user_id, role }) => [user_id, role])),
    credentialsEndedAt: Object.fromEntries(
      rows.flatMap(({ user_id, credentials_ended_at: at }) => (at === null ? [] : [[user_id, new Date(at)]])),
    ),
  };
}

/** Makes the stored members equal to those of the organization: deletes, inserts and updates rows. */
async function writeMemberships(
  em: EntityManager,
  { id, members, credentialsEndedAt }: Readonly<OrganizationState>,
): Promise<void> {
  const [userIds, roles] = [Object.keys(members), Object.values(members)];
  const ended = userIds.map((userId) => credentialsEndedAt[userId] ?? null);
  await sql`
    delete from organizations.memberships where organization_id = ${id} and user_id <> all(${userIds}::uuid[])
  `.execute(em.getKysely());
  await sql`
    insert into organizations.memberships (organization_id, user_id, role, credentials_ended_at)
    select ${id}, * from unnest(${userIds}::uuid[], ${roles}::text[], ${ended}::timestamptz[])
    on conflict (organization_id, user_id) do update
    set role = excluded.role, credentials_ended_at = excluded.credentials_ended_at
  `.execute(em.getKysely());
}

/** A sandbox as the audit log of the organization has it that it belongs to. */
const asSandbox = ({ id, slug, name, sandboxOf }: Readonly<OrganizationState>): Snapshot => ({
  type: 'sandbox',
  id,
  organizationId: sandboxOf,
  customerId: null,
  isDeleted: false,
  fields: { slug, name },
});

/** Deletes the access tokens of an organization. */
async function revokeTokens(em: EntityManager, organizationId: string): Promise<void> {
  const { rows } = await sql<{ digest: Buffer }>`
    delete from organizations.access_tokens where organization_id = ${organizationId} returning digest
  `.execute(em.getKysely());
  await noteRevokedTokens(
    em,
    rows.map(({ digest }) => digest),
  );
}

/** Loads the members after locking the row, so that decisions about them use the latest state. */
@Injectable()
export class MikroOrmOrganizations extends Organizations {
  constructor(private readonly em: EntityManager) {
    super();
  }

  async add(organization: Organization, most: number): Promise<void> {
    const creatorId = organization.snapshot.creatorId!;
    try {
      await inTransaction(this.em, 'new Organization', async (transaction) => {
        const quotaUserId = await lockQuotaOf(transaction, creatorId);
        if (most < Infinity && (await organizationsOf(transaction, quotaUserId)) >= most) throw new TooManyOrganizations(most);
        await organizationRows.insert(transaction, [organization]);
        await writeMemberships(transaction, organization.snapshot);
        await countTogether(transaction, creatorId);
        if (organization.snapshot.sandboxOf) await recordChange(transaction, undefined, asSandbox(organization.snapshot));
      });
    } catch (error) {
      throw error instanceof UniqueConstraintViolationException ? slugTaken(organization.slug) : error;
    }
  }

  recount(userId: string): Promise<void> {
    return inTransaction(this.em, 'quotas of Organizations', async (transaction) => {
      await lockQuotasOf(transaction, userId);
      await countTogether(transaction, userId);
    });
  }

  async find(id: string): Promise<Organization> {
    const em = this.em.fork();
    const [found] = await organizationRows.find(em, { id });
    if (!found) throw new ResourceNotFound();
    return organizationRows.restored({ ...found.snapshot, ...(await readMemberships(em, id)) });
  }

  change<T>(which: WhichOrganization, by: (organization: Organization) => Sync<T>): Promise<T> {
    return inTransaction(this.em, 'Organization', async (transaction) => (await changeIn(transaction, which, by)).outcome);
  }

  deleteSandbox(id: string, by: (organization: Organization) => Sync<void>): Promise<void> {
    return inTransaction(this.em, 'deleted Organization', async (transaction) => {
      const { before } = await changeIn(transaction, { id }, by);
      await revokeTokens(transaction, id);
      if (before.creatorId) await countTogether(transaction, before.creatorId);
      await recordChange(transaction, asSandbox(before), undefined);
    });
  }

  async forgetDeleted(id: string): Promise<void> {
    await sql`delete from organizations.organizations where id = ${id} and deleted_at is not null`.execute(this.em.getKysely());
  }
}

async function changeIn<T>(transaction: EntityManager, which: WhichOrganization, by: (organization: Organization) => Sync<T>) {
  const row = 'id' in which ? { id: which.id } : { slug: which.slug.toLowerCase() };
  const locked = await organizationRows.lock(transaction, row, { parts: ({ id }) => readMemberships(transaction, id) });
  const before = locked.all[0]?.snapshot;
  const outcome = await locked.change(by);
  const after = locked.all[0]!.snapshot;
  if (after.members !== before?.members || after.credentialsEndedAt !== before.credentialsEndedAt) {
    await writeMemberships(transaction, after);
  }
  return { outcome, before: before! };
}
