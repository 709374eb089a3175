import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Keyring } from '#platform/secrets';
import { type InvitationToken, InvitationTokens } from '../../domain/invitation-tokens.ts';

const BYTES = 32;

@Injectable()
export class KeyedInvitationTokens extends InvitationTokens {
  constructor(private readonly keyring: Keyring) {
    super();
  }

  make(): InvitationToken {
    const token = randomBytes(BYTES).toString('base64url');
    return { token, digest: this.keyring.digest('invitation-token', token) };
  }

  digests(token: string): readonly Buffer[] {
    return this.keyring.digests('invitation-token', token);
  }
}
