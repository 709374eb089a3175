import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { EndAllUserSessions, ResetSecondFactor, SetUserPassword } from '#identity';
import { IssueOAuthToken } from '#oauth';
import { SetMemberRole, SetUserBlocked } from '#organizations';
import { Config } from '#platform/config';
import { SCOPES } from '#platform/auth';
import { NO_SIGN_IN_LIMITS, startApi, type TestApi } from '../support/api.ts';
import { Authenticator } from '../support/authenticator.ts';
import { type Call, callAs } from '../support/call.ts';
import { seedOrganization, type SeededOrganization } from '../support/seed.ts';
import { seedUser, seedUserSession, seedUserSignInCode, totpOf } from '../support/seed-user.ts';

const PASSWORD = 'correct horse battery staple';
const FAILED = [401, { error: 'SignInFailed', detail: 'The credentials are wrong, or have expired.' }];
const STALE = [403, 'FreshSignInRequired'];

let api: TestApi;
let seller: SeededOrganization;
beforeAll(async () => {
  api = await startApi(NO_SIGN_IN_LIMITS);
  seller = await seedOrganization(api);
});
afterAll(() => api.close());

const sql = (text: string, values: unknown[] = []) => api.app.get(EntityManager).fork().execute(text, values);
const authenticate = (body: object) => callAs(api)('POST', '/v1/users/sign-in/authenticate', body);
const secondFactor = async (body: object) => {
  const { status, body: answer } = await callAs(api)('POST', '/v1/users/sign-in/second-factor', body);
  return [status, answer] as const;
};
const outcome = async (token: string, ...[method, path, body]: Parameters<Call>) => {
  const { status, body: answer } = await callAs(api, token)(method, path, body);
  return [status, answer?.error];
};
const seedSigned = async (minutesAgo = 0) => {
  const user = await seedUser(api);
  const token = await seedUserSession(api, user.id, minutesAgo);
  return { ...user, token, call: callAs(api, token) };
};
/** What base32 text stands for, in hexadecimal. */
const hexOf = (base32: string): string => {
  const bits = [...base32]
    .map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2).toString(16).padStart(2, '0')).join('');
};

describe('passwords', () => {
  test('a password that was set signs in, and setting it ends all other sessions', async () => {
    const { id, email, call, token } = await seedSigned();
    const other = await seedUserSession(api, id);
    expect((await call('POST', '/v1/users/me/password', { password: PASSWORD })).status).toBe(204);
    expect(await outcome(other, 'GET', '/v1/users/me')).toEqual([401, 'Unauthorized']);
    expect((await callAs(api, token)('GET', '/v1/users/me')).body).toMatchObject({
      id,
      has_password: true,
      has_second_factor: false,
    });
    const { body } = await authenticate({ email: email.toUpperCase(), password: PASSWORD });
    expect(body).toMatchObject({ session: { user_id: id, email }, second_factor: null });
    const wrong = await authenticate({ email, password: `${PASSWORD}!` });
    expect([wrong.status, wrong.body]).toEqual(FAILED);
    expect((await call('DELETE', '/v1/users/me/password')).status).toBe(204);
    expect((await authenticate({ email, password: PASSWORD })).status).toBe(401);
  });

  test.each([
    ['short', 'abcdefghijk'],
    ['long', 'abcde '.repeat(50)],
    ['monotonous', 'abababababababab'],
  ])('a %s password is refused', async (_what, password) => {
    const { call } = await seedSigned();
    const { status, body } = await call('POST', '/v1/users/me/password', { password });
    expect([status, body.detail[0].loc]).toEqual([422, ['body', 'password']]);
  });

  test('without the current password the session must be fresh, and a wrong one is refused', async () => {
    const { id, email, call } = await seedSigned(16);
    await api.app.get(CommandBus).execute(new SetUserPassword({ id, email }, PASSWORD));
    const stale = await seedUserSession(api, id, 16);
    const change = (body: object) =>
      callAs(api, stale)('POST', '/v1/users/me/password', { password: `${PASSWORD} again`, ...body });
    const refused = await change({});
    expect([refused.status, refused.body.error]).toEqual(STALE);
    const wrong = await change({ current_password: 'something else' });
    expect([wrong.status, wrong.body.error]).toEqual([403, 'CurrentPasswordWrong']);
    expect((await change({ current_password: PASSWORD })).status).toBe(204);
    expect((await call('GET', '/v1/users/me')).status).toBe(401);
  });

  test('ten wrong ones block the password, but no other way to sign in', async () => {
    const user = await seedUser(api);
    await api.app.get(CommandBus).execute(new SetUserPassword(user, PASSWORD));
    for (let tries = 0; tries < 10; tries++) {
      expect((await authenticate({ email: user.email, password: `wrong password ${tries}` })).status).toBe(401);
    }
    const right = await authenticate({ email: user.email, password: PASSWORD });
    expect([right.status, right.body]).toEqual(FAILED);
    const code = await seedUserSignInCode(api, user);
    expect((await authenticate({ email: user.email, code })).status).toBe(200);
    await sql(`update identity.user_credentials set password_blocked_until = now() where id = ?`, [user.id]);
    expect((await authenticate({ email: user.email, password: PASSWORD })).status).toBe(200);
  });
});

