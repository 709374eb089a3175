import { ValidationFailed } from '#kernel';
import { Secrets } from '#support/credentials';
import { SecondFactorNotSetUp } from './identity.errors.ts';
import { hotp } from './totp.ts';
import { assertAcceptablePassword, UserCredentials } from './user-credentials.ts';

const USER = '3d5c0f6e-8a41-4c7b-9f02-6b1d2e3f4a5b';
const NOW = new Date('2026-11-25T12:00:00Z');
const SECRET = Buffer.from('12345678901234567890');
const later = (minutes: number): Date => new Date(NOW.getTime() + minutes * 60_000);
const codeAt = (time: Date): string => hotp(SECRET, Math.floor(time.getTime() / 30_000));

class PlainSecrets extends Secrets {
  encrypt = (secret: string): Buffer => Buffer.from(secret);
  decrypt = (secret: Buffer): string => secret.toString();
}
const secrets = new PlainSecrets();

const changesOf = (credentials: UserCredentials): unknown[] => credentials.pullEvents().map(({ payload }) => payload);

function withSecondFactor(digests: readonly string[] = ['one', 'two']): UserCredentials {
  const credentials = UserCredentials.create(USER);
  credentials.beginTotp(secrets.encrypt(SECRET.toString('hex')));
  credentials.confirmTotp(codeAt(later(-5)), secrets, digests, later(-5));
  credentials.pullEvents();
  return credentials;
}

describe('a password', () => {
  test.each([
    ['a'.repeat(11), false],
    ['abcdefghijkl', true],
    ['🔑abcdefghijk', true],
    ['abcd'.repeat(64), false],
    ['abcde '.repeat(43), false],
    [`x ada@EXAMPLE.com`, false],
  ])('%j is acceptable: %j', (password, isAcceptable) => {
    const problemOf = (): unknown => {
      try {
        return assertAcceptablePassword(password, 'Ada@example.com');
      } catch (error) {
        return error;
      }
    };
    expect(problemOf() instanceof ValidationFailed).toBe(!isAcceptable);
  });

  test('is blocked for 15 minutes after ten failures, and those meanwhile count', () => {
    const credentials = UserCredentials.create(USER);
    credentials.setPassword('hash', NOW);
    for (let tries = 0; tries < 9; tries++) expect(credentials.tryPassword(false, NOW)).toBe(false);
    expect(credentials.tryPassword(true, NOW)).toBe(true);
    for (let tries = 0; tries < 10; tries++) credentials.tryPassword(false, NOW);
    expect(credentials.tryPassword(true, later(14))).toBe(false);
    expect(credentials.tryPassword(true, later(15))).toBe(true);
  });

  test('is reported when it is set and removed, but not when it was not there', () => {
    const credentials = UserCredentials.create(USER);
    credentials.removePassword(NOW);
    credentials.setPassword('hash', NOW);
    credentials.removePassword(NOW);
    expect(changesOf(credentials)).toEqual([{ change: 'password_set' }, { change: 'password_removed' }]);
    expect(credentials.hasPassword).toBe(false);
  });
});

describe('a second factor', () => {
  test('takes effect when a code of the new secret confirms it', () => {
    const credentials = UserCredentials.create(USER);
    expect(() => credentials.confirmTotp('000000', secrets, [], NOW)).toThrow(SecondFactorNotSetUp);
    credentials.beginTotp(secrets.encrypt(SECRET.toString('hex')));
    expect([credentials.confirmTotp('000000', secrets, [], NOW), credentials.hasSecondFactor]).toEqual([false, false]);
    expect([credentials.confirmTotp(codeAt(NOW), secrets, ['one'], NOW), credentials.hasSecondFactor]).toEqual([true, true]);
    expect(changesOf(credentials)).toEqual([{ change: 'second_factor_enabled' }]);
    expect(credentials.tryTotp(codeAt(NOW), secrets, NOW)).toBe(false);
  });

  test('accepts each code once', () => {
    const credentials = withSecondFactor();
    expect([credentials.tryTotp(codeAt(NOW), secrets, NOW), credentials.tryTotp(codeAt(NOW), secrets, NOW)]).toEqual([
      true,
      false,
    ]);
  });

  test('accepts each recovery code once, and reports its use', () => {
    const credentials = withSecondFactor();
    expect([['zero', 'one'], ['one'], []].map((digests) => credentials.tryRecoveryCode(digests, NOW))).toEqual([
      true,
      false,
      false,
    ]);
    expect(credentials.recoveryCodesLeft).toBe(1);
    expect(changesOf(credentials)).toEqual([{ change: 'recovery_code_used' }]);
  });

  test('is blocked for 15 minutes after ten failures of either kind', () => {
    const credentials = withSecondFactor();
    for (let tries = 0; tries < 5; tries++) {
      credentials.tryTotp('000000', secrets, NOW);
      credentials.tryRecoveryCode(['unknown'], NOW);
    }
    expect([credentials.tryTotp(codeAt(NOW), secrets, NOW), credentials.tryRecoveryCode(['one'], NOW)]).toEqual([false, false]);
    expect(credentials.tryTotp(codeAt(later(15)), secrets, later(15))).toBe(true);
  });

  test('is reported once before it is blocked, not for a few mistakes', () => {
    const credentials = withSecondFactor();
    const tryWrong = (times: number, now = NOW): unknown[] => {
      for (let tries = 0; tries < times; tries++) credentials.tryTotp('000000', secrets, now);
      return changesOf(credentials);
    };
    expect(tryWrong(4)).toEqual([]);
    credentials.tryTotp(codeAt(NOW), secrets, NOW);
    expect([tryWrong(4), tryWrong(1), tryWrong(20)]).toEqual([[], [{ change: 'second_factor_wrong' }], []]);
    expect(tryWrong(5, later(15))).toEqual([{ change: 'second_factor_wrong' }]);
  });

  test('is removed with its recovery codes', () => {
    const credentials = withSecondFactor();
    credentials.disableSecondFactor(NOW);
    credentials.disableSecondFactor(NOW);
    expect([credentials.hasSecondFactor, credentials.recoveryCodesLeft]).toEqual([false, 0]);
    expect(changesOf(credentials)).toEqual([{ change: 'second_factor_disabled' }]);
    expect(() => credentials.replaceRecoveryCodes(['new'], NOW)).toThrow(SecondFactorNotSetUp);
  });
});
