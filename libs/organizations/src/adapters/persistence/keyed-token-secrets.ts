import { Injectable } from '@nestjs/common';
import { Keyring, newToken } from '#platform/secrets';
import { type TokenSecret, TokenSecrets } from '../../domain/token-secrets.ts';

@Injectable()
export class KeyedTokenSecrets extends TokenSecrets {
  constructor(private readonly keyring: Keyring) {
    super();
  }

  make(kind: 'organization' | 'personal'): TokenSecret {
    const token = newToken(kind === 'organization' ? 'oat' : 'pat');
    return { token, digest: this.keyring.digest('access-token', token) };
  }
}