describe('second factors', () => {
  async function enrolled() {
    const user = await seedSigned();
    await api.app.get(CommandBus).execute(new SetUserPassword(user, PASSWORD));
    const token = await seedUserSession(api, user.id);
    const call = callAs(api, token);
    const begun = await call('POST', '/v1/users/me/second-factor');
    expect(begun.body.uri).toContain(`secret=${begun.body.secret}&issuer=Latchkey`);
    const secret = hexOf(begun.body.secret);
    const confirmed = await call('POST', '/v1/users/me/second-factor/confirm', { code: totpOf(secret, -1) });
    expect(confirmed.status).toBe(200);
    const demand = async () => (await authenticate({ email: user.email, password: PASSWORD })).body.second_factor;
    return { ...user, call, secret, codes: confirmed.body.recovery_codes as string[], demand };
  }

  test('signing in needs a code of the app, which works once', async () => {
    const { id, secret, demand, call } = await enrolled();
    const first = await demand();
    expect(first).toMatchObject({ methods: ['totp', 'recovery_code'], token: expect.any(String) });
    expect(await secondFactor({ token: first.token, code: '000000' })).toEqual(FAILED);
    const code = totpOf(secret);
    const [status, session] = await secondFactor({ token: first.token, code });
    expect([status, session.user_id]).toEqual([200, id]);
    expect(await secondFactor({ token: first.token, code: totpOf(secret, 1) })).toEqual(FAILED);
    expect(await secondFactor({ token: (await demand()).token, code })).toEqual(FAILED);
    const { items } = (await callAs(api, session.token)('GET', '/v1/user-sessions/')).body;
    expect(items[0]).toMatchObject({ methods: ['password', 'totp'], is_current: true });
    expect((await call('GET', '/v1/users/me')).body).toMatchObject({ has_second_factor: true, recovery_codes_left: 10 });
  });

  test('each recovery code works once, and new ones take the place of all', async () => {
    const { codes, demand, call } = await enrolled();
    expect(new Set(codes).size).toBe(10);
    const use = async (recovery_code: string) => (await secondFactor({ token: (await demand()).token, recovery_code }))[0];
    expect(await use(codes[0]!.toLowerCase().replaceAll('-', ' '))).toBe(200);
    expect(await use(codes[0]!)).toBe(401);
    const replaced = (await call('POST', '/v1/users/me/recovery-codes')).body.recovery_codes;
    expect(await use(codes[1]!)).toBe(401);
    expect(await use(replaced[0])).toBe(200);
    const stored = JSON.stringify(await sql('select * from identity.user_credentials'));
    expect(codes.filter((code) => stored.includes(code) || stored.includes(code.replaceAll('-', '')))).toEqual([]);
  });

  test('five wrong codes end the attempt, ten in a row block the second factor', async () => {
    const { secret, demand } = await enrolled();
    for (let attempt = 0; attempt < 2; attempt++) {
      const { token } = await demand();
      for (let tries = 0; tries < 5; tries++) expect(await secondFactor({ token, code: '000000' })).toEqual(FAILED);
      expect(await secondFactor({ token, code: totpOf(secret) })).toEqual(FAILED);
    }
    expect(await secondFactor({ token: (await demand()).token, code: totpOf(secret) })).toEqual(FAILED);
  });

  test('enabling it ends the other sessions of the user, which were opened without it', async () => {
    const { id, call } = await seedSigned();
    const [older, newer] = [await seedUserSession(api, id, 60), await seedUserSession(api, id)];
    const { secret } = (await call('POST', '/v1/users/me/second-factor')).body;
    const confirm = (code: string) => call('POST', '/v1/users/me/second-factor/confirm', { code });
    expect((await confirm('000000')).status).toBe(400);
    expect(await outcome(older, 'GET', '/v1/users/me')).toEqual([200, undefined]);
    expect((await confirm(totpOf(hexOf(secret)))).status).toBe(200);
    for (const token of [older, newer]) expect(await outcome(token, 'GET', '/v1/users/me')).toEqual([401, 'Unauthorized']);
    expect((await call('GET', '/v1/users/me')).body.has_second_factor).toBe(true);
  });

  test('it can be removed with a fresh session, and by an operator', async () => {
    const { id, call, demand } = await enrolled();
    const stale = await seedUserSession(api, id, 16);
    for (const [method, path] of [
      ['DELETE', '/v1/users/me/second-factor'],
      ['POST', '/v1/users/me/second-factor'],
      ['POST', '/v1/users/me/recovery-codes'],
    ] as const) {
      expect(await outcome(stale, method, path)).toEqual(STALE);
    }
    await api.app.get(CommandBus).execute(new ResetSecondFactor(id));
    expect((await call('GET', '/v1/users/me')).status).toBe(401);
    expect(await demand()).toBeNull();
    const without = callAs(api, await seedUserSession(api, id));
    expect((await without('POST', '/v1/users/me/recovery-codes')).body.error).toBe('SecondFactorNotSetUp');
    expect((await without('POST', '/v1/users/me/second-factor/confirm', { code: '000000' })).body.error).toBe(
      'SecondFactorNotSetUp',
    );
    await without('POST', '/v1/users/me/second-factor');
    expect((await without('POST', '/v1/users/me/second-factor/confirm', { code: '000000' })).body.error).toBe(
      'SecondFactorCodeWrong',
    );
    expect((await without('DELETE', '/v1/users/me/second-factor')).status).toBe(204);
  });
});

