import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { WallClock } from '#kernel';
import { reencryptColumns } from '#platform/persistence';
import { Keyring } from '#platform/secrets';
import { type OAuthClient, OAuthClients } from '../../domain/oauth-clients.ts';
import { run } from './statements.ts';

interface Row {
  readonly id: string;
  readonly metadata: Record<string, unknown>;
  readonly encrypted_secret: Buffer | null;
}

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
    const [row] = await run<Row>(this.em, 'select id, metadata, encrypted_secret from oauth.clients where id = $1', [id]);
    // A client whose secret was encrypted with a key that is lost cannot authenticate: it has to register again.
    if (!row || (row.encrypted_secret && !this.keyring.hasKeyOf(row.encrypted_secret))) return undefined;
    const { id: clientId, metadata, encrypted_secret: encrypted } = row;
    return { id: clientId, metadata, secret: encrypted && this.keyring.decrypt(encrypted) };
  }

  async save({ id, metadata, secret }: OAuthClient): Promise<void> {
    await run(
      this.em,
      `insert into oauth.clients (id, metadata, encrypted_secret, created_at) values ($1, $2, $3, $4)
       on conflict (id) do update set metadata = $2, encrypted_secret = $3, modified_at = $4`,
      [id, JSON.stringify(metadata), secret === null ? null : this.keyring.encrypt(secret), this.clock.now()],
    );
  }

  async delete(id: string): Promise<void> {
    await run(
      this.em,
      `with tokens as (delete from oauth.access_tokens where client_id = $1),
         state as (delete from oauth.provider_state where client_id = $1),
         grants as (delete from oauth.grants where client_id = $1)
       delete from oauth.clients where id = $1`,
      [id],
    );
  }

  reencrypt(): Promise<number> {
    const columns = { table: 'oauth.clients', primaryKey: ['id'], columns: ['encrypted_secret'] } as const;
    return reencryptColumns(this.em, this.keyring, columns);
  }
}
