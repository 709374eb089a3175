import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { reencryptColumns } from '#platform/persistence';
import { Keyring } from '#platform/secrets';
import { SecretBox } from '../../domain/secret-box.ts';

const primaryKey = ['id'];
const ENCRYPTED = [
  { table: 'identity.user_credentials', primaryKey, columns: ['totp_secret', 'new_totp_secret'] },
  { table: 'identity.openid_connections', primaryKey, columns: ['client_secret'] },
  { table: 'identity.single_sign_on_attempts', primaryKey, columns: ['code_verifier'] },
] as const;

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

  async reencrypt(): Promise<number> {
    let rows = 0;
    for (const encrypted of ENCRYPTED) rows += await reencryptColumns(this.em, this.keyring, encrypted);
    return rows;
  }
}
