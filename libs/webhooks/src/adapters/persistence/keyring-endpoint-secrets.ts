import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { sql } from 'kysely';
import { inTransaction } from '#platform/persistence';
import { Keyring } from '#platform/secrets';
import { type EncryptedSecret, EndpointSecrets } from '../../domain/endpoint-secrets.ts';
import type { WebhooksTables } from './webhooks-tables.mapping.ts';

const BATCH = 500;

@Injectable()
export class KeyringEndpointSecrets extends EndpointSecrets {
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
    return inTransaction(this.em, 'secrets of webhook endpoints', async (transaction) => {
      const endpoints = transaction.getKysely<WebhooksTables>();
      const isOutdated = (column: 'secret' | 'previous_secret') =>
        sql<boolean>`substring(${sql.ref(column)} from 1 for 4) <> ${this.keyring.currentKeyId}`;
      const outdated = await endpoints
        .selectFrom('webhooks.endpoints')
        .select(['id', 'secret', 'previous_secret'])
        .where(({ or }) => or([isOutdated('secret'), isOutdated('previous_secret')]))
        .limit(BATCH)
        .forUpdate()
        .execute();
      for (const { id, secret, previous_secret } of outdated) {
        const renewed = { secret: this.renewed(secret), previous_secret: previous_secret && this.renewed(previous_secret) };
        await endpoints.updateTable('webhooks.endpoints').set(renewed).where('id', '=', id).execute();
      }
      return outdated.length;
    });
  }

  private renewed(secret: EncryptedSecret): EncryptedSecret {
    return this.keyring.encrypt(this.keyring.decrypt(secret));
  }
}
