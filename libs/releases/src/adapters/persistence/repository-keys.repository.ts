import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { pgPool } from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import { type RepositoryKey, RepositoryKeys } from '../../domain/repository-keys.ts';

interface Row {
  readonly public_key: string;
  readonly encrypted_private_key: Buffer;
  readonly created_at: Date;
}

@Injectable()
export class PgRepositoryKeys extends RepositoryKeys {
  constructor(
    private readonly em: EntityManager,
    private readonly keyring: Keyring,
  ) {
    super();
  }

  async find(organizationId: string): Promise<RepositoryKey | null> {
    const pool = await pgPool(this.em);
    const text = `select public_key, encrypted_private_key, created_at from releases.repository_keys where organization_id = $1`;
    const { rows } = await pool.query<Row>(text, [organizationId]);
    const [row] = rows;
    if (!row) return null;
    const privateKey = this.keyring.decrypt(row.encrypted_private_key);
    return { publicKey: row.public_key, privateKey, createdAt: new Date(row.created_at) };
  }

  /** Processes that need the key at the same time make one each; the first one that is stored counts. */
  async add(organizationId: string, { publicKey, privateKey, createdAt }: RepositoryKey): Promise<RepositoryKey> {
    const pool = await pgPool(this.em);
    await pool.query(
      `insert into releases.repository_keys (organization_id, public_key, encrypted_private_key, created_at)
       values ($1, $2, $3, $4) on conflict (organization_id) do nothing`,
      [organizationId, publicKey, this.keyring.encrypt(privateKey), createdAt],
    );
    return (await this.find(organizationId))!;
  }
}