describe('passkeys', () => {
  const authenticatorOf = () => new Authenticator(api.app.get(Config).baseUrl);
  const challenge = async () => (await callAs(api)('POST', '/v1/users/sign-in/passkey-options')).body.options.challenge;
  async function withPasskey() {
    const user = await seedSigned();
    const authenticator = authenticatorOf();
    const { options } = (await user.call('POST', '/v1/users/me/passkeys/options')).body;
    const credential = authenticator.create(options.challenge);
    const added = await user.call('POST', '/v1/users/me/passkeys', { name: 'Laptop', credential });
    expect([added.status, added.body.name]).toEqual([201, 'Laptop']);
    return { ...user, authenticator, credential, id: user.id, passkeyId: added.body.id as string };
  }

  test('a passkey signs in without a second factor, and is listed and removed', async () => {
    const { id, call, authenticator, passkeyId } = await withPasskey();
    const signIn = async () => authenticate({ passkey: authenticator.get(await challenge()) });
    const { body } = await signIn();
    expect(body.session.user_id).toBe(id);
    expect((await call('GET', '/v1/users/me/passkeys')).body.items).toMatchObject([
      { id: passkeyId, last_used_at: expect.any(String) },
    ]);
    expect((await call('DELETE', `/v1/users/me/passkeys/${passkeyId}`)).status).toBe(204);
    expect((await signIn()).status).toBe(401);
  });

  test('a challenge is used once, and a counter that does not grow is refused', async () => {
    const { authenticator } = await withPasskey();
    const asked = await challenge();
    expect((await authenticate({ passkey: authenticator.get(asked) })).status).toBe(200);
    for (const passkey of [
      authenticator.get(asked),
      authenticator.get(randomUUID()),
      authenticator.get(await challenge(), { counter: 1 }),
      authenticator.get(await challenge(), { flags: 0x01 }),
      authenticatorOf().get(await challenge()),
    ]) {
      const answer = await authenticate({ passkey });
      expect([answer.status, answer.body]).toEqual(FAILED);
    }
  });

  test('a signature by another key, or for another site, is refused', async () => {
    const { authenticator } = await withPasskey();
    const forged = authenticatorOf().get(await challenge());
    const stolen = { ...forged, id: authenticator.id, rawId: authenticator.id };
    const phished = new Authenticator('https://evil.example').get(await challenge());
    for (const passkey of [stolen, { ...phished, id: authenticator.id, rawId: authenticator.id }]) {
      expect((await authenticate({ passkey })).status).toBe(401);
    }
  });

  test('only what was made with own options is added, once', async () => {
    const [user, other] = [await withPasskey(), await seedSigned()];
    const add = async (call: typeof user.call, credential: object) => {
      const { status, body } = await call('POST', '/v1/users/me/passkeys', { name: 'Phone', credential });
      return [status, body.error];
    };
    expect(await add(user.call, user.credential)).toEqual([400, 'PasskeyNotVerified']);
    const { options } = (await user.call('POST', '/v1/users/me/passkeys/options')).body;
    expect(await add(other.call, authenticatorOf().create(options.challenge))).toEqual([400, 'PasskeyNotVerified']);
    const again = (await user.call('POST', '/v1/users/me/passkeys/options')).body.options;
    expect(again.excludeCredentials).toMatchObject([{ id: user.authenticator.id }]);
    expect(await add(user.call, user.authenticator.create(again.challenge))).toEqual([400, 'PasskeyNotVerified']);
  });
});

