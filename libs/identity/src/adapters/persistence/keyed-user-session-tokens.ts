import { Injectable } from '@nestjs/common';
import { Keyring, newSecret, newToken } from '#platform/secrets';
import { type TokenWithDigest, UserSessionTokens } from '../../domain/user-session-tokens.ts';

@Injectable()
export class KeyedUserSessionTokens extends UserSessionTokens {
  constructor(private readonly keyring: Keyring) {
    super();
  }

  makeForSession(): TokenWithDigest {
    const token = newToken('us');
    return { token, digest: this.keyring.digest('access-token', token) };
  }

  makeForSecondFactor(): TokenWithDigest {
    const token = newSecret();
    return { token, digest: this.keyring.digest('second-factor', token) };
  }

  makeForSingleSignOn(): TokenWithDigest {
    const token = newSecret();
    return { token, digest: this.keyring.digest('single-sign-on', token) };
  }

  digestsOfSession(token: string): readonly Buffer[] {
    return this.keyring.digests('access-token', token);
  }

  digestsOfSecondFactor(token: string): readonly Buffer[] {
    return this.keyring.digests('second-factor', token);
  }

  digestsOfSingleSignOn(token: string): readonly Buffer[] {
    return this.keyring.digests('single-sign-on', token);
  }
}
