import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { reencryptColumns } from '#platform/persistence';
import { Keyring } from '#platform/secrets';
import { SecretBox } from '../../domain/secret-box.ts';

@Injectable()
export class KeyringSecretBox extends SecretBox {
  constructor(
    private readonly keyring: Keyring,
    private readonly em: EntityManager,
  ) {
    super();
  }

  seal(secret: string): Buffer {
    return this.keyring.encrypt(secret);
  }

  open(sealed: Buffer): string {
    return this.keyring.decrypt(sealed);
  }

  reencrypt(): Promise<number> {
    const columns = ['totp_secret', 'new_totp_secret'];
    return reencryptColumns(this.em, this.keyring, { table: 'identity.user_credentials', primaryKey: ['id'], columns });
  }
}
