import { createHash } from 'node:crypto';
import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import { beginSignIn, CALLBACK, ISSUER, type OpenIdApi, startOpenId } from '../support/openid.ts';
import { SetUserBlocked } from '#organizations';
import { PlainBrowser } from '../support/plain-browser.ts';
import { Authenticator } from '../support/authenticator.ts';
import { seedPasskey, seedUser, seedUserSession, seedUserSignInCode } from '../support/seed-user.ts';

let openid: OpenIdApi;
beforeAll(async () => {
  openid = await startOpenId();
});
afterAll(() => openid.close());

/** A browser that shows the sign-in page of an application. */
async function atSignIn(parameters: Record<string, string> = {}): Promise<PlainBrowser> {
  const browser = new PlainBrowser(openid);
  await browser.open((await beginSignIn(await openid.application(), parameters)).url);
  return browser;
}

async function signInByCode(browser: PlainBrowser, user: { id: string; email: string }): Promise<void> {
  await browser.press('request', { email: user.email });
  const code = await seedUserSignInCode(openid.api, user);
  await browser.press('code', { code });
}

test('a user signs in by a code from an e-mail', async () => {
  const user = await seedUser(openid.api);
  const browser = await atSignIn({ login_hint: user.email });
  expect(browser.fields('request')['email']).toBe(user.email);
  await signInByCode(browser, user);
  expect(browser.shown.text).toContain(`You are signed in as ${user.email}`);
  expect(browser.shown.text).not.toContain('In which organization?');
  expect(await browser.press('allow')).toContain(`${CALLBACK}?code=`);
});

test('a wrong code and a wrong password are refused alike for users and strangers', async () => {
  const user = await seedUser(openid.api);
  for (const email of [user.email, 'stranger@example.com']) {
    const browser = await atSignIn();
    await browser.press('request', { email });
    await browser.press('code', { code: 'WRONG-CODE' });
    expect([browser.shown.status, browser.shown.text]).toEqual([422, expect.stringContaining('This code is not right')]);
    expect(browser.cookie('latchkey_session')).toBeUndefined();
    const other = await atSignIn();
    await other.press('ask-password', { email });
    await other.press('password', { password: 'not-the-password' });
    expect([other.shown.status, other.shown.text]).toEqual([422, expect.stringContaining('password is not right')]);
  }
});

describe('a passkey', () => {
  const challengeIn = (browser: PlainBrowser): string => {
    const [, options] = /data-options="([^"]*)"/.exec(browser.shown.text)!;
    return (JSON.parse(options!.replaceAll('&quot;', '"')) as { readonly challenge: string }).challenge;
  };

  test('signs a user in, on the only page with a script, which the policy allows by its hash', async () => {
    const user = await seedUser(openid.api);
    const authenticator = new Authenticator(ISSUER);
    await seedPasskey(openid.api, user.id, authenticator);
    const browser = await atSignIn();
    expect(browser.shown.text).not.toContain('<script');
    await browser.press('ask-passkey');
    const [, script] = /<script>([^]*)<\/script>/.exec(browser.shown.text)!;
    const hash = createHash('sha256').update(script!).digest('base64');
    expect(browser.shown.headers.get('content-security-policy')).toContain(`; script-src 'sha256-${hash}'; `);
    await browser.press('passkey', { passkey: JSON.stringify(authenticator.get(challengeIn(browser))) });
    expect(browser.shown.text).toContain(`You are signed in as ${user.email}`);
  });

  test.each([
    ['was not offered by the browser', () => 'none'],
    ['is no object', () => '[1]'],
    ['is unknown', (challenge: string) => JSON.stringify(new Authenticator(ISSUER).get(challenge))],
  ])('that %s is refused', async (_what, passkeyFor) => {
    const browser = await atSignIn();
    await browser.press('ask-passkey');
    const before = challengeIn(browser);
    await browser.press('passkey', { passkey: passkeyFor(before) });
    expect([browser.shown.status, browser.shown.text]).toEqual([422, expect.stringContaining('The passkey was not accepted')]);
    expect([challengeIn(browser) === before, browser.cookie('latchkey_session')]).toEqual([false, undefined]);
  });
});

