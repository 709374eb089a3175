import { Injectable } from '@nestjs/common';
import { Keyring } from '#platform/secrets';
import { SecretBox } from '../../domain/secret-box.ts';

@Injectable()
export class KeyringSecretBox extends SecretBox {
  constructor(private readonly keyring: Keyring) {
    super();
  }

  seal(secret: Buffer): Buffer {
    return this.keyring.encryptBytes(secret);
  }

  open(sealed: Buffer): Buffer {
    return this.keyring.decryptBytes(sealed);
  }
}
