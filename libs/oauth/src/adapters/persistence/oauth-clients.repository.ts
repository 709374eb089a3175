import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { derivedId, WallClock } from '#kernel';
import { isStorable } from '#support/texts';
import { USER_ACCESS } from '#organizations/contract';
import { inTransaction, recordChange, reencryptColumns, type Snapshot } from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import { type OAuthClient, OAuthClients } from '../../domain/oauth-clients.ts';
import { run, runIn } from './statements.ts';

interface Row {
  readonly id: string;
  readonly metadata: Record<string, unknown>;
  readonly encrypted_secret: Buffer | null;
}

const READ = 'select id, metadata, encrypted_secret from oauth.clients where id = $1';

/** The organizations in which the client may act: users chose them, or belong to them. */
const ORGANIZATIONS = `
  select distinct coalesce(chosen.id, member.value ->> 'organizationId') as id from oauth.grants g
    left join lateral unnest(g.organization_ids::text[]) as chosen(id) on true
    left join ${USER_ACCESS} a on g.organization_ids is null and a.user_id = g.user_id
    left join lateral jsonb_array_elements(a.memberships) as member(value) on true
  where g.client_id = $1 and coalesce(chosen.id, member.value ->> 'organizationId') is not null`;

/** The metadata that the audit log has, under an ID that is derived from that of the client. Others, such as contacts, are nobody's business there. */
const LOGGED = [
  'client_name',
  'client_uri',
  'logo_uri',
  'policy_uri',
  'tos_uri',
  'redirect_uris',
  'post_logout_redirect_uris',
  'grant_types',
  'scope',
  'token_endpoint_auth_method',
  'application_type',
  'default_sub_type',
] as const;

@Injectable()
export class PgOAuthClients extends OAuthClients {
  constructor(
    private readonly em: EntityManager,
    private readonly keyring: Keyring,
    private readonly clock: WallClock,
  ) {
    super();
  }

  async find(id: string): Promise<OAuthClient | undefined> {
    if (!isStorable(id)) return undefined;
    const [row] = await run<Row>(this.em, READ, [id]);
    // A client whose secret was encrypted with a key that is lost cannot authenticate: it has to register again.
    if (!row || (row.encrypted_secret && !this.keyring.hasKeyOf(row.encrypted_secret))) return undefined;
    return this.clientOf(row);
  }

  async save(client: OAuthClient): Promise<void> {
    const { id, metadata, secret } = client;
    await inTransaction(this.em, 'OAuthClient', async (transaction) => {
      const before = await this.locked(transaction, id);
      await runIn(
        transaction,
        `insert into oauth.clients (id, metadata, encrypted_secret, created_at) values ($1, $2, $3, $4)
         on conflict (id) do update set metadata = $2, encrypted_secret = $3, modified_at = $4`,
        [id, JSON.stringify(metadata), secret === null ? null : this.keyring.encrypt(secret), this.clock.now()],
      );
      await recordFor(await organizationsOf(transaction, id), transaction, before, client);
    });
  }

  async delete(id: string): Promise<void> {
    await inTransaction(this.em, 'deleted OAuthClient', async (transaction) => {
      const before = await this.locked(transaction, id);
      const organizations = await organizationsOf(transaction, id);
      await runIn(
        transaction,
        `with tokens as (delete from oauth.access_tokens where client_id = $1),
           state as (delete from oauth.provider_state where client_id = $1),
           grants as (delete from oauth.grants where client_id = $1)
         delete from oauth.clients where id = $1`,
        [id],
      );
      await recordFor(organizations, transaction, before, undefined);
    });
  }

  reencrypt(): Promise<number> {
    const columns = { table: 'oauth.clients', primaryKey: ['id'], columns: ['encrypted_secret'] } as const;
    return reencryptColumns(this.em, this.keyring, columns);
  }

  private async locked(transaction: EntityManager, id: string): Promise<OAuthClient | undefined> {
    const [row] = await runIn<Row>(transaction, `${READ} for update`, [id]);
    return row && this.clientOf(row);
  }

  private clientOf({ id, metadata, encrypted_secret: encrypted }: Row): OAuthClient {
    const isReadable = encrypted !== null && this.keyring.hasKeyOf(encrypted);
    return { id, metadata, secret: isReadable ? this.keyring.decrypt(encrypted) : null };
  }
}

const organizationsOf = async (transaction: EntityManager, clientId: string): Promise<string[]> =>
  (await runIn<{ id: string }>(transaction, ORGANIZATIONS, [clientId])).map(({ id }) => id);

/** Nobody owns a client: its changes are in the logs of the organizations in which it may act. */
async function recordFor(
  organizations: readonly string[],
  transaction: EntityManager,
  before: OAuthClient | undefined,
  after: OAuthClient | undefined,
): Promise<void> {
  for (const each of organizations.length > 0 ? organizations : [null]) {
    await recordChange(transaction, before && snapshotOf(before, each), after && snapshotOf(after, each));
  }
}

const snapshotOf = ({ id, metadata, secret }: OAuthClient, organizationId: string | null): Snapshot => ({
  type: 'oauth_client',
  id: derivedId('oauth_client', id),
  organizationId,
  customerId: null,
  isDeleted: false,
  fields: {
    ...Object.fromEntries(LOGGED.map((name) => [name, metadata[name] ?? null])),
    client_secret: secret === null ? null : Buffer.from(secret),
  },
});