test('pages have no scripts, load nothing and cannot be framed', async () => {
  const { headers, text } = (await atSignIn()).shown;
  expect(headers.get('content-security-policy')).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'self' https:\/\/app\.example; frame-ancestors 'none'; base-uri 'none'$/,
  );
  expect([headers.get('x-frame-options'), headers.get('cache-control')]).toEqual(['DENY', 'no-store']);
  const [, style] = /<style>([^]*)<\/style>/.exec(text)!;
  expect(headers.get('content-security-policy')).toContain(createHash('sha256').update(style!).digest('base64'));
  expect(text).not.toMatch(/<script|javascript:|src=|https?:\/\//);
});

test('texts of applications and users are escaped', async () => {
  const name = `<img src=x onerror="alert('1')">`;
  const app = await openid.application({ metadata: { client_name: name } });
  const browser = new PlainBrowser(openid);
  await browser.open((await beginSignIn(app, { login_hint: `"><b>injected` })).url);
  expect(browser.shown.text).not.toMatch(/<img|<b>injected/);
  expect(browser.shown.text).toContain('&lt;img src=x onerror=&quot;');
});

describe('forms from elsewhere', () => {
  test.each([
    ['without the token of the page', (fields: Record<string, string>) => ({ ...fields, csrf: '' }), {}],
    ['with that of another page', (fields: Record<string, string>) => ({ ...fields, csrf: 'A'.repeat(43) }), {}],
    ['of another site', (fields: Record<string, string>) => fields, { 'sec-fetch-site': 'cross-site' }],
  ])('%s do nothing', async (_what, change, headers) => {
    const user = await seedUser(openid.api);
    const browser = await atSignIn();
    await signInByCode(browser, user);
    const action = new URL(browser.shown.url).pathname;
    await browser.send(action, change({ ...browser.fields('allow'), step: 'allow' }), headers as Record<string, string>);
    expect([browser.shown.status, browser.shown.text]).toEqual([400, expect.stringContaining('has expired')]);
  });

  test('a page that was begun in another browser is of no use', async () => {
    const victim = new PlainBrowser(openid);
    const attacker = await atSignIn();
    await victim.open(attacker.shown.url);
    expect([victim.shown.status, victim.shown.text]).toEqual([400, expect.stringContaining('another browser')]);
  });
});

