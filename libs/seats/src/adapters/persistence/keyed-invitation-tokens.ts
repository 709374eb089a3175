import { Injectable } from '@nestjs/common';
import { Keyring, newSecret } from '#platform/secrets';
import { type InvitationToken, InvitationTokens } from '../../domain/invitation-tokens.ts';

@Injectable()
export class KeyedInvitationTokens extends InvitationTokens {
  constructor(private readonly keyring: Keyring) {
    super();
  }

  make(): InvitationToken {
    const token = newSecret();
    return { token, digest: this.keyring.digest('invitation-token', token) };
  }

  digests(token: string): readonly Buffer[] {
    return this.keyring.digests('invitation-token', token);
  }
}
