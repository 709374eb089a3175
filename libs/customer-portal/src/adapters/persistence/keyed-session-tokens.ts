import { Injectable } from '@nestjs/common';
import { Keyring, newToken } from '#platform/secrets';
import { type SessionToken, SessionTokens } from '../../domain/session-tokens.ts';

@Injectable()
export class KeyedSessionTokens extends SessionTokens {
  constructor(private readonly keyring: Keyring) {
    super();
  }

  make(kind: 'customer' | 'member'): SessionToken {
    const token = newToken(kind === 'member' ? 'mst' : 'cst');
    return { token, digest: this.keyring.digest('access-token', token) };
  }
}
