import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { inTransaction } from '#platform/persistence';
import { Keyring } from '#platform/secrets';
import { ConnectorSecrets, type EncryptedSecret } from '../../domain/connector-secrets.ts';
import type { ConnectorsTables } from './connectors-tables.mapping.ts';

const BATCH = 500;

@Injectable()
export class KeyringConnectorSecrets extends ConnectorSecrets {
  constructor(
    private readonly keyring: Keyring,
    private readonly em: EntityManager,
  ) {
    super();
  }

  encrypt(secret: string): EncryptedSecret {
    return this.keyring.encrypt(secret);
  }

  decrypt(secret: EncryptedSecret): string {
    return this.keyring.decrypt(secret);
  }

  /** Repeats until nothing is found: a process that still has the old key may encrypt with it meanwhile. */
  async reencrypt(): Promise<number> {
    let renewed = 0;
    for (let found = 1; found > 0; renewed += found) found = await this.renew();
    return renewed;
  }

  private renew(): Promise<number> {
    return inTransaction(this.em, 'secrets of connectors', async (transaction) => {
      const connectors = transaction.getKysely<ConnectorsTables>();
      const outdated = await connectors
        .selectFrom('connectors.connectors')
        .select(['id', 'secret'])
        .where(sql<boolean>`substring(secret from 1 for 4) <> ${this.keyring.currentKeyId}`)
        .limit(BATCH)
        .forUpdate()
        .execute();
      for (const { id, secret } of outdated) {
        const renewed = { secret: this.keyring.encrypt(this.keyring.decrypt(secret)) };
        await connectors.updateTable('connectors.connectors').set(renewed).where('id', '=', id).execute();
      }
      return outdated.length;
    });
  }
}
