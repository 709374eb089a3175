import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { reencryptColumns } from '#platform/persistence';
import { Keyring } from '#platform/secrets';
import { ConnectorSecrets, type EncryptedSecret } from '../../domain/connector-secrets.ts';

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

  reencrypt(): Promise<number> {
    return reencryptColumns(this.em, this.keyring, { table: 'connectors.connectors', primaryKey: ['id'], columns: ['secret'] });
  }
}
