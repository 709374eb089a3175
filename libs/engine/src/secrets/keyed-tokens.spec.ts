import type { TokenUse } from '#support/credentials';
import { KeyedSignInCodes } from './keyed-sign-in-codes.ts';
import { KeyedTokens } from './keyed-tokens.ts';
import { Keyring } from './keyring.ts';

const [older, newer] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const [before, rotating] = [new Keyring([older]), new Keyring([newer, older])];
const SECRETS: readonly TokenUse[] = [
  'invitation',
  'email change',
  'second factor',
  'single sign-on',
  'recovery',
  'download',
  'device sign-in',
  'device user code',
];
const includes = (digests: readonly Buffer[], digest: Buffer): boolean => digests.some((each) => each.equals(digest));

test.each([...SECRETS, 'organization access', 'user session', 'member session'] as TokenUse[])(
  'a token for %s is found by its digest, also while the secret key is rotated, and is made once',
  (use) => {
    const tokens = new KeyedTokens(before);
    const [one, other] = [tokens.make(use), tokens.make(use)];
    expect(one.token).not.toBe(other.token);
    for (const keyring of [before, rotating])
      expect(includes(new KeyedTokens(keyring).digestsOf(use, one.token), one.digest)).toBe(true);
    expect(includes(tokens.digestsOf(use, other.token), one.digest)).toBe(false);
  },
);

test('a token for one use is none for another', () => {
  const tokens = new KeyedTokens(before);
  for (const use of SECRETS) {
    const { token, digest } = tokens.make(use);
    const uses = SECRETS.filter((each) => includes(tokens.digestsOf(each, token), digest));
    expect(uses).toEqual([use]);
  }
});

test('a recovery code is read as it is typed, and another text is none', () => {
  const tokens = new KeyedTokens(before);
  const { token, digest } = tokens.make('recovery');
  expect(token).toMatch(/^(?:[0-9A-Z]{4}-){3}[0-9A-Z]{4}$/);
  expect(includes(tokens.digestsOf('recovery', token.toLowerCase().replaceAll('-', ' ')), digest)).toBe(true);
  expect(tokens.digestsOf('recovery', 'no code')).toEqual([]);
});

test('a code is found by its selector, and is worth nothing for somebody else', () => {
  const codes = new KeyedSignInCodes(before);
  const { code, stored } = codes.make('user');
  const { selector, digests } = codes.read('user', code.toLowerCase())!;
  expect([selector, includes(digests, stored.digest)]).toEqual([stored.selector, true]);
  expect(includes(codes.read('customer', code)!.digests, stored.digest)).toBe(false);
  expect(codes.read('user', 'no code')).toBeNull();
});
