import { newId, ValidationFailed } from '#kernel';
import { domainName, domainOfEmail, CHECK_INTERVAL, DAYS_MISSING, EmailDomain } from './email-domain.ts';
import { OpenIdConnection, type SavedConnection } from './openid-connection.ts';
import { DomainNotVerified, SingleSignOnRefused } from './single-sign-on.errors.ts';
import { SingleSignOnAttempt } from './single-sign-on-attempt.ts';

const NOW = new Date('2026-11-26T12:00:00Z');
const later = (minutes: number): Date => new Date(NOW.getTime() + minutes * 60_000);

describe('domain names', () => {
  test.each([
    ['example.com', 'example.com'],
    [' Example.COM. ', 'example.com'],
    ['bücher.example', 'xn--bcher-kva.example'],
    ['a.b.c.example', 'a.b.c.example'],
  ])('%s is %s', (text, name) => {
    expect(domainName(text)).toBe(name);
  });

  test.each([
    '',
    'localhost',
    '127.0.0.1',
    '[::1]',
    '0x7f.1',
    'example.com/x',
    'example.com:80',
    'ada@example.com',
    '*.example.com',
    '-a.example',
    'a..example',
    'exa mple.com',
    'example.123',
    `${'a'.repeat(64)}.example`,
    `${'a.'.repeat(130)}example`,
  ])('%s is none', (text) => {
    expect(domainName(text)).toBeNull();
  });

  test('the domain of an address follows the last @', () => {
    expect(domainOfEmail('Ada@Example.com')).toBe('example.com');
    expect(domainOfEmail('"ada@example.com"@evil.example')).toBe('evil.example');
    expect(domainOfEmail('nobody')).toBeNull();
  });
});

describe('a domain of an organization', () => {
  const domain = (name: string): EmailDomain => EmailDomain.create({ organizationId: newId(), name, token: 'token' }, NOW);

  test('is verified by its record among others, and stays so', () => {
    const acme = domain('acme.example');
    expect(acme.snapshot.txtRecord).toBe('latchkey-domain-verification=token');
    for (const records of [[], ['token'], ['latchkey-domain-verification=other'], [`x${acme.snapshot.txtRecord}`]]) {
      expect(() => acme.verify(records, NOW)).toThrow(DomainNotVerified);
    }
    acme.verify(['v=spf1 -all', ` ${acme.snapshot.txtRecord} `], NOW);
    acme.verify([], later(1));
    expect(acme.snapshot.verifiedAt).toEqual(NOW);
  });

  describe('that is verified', () => {
    const day = (number: number): Date => new Date(NOW.getTime() + number * CHECK_INTERVAL);
    const verified = (): EmailDomain => {
      const acme = domain('acme.example');
      acme.verify([acme.snapshot.txtRecord], NOW);
      return acme;
    };

    test('is no longer when its record was missing for seven days after the first, which is reported once', () => {
      const acme = verified();
      for (let days = 1; days <= DAYS_MISSING; days++) acme.check(days % 2 ? [] : ['v=spf1 -all'], day(days));
      expect([acme.snapshot.verifiedAt, acme.snapshot.missingSince, acme.snapshot.modifiedAt]).toEqual([NOW, day(1), NOW]);
      expect(acme.pullEvents()).toMatchObject([{ name: 'email_domain.lost', payload: { domain: 'acme.example' } }]);
      acme.check([], day(DAYS_MISSING + 1));
      expect([acme.snapshot.verifiedAt, acme.snapshot.missingSince, acme.snapshot.modifiedAt]).toEqual([
        null,
        day(1),
        day(DAYS_MISSING + 1),
      ]);
      acme.check([], day(DAYS_MISSING + 2));
      expect([acme.snapshot.absences, acme.pullEvents()]).toMatchObject([
        DAYS_MISSING + 1,
        [{ name: 'single_sign_on.revoked', payload: { domain: 'acme.example' } }],
      ]);
      acme.verify([acme.snapshot.txtRecord], day(20));
      expect([acme.snapshot.verifiedAt, acme.snapshot.missingSince, acme.snapshot.absences]).toEqual([day(20), null, 0]);
    });

    test('stays so for days on which nobody knows, and begins anew when the record is there again', () => {
      const acme = verified();
      for (let days = 1; days < 100; days++) acme.check(days % 20 ? null : [], day(days));
      expect([acme.snapshot.verifiedAt, acme.snapshot.absences]).toEqual([NOW, 4]);
      acme.check([acme.snapshot.txtRecord], day(100));
      expect([acme.snapshot.missingSince, acme.snapshot.absences]).toEqual([null, 0]);
      for (let days = 101; days <= 100 + DAYS_MISSING; days++) acme.check([], day(days));
      expect(acme.snapshot.verifiedAt).toEqual(NOW);
      acme.verify([acme.snapshot.txtRecord], later(1));
      expect([acme.snapshot.verifiedAt, acme.snapshot.missingSince]).toEqual([NOW, null]);
    });

    test('is looked at once a day, however often it is asked', () => {
      const acme = verified();
      acme.check([], new Date(day(1).getTime() - 1));
      expect([acme.snapshot.checkedAt, acme.snapshot.missingSince]).toEqual([NOW, null]);
      for (let times = 0; times < 20; times++) acme.check([], day(1));
      expect([acme.snapshot.verifiedAt, acme.snapshot.absences]).toEqual([NOW, 1]);
    });
  });

  test('that was never verified is not looked at', () => {
    const acme = domain('acme.example');
    acme.check([acme.snapshot.txtRecord], new Date(NOW.getTime() + CHECK_INTERVAL));
    expect([acme.snapshot.verifiedAt, acme.snapshot.checkedAt]).toEqual([null, null]);
  });

  test.each(['gmail.com', 'GMAIL.com.', 'outlook.com', 'not a domain'])('%s is refused', (name) => {
    expect(() => domain(name)).toThrow(ValidationFailed);
  });
});