describe('sessions', () => {
  test('a session that somebody planted in the browser is not the one that a sign-in opens', async () => {
    const [attacker, user] = [await seedUser(openid.api), await seedUser(openid.api)];
    const planted = await seedUserSession(openid.api, attacker.id);
    const browser = await atSignIn({ prompt: 'login' });
    const before = browser.cookie('latchkey_authorization');
    browser.setCookie('latchkey_session', planted);
    await signInByCode(browser, user);
    expect(browser.shown.text).toContain(`signed in as ${user.email}`);
    expect(browser.cookie('latchkey_session')).not.toBe(planted);
    expect(browser.cookie('latchkey_authorization')).not.toBe(before);
  });

  test('whoever signs out, or signs in as somebody else, is asked again', async () => {
    const [first, second] = [await seedUser(openid.api), await seedUser(openid.api)];
    const app = await openid.application();
    const browser = new PlainBrowser(openid);
    browser.setCookie('latchkey_session', await seedUserSession(openid.api, first.id));
    await browser.open((await beginSignIn(app)).url);
    await browser.press('allow');
    expect(await browser.open((await beginSignIn(app)).url)).toContain(`${CALLBACK}?code=`);
    browser.setCookie('latchkey_session', await seedUserSession(openid.api, second.id));
    await browser.open((await beginSignIn(app)).url);
    expect(browser.shown.text).toContain(`You are signed in as ${second.email}`);
    await browser.press('other-user');
    expect(browser.shown.text).toContain('<h1>Sign in</h1>');
    expect(browser.cookie('latchkey_session')).toBeUndefined();
    await signInByCode(browser, first);
    expect(browser.shown.text).toContain(`You are signed in as ${first.email}`);
  });

  test('prompt=login demands a sign-in, also of whoever is signed in', async () => {
    const user = await seedUser(openid.api);
    const browser = new PlainBrowser(openid);
    browser.setCookie('latchkey_session', await seedUserSession(openid.api, user.id, 5));
    await browser.open((await beginSignIn(await openid.application(), { prompt: 'login' })).url);
    expect(browser.shown.text).toContain('<h1>Sign in</h1>');
    await signInByCode(browser, user);
    expect(browser.shown.text).toContain('<h1>Allow');
  });

  describe('that began more than 15 minutes ago', () => {
    const AGAIN = 'You signed in more than 15 minutes ago.';
    const agedBy = (minutes: number, userId: string) =>
      openid.api.app
        .get(EntityManager)
        .fork()
        .execute(
          `update identity.user_sessions set authenticated_at = authenticated_at - make_interval(mins => ?) where user_id = ?`,
          [minutes, userId],
        );
    async function atConsent(app: Parameters<typeof beginSignIn>[0], minutesAgo: number) {
      const user = await seedUser(openid.api);
      const browser = new PlainBrowser(openid);
      browser.setCookie('latchkey_session', await seedUserSession(openid.api, user.id, minutesAgo));
      await browser.open((await beginSignIn(app)).url);
      return { user, browser };
    }

    test.each([false, true])('allow nothing to an application (public: %j) until the user signs in again', async (isPublic) => {
      const { user, browser } = await atConsent(await openid.application({ isPublic }), 16);
      expect(browser.shown.text).toContain(AGAIN);
      expect(browser.fields('request')['email']).toBe(user.email);
      await signInByCode(browser, user);
      expect(browser.shown.text).toContain(`You are signed in as ${user.email}`);
      expect(await browser.press('allow')).toContain(`${CALLBACK}?code=`);
    });

    test('while the question is open, allow nothing either, but can refuse', async () => {
      const { user, browser } = await atConsent(await openid.application(), 14);
      expect(browser.shown.text).toContain('<h1>Allow');
      await agedBy(2, user.id);
      await browser.press('allow');
      expect(browser.shown.text).toContain(AGAIN);
      const other = await atConsent(await openid.application(), 14);
      await agedBy(2, other.user.id);
      expect(await other.browser.press('deny')).toContain('error=access_denied');
    });

    test('go on with what the user allowed before, and not with more', async () => {
      const app = await openid.application();
      const { user, browser } = await atConsent(app, 0);
      await browser.press('allow');
      await agedBy(60, user.id);
      expect(await browser.open((await beginSignIn(app)).url)).toContain(`${CALLBACK}?code=`);
      await browser.open((await beginSignIn(app, { scope: 'openid email profile' })).url);
      expect(browser.shown.text).toContain(AGAIN);
    });

    test('cannot be passed by the sign-in of somebody else', async () => {
      const { browser } = await atConsent(await openid.application(), 16);
      const somebody = await seedUser(openid.api);
      await signInByCode(browser, somebody);
      expect(browser.shown.text).toContain(`You are signed in as ${somebody.email}`);
    });
  });

  test('a blocked user is not signed in any more', async () => {
    const user = await seedUser(openid.api);
    const browser = new PlainBrowser(openid);
    browser.setCookie('latchkey_session', await seedUserSession(openid.api, user.id));
    await openid.api.app.get(CommandBus).execute(new SetUserBlocked({ id: user.id }, true));
    await browser.open((await beginSignIn(await openid.application())).url);
    expect(browser.shown.text).toContain('<h1>Sign in</h1>');
  });

  test('a user signs out', async () => {
    const user = await seedUser(openid.api);
    const browser = new PlainBrowser(openid);
    browser.setCookie('latchkey_session', await seedUserSession(openid.api, user.id));
    const kept = browser.cookie('latchkey_session')!;
    await browser.open(`${ISSUER}/oauth2/sign-out`);
    expect(browser.shown.text).toContain(user.email);
    await browser.send('/oauth2/sign-out', { csrf: 'wrong' });
    expect(browser.shown.status).toBe(400);
    await browser.open(`${ISSUER}/oauth2/sign-out`);
    await browser.send('/oauth2/sign-out', browser.fields());
    expect(browser.shown.text).toContain('You are signed out');
    browser.setCookie('latchkey_session', kept);
    await browser.open(`${ISSUER}/oauth2/sign-out`);
    expect(browser.shown.text).toContain('You are signed out');
  });
});