describe('sessions', () => {
  test('a user sees roles and scopes, and an access token says which it has', async () => {
    const { user, organization, user_session, pat } = seller;
    const { body } = await callAs(api, user_session)('GET', '/v1/users/me');
    expect(body).toMatchObject({ id: user.id, email: user.email, scopes: SCOPES });
    expect(body.memberships).toMatchObject([{ organization_id: organization.id, slug: organization.slug, role: 'owner' }]);
    expect((await callAs(api, pat)('GET', '/v1/users/me')).body.id).toBe(user.id);
    const finance = await seedUser(api);
    await api.app.get(CommandBus).execute(new SetMemberRole({ id: organization.id }, finance.id, 'finance'));
    const [membership] = (await callAs(api, await seedUserSession(api, finance.id))('GET', '/v1/users/me')).body.memberships;
    expect(membership.scopes).toEqual(expect.arrayContaining(['products:read', 'orders:write']));
    expect(membership.scopes).not.toContain('products:write');
  });

  test('are listed newest first, and end at once', async () => {
    const { id, call } = await seedSigned(5);
    const newer = await seedUserSession(api, id);
    const { items } = (await call('GET', '/v1/user-sessions/')).body;
    expect(items.map(({ is_current }: { is_current: boolean }) => is_current)).toEqual([false, true]);
    expect((await call('DELETE', `/v1/user-sessions/${items[0].id}`)).status).toBe(204);
    expect((await callAs(api, newer)('GET', '/v1/users/me')).status).toBe(401);
    expect((await call('DELETE', `/v1/user-sessions/${items[0].id}`)).status).toBe(404);
    await api.app.get(CommandBus).execute(new EndAllUserSessions(id));
    expect((await call('GET', '/v1/users/me')).status).toBe(401);
  });

  test.each([
    ['', [200, 200]],
    ['?personal_access_tokens=true', [401, 200]],
    ['?authorizations=true', [200, 401]],
    ['?personal_access_tokens=true&authorizations=true', [401, 401]],
  ])('signing out everywhere%s ends all others, and tokens and applications on request', async (query, left) => {
    const { organization, user, user_session, oat, pat } = await seedOrganization(api);
    const application = { clientId: 'reports', scopes: ['organizations:read'], organizationIds: null, lifetimeMs: 86_400_000 };
    const token = await api.app.get(CommandBus).execute(new IssueOAuthToken({ ...application, userId: user.id }));
    const stranger = await seedOrganization(api);
    const older = await seedUserSession(api, user.id, 60);
    expect((await callAs(api, older)('DELETE', '/v1/user-sessions/' + query)).status).toBe(204);
    const statusOf = async (credential: string, id = organization.id) =>
      (await callAs(api, credential)('GET', `/v1/organizations/${id}`)).status;
    expect([await statusOf(user_session), await statusOf(older), await statusOf(oat)]).toEqual([401, 200, 200]);
    expect([await statusOf(pat), await statusOf(token)]).toEqual(left);
    expect(await statusOf(stranger.user_session, stranger.organization.id)).toBe(200);
    expect(await statusOf(stranger.pat, stranger.organization.id)).toBe(200);
  });

  test('access tokens cannot change how their user signs in, and blocked users have no session', async () => {
    expect(await outcome(seller.pat, 'POST', '/v1/users/me/password', { password: PASSWORD })).toEqual([401, 'Unauthorized']);
    const { id, call } = await seedSigned();
    await api.app.get(CommandBus).execute(new SetUserBlocked({ id }, true));
    expect((await call('GET', '/v1/users/me')).status).toBe(401);
  });
});