describe('a connection', () => {
  const settings = (more: Partial<SavedConnection> = {}): SavedConnection => ({
    issuer: 'https://login.example',
    clientId: 'latchkey',
    clientSecret: null,
    defaultRole: 'member',
    isEnabled: true,
    byOwner: true,
    ...more,
  });
  const SECRET = Buffer.from('encrypted');
  const connection = (): OpenIdConnection => OpenIdConnection.create(newId(), settings({ clientSecret: SECRET }), NOW);

  test('needs a secret, and another one for another provider or client', () => {
    expect(() => OpenIdConnection.create(newId(), settings(), NOW)).toThrow(ValidationFailed);
    const acme = connection();
    acme.replace(settings({ isEnabled: false }), NOW);
    expect([acme.snapshot.clientSecret, acme.snapshot.isEnabled]).toEqual([SECRET, false]);
    for (const other of [{ issuer: 'https://evil.example' }, { clientId: 'other' }]) {
      expect(() => acme.replace(settings({ ...other, isEnabled: true }), NOW)).toThrow(ValidationFailed);
    }
    expect([acme.snapshot.issuer, acme.snapshot.clientId, acme.snapshot.isEnabled]).toEqual([
      'https://login.example',
      'latchkey',
      false,
    ]);
  });

  test('ends what it has opened when it is another one, is switched off or is removed, and else does not', () => {
    const acme = connection();
    const told = () => acme.pullEvents().map(({ name, payload }) => [name, payload]);
    const revoked = ['single_sign_on.revoked', { domain: null }];
    acme.replace(settings({ byOwner: false, defaultRole: 'finance', clientSecret: Buffer.from('another') }), NOW);
    expect(told()).toEqual([]);
    for (const other of [{ issuer: 'https://other.example' }, { clientId: 'other' }]) {
      acme.replace(settings({ ...other, clientSecret: SECRET }), NOW);
      expect([other, told()]).toEqual([other, [revoked]]);
    }
    const { issuer, clientId } = acme.snapshot;
    const same = settings({ issuer, clientId, isEnabled: false });
    acme.replace(same, NOW);
    expect(told()).toEqual([revoked]);
    acme.replace(same, NOW);
    expect(told()).toEqual([]);
    acme.revoke(NOW);
    expect(told()).toEqual([revoked]);
  });

  test('lets owners sign in only if an owner has chosen the provider', () => {
    const acme = connection();
    acme.replace(settings({ byOwner: false, defaultRole: 'finance' }), NOW);
    acme.assertMaySignIn(true);
    acme.replace(settings({ byOwner: false, clientSecret: Buffer.from('another') }), NOW);
    expect(() => acme.assertMaySignIn(true)).toThrow(SingleSignOnRefused);
    acme.assertMaySignIn(false);
    acme.replace(settings({ byOwner: false }), NOW);
    expect(() => acme.assertMaySignIn(true)).toThrow(SingleSignOnRefused);
    acme.replace(settings({ byOwner: true }), NOW);
    acme.assertMaySignIn(true);
  });
});

test('an attempt is of one browser, for ten minutes, and at the provider to which it was sent', () => {
  const [mine, other] = [Buffer.from('mine'), Buffer.from('other')];
  const provider = { issuer: 'https://login.example', clientId: 'latchkey' };
  const attempt = SingleSignOnAttempt.create(
    {
      ...provider,
      organizationId: newId(),
      stateDigest: other,
      browserDigest: mine,
      nonce: 'nonce',
      codeVerifier: Buffer.from('encrypted'),
    },
    NOW,
  );
  expect(attempt.isOf([other, mine], later(9))).toBe(true);
  expect([attempt.isOf([other], NOW), attempt.isOf([], NOW), attempt.isOf([mine], later(10))]).toEqual([false, false, false]);
  expect(attempt.isAt(provider)).toBe(true);
  expect([attempt.isAt({ ...provider, clientId: 'x' }), attempt.isAt({ ...provider, issuer: 'x' })]).toEqual([false, false]);
});
