import { Injectable } from '@nestjs/common';
import { Keyring, newSecret } from '#platform/secrets';
import { type EmailChangeToken, EmailChangeTokens } from '../../domain/email-change-tokens.ts';

@Injectable()
export class KeyedEmailChangeTokens extends EmailChangeTokens {
  constructor(private readonly keyring: Keyring) {
    super();
  }

  make(): EmailChangeToken {
    const token = newSecret();
    return { token, digest: this.keyring.digest('email-change', token) };
  }

  digestsOf(token: string): readonly Buffer[] {
    return this.keyring.digests('email-change', token);
  }
}
