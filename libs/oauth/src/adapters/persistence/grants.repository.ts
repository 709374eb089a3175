import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { derivedId, isUuid } from '#kernel';
import type { CredentialsToEnd } from '#support/credentials';
import { USER_ACCESS } from '#organizations/contract';
import { recordEvents } from '#engine/outbox';
import { attributeTo, inTransaction, recordChange, type Snapshot } from '#engine/persistence';
import type { ApplicationAllowed } from '../../domain/grant.events.ts';
import { type Grant, Grants } from '../../domain/grants.ts';
import { run, runIn } from './statements.ts';

type Row = Omit<Grant, 'authorizedAt' | 'createdAt' | 'expiresAt'> & {
  readonly authorizedMs: number;
  readonly createdMs: number;
  readonly expiresMs: number;
};

const COLUMNS = `id, client_id as "clientId", user_id as "userId", scopes, sub_type as "subType",
  organization_ids::text[] as "organizationIds", provider_organization_id as "providerOrganizationId",
  (extract(epoch from coalesce(authorized_at, created_at)) * 1000)::float8 as "authorizedMs", (extract(epoch from created_at) * 1000)::float8 as "createdMs",
  (extract(epoch from expires_at) * 1000)::float8 as "expiresMs"`;

const OF_PROVIDER = `
  select id from oauth.grants
  where provider_organization_id = $1 and ($2::uuid[] is null or user_id = any($2))
    and ($3::timestamptz is null or coalesce(authorized_at, created_at) <= $3)
  order by id`;

const DELETION = `
  with tokens as (delete from oauth.access_tokens where grant_id = $1),
    state as (delete from oauth.provider_state where grant_id = $1)
  delete from oauth.grants where id = $1 returning id`;

@Injectable()
export class PgGrants extends Grants {
  constructor(private readonly em: EntityManager) {
    super();
  }

  async add(grant: Grant, event?: ApplicationAllowed): Promise<void> {
    const { id, clientId, userId, scopes, subType, organizationIds, providerOrganizationId } = grant;
    const { authorizedAt, createdAt, expiresAt } = grant;
    await this.attributeToUser(userId);
    await inTransaction(this.em, 'new Grant', async (transaction) => {
      await runIn(
        transaction,
        `insert into oauth.grants
           (id, client_id, user_id, scopes, sub_type, organization_ids, provider_organization_id, authorized_at, created_at, expires_at)
         values ($1, $2, $3, $4, $5, $6::uuid[], $7, $8, $9, $10)`,
        [
          id,
          clientId,
          userId,
          JSON.stringify(scopes),
          subType,
          organizationIds,
          providerOrganizationId,
          authorizedAt,
          createdAt,
          expiresAt,
        ],
      );
      await recordChange(transaction, undefined, snapshotOf(grant));
      await recordEvents(transaction, event ? [event] : []);
    });
  }

  async find(id: string): Promise<Grant | undefined> {
    const [row] = await run<Row>(this.em, `select ${COLUMNS} from oauth.grants where id = $1`, [id]);
    if (!row) return undefined;
    const { authorizedMs, createdMs, expiresMs, ...rest } = row;
    return {
      ...rest,
      authorizedAt: new Date(authorizedMs),
      createdAt: new Date(createdMs),
      expiresAt: new Date(expiresMs),
    };
  }

  async delete(id: string): Promise<void> {
    await this.remove(id, await this.find(id));
  }

  async deleteOfUser(id: string, userId: string): Promise<boolean> {
    const grant = await this.find(id);
    return grant?.userId === userId && this.remove(id, grant);
  }

  async deleteAll(which: CredentialsToEnd): Promise<void> {
    const grants =
      'userId' in which
        ? await run<{ id: string }>(this.em, 'select id from oauth.grants where user_id = $1 order by id', [which.userId])
        : await run<{ id: string }>(this.em, OF_PROVIDER, [which.providerOrganizationId, which.userIds, which.until]);
    for (const { id } of grants) await this.delete(id);
  }

  /** Also tokens of a grant that is gone itself. */
  private async remove(id: string, grant: Grant | undefined): Promise<boolean> {
    if (grant) await this.attributeToUser(grant.userId);
    return inTransaction(this.em, 'deleted Grant', async (transaction) => {
      const isDeleted = (await runIn(transaction, DELETION, [id])).length > 0;
      if (grant && isDeleted) await recordChange(transaction, snapshotOf(grant), undefined);
      return isDeleted;
    });
  }

  /** Requests of applications and of pages have no credential of the API: they act for the user. */
  private async attributeToUser(userId: string): Promise<void> {
    const [row] = await run<{ organizations: string[] }>(
      this.em,
      `select array(select each ->> 'organizationId' from jsonb_array_elements(memberships) as member(each)) as organizations
       from ${USER_ACCESS} where user_id = $1`,
      [userId],
    );
    attributeTo({ type: 'user', id: userId, credentialId: null, customerId: null, organizations: row?.organizations ?? [] });
  }
}

/** What a user allowed for one organization is in its log, everything else in those of all organizations of the user. */
const snapshotOf = ({ id, clientId, userId, scopes, organizationIds, expiresAt }: Grant): Snapshot => ({
  type: 'oauth_grant',
  // Grants of earlier versions have other ids, which the audit log cannot have.
  id: isUuid(id) ? id : derivedId('oauth_grant', id),
  organizationId: organizationIds?.length === 1 ? organizationIds[0]! : null,
  customerId: null,
  isDeleted: false,
  fields: { client_id: clientId, user_id: userId, scopes, organization_ids: organizationIds, expires_at: expiresAt },
});
