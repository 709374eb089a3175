import { Injectable } from '@nestjs/common';
import { type NewToken, Tokens, type TokenUse } from '#support/credentials';
import { newCode, readCode } from './code.ts';
import { Keyring, type Purpose } from './keyring.ts';
import { kindOfToken, newSecret, newToken } from './token.ts';

interface Form {
  readonly purpose: Purpose;
  readonly make: () => string;
  /** What of a token is digested; null if it does not have the format. */
  readonly read: (token: string) => string | null;
}

const asGiven = (token: string): string => token;
const access = (kind: Parameters<typeof newToken>[0]): Form => ({
  purpose: 'access-token',
  make: () => newToken(kind),
  read: asGiven,
});
const secret = (purpose: Purpose): Form => ({ purpose, make: newSecret, read: asGiven });

const GROUP = /.{4}/g;
/** A code that somebody types: `length` characters of 5 random bits each, in groups of four. */
const typedCode = (purpose: Purpose, length: number): Form => ({
  purpose,
  make: () => newCode(length).match(GROUP)!.join('-'),
  read: (typed) => readCode(typed, length),
});

const FORMS: { readonly [use in TokenUse]: Form } = {
  'organization access': access('oat'),
  'personal access': access('pat'),
  'application access': access('at'),
  'MCP access': access('mt'),
  'user session': access('us'),
  'customer session': access('cst'),
  'member session': access('mst'),
  download: {
    purpose: 'download-token',
    make: () => newToken('dt'),
    read: (token) => (kindOfToken(token) === 'dt' ? token : null),
  },
  invitation: secret('invitation-token'),
  'email change': secret('email-change'),
  'second factor': secret('second-factor'),
  'single sign-on': secret('single-sign-on'),
  // For example `K7QM-R2X9-TB4N-0V6C`.
  recovery: typedCode('recovery-code', 16),
  'device sign-in': secret('device-sign-in'),
  'device user code': typedCode('device-user-code', 8),
};

@Injectable()
export class KeyedTokens extends Tokens {
  constructor(private readonly keyring: Keyring) {
    super();
  }

  make(use: TokenUse): NewToken {
    const { purpose, make, read } = FORMS[use];
    const token = make();
    return { token, digest: this.keyring.digest(purpose, read(token)!) };
  }

  digestsOf(use: TokenUse, token: string): readonly Buffer[] {
    const { purpose, read } = FORMS[use];
    const digested = read(token);
    return digested === null ? [] : this.keyring.digests(purpose, digested);
  }
}
