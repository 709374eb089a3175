import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { FindUser } from '#organizations/contract';
import { IssueOAuthToken } from '#oauth';
import { SetMemberRole, SetOrganizationStatus, SetUserBlocked, StopEnforcingSingleSignOn } from '#organizations';
import { SCOPES } from '#platform/auth';
import { pgPool } from '#engine/persistence';
import { NO_SIGN_IN_LIMITS, startApi, type TestApi } from '../support/api.ts';
import { type Answer, type Call, callAs } from '../support/call.ts';
import { seedUser, seedUserSession, seedUserSignInCode } from '../support/seed-user.ts';
import { seedDomain } from '../support/seed-single-sign-on.ts';
import { SimulatedProvider } from '../support/simulated-provider.ts';
import { begin, type Claims, type Company, complete, seedCompany, SIGN_IN, signInAs } from '../support/single-sign-on.ts';
import { untilBlocked } from '../support/until-blocked.ts';

let api: TestApi;
let provider: SimulatedProvider;
let acme: Company;
beforeAll(async () => {
  api = await startApi(NO_SIGN_IN_LIMITS);
  provider = await SimulatedProvider.open();
});
beforeEach(async () => {
  acme = await seedCompany(api, provider);
});
afterAll(async () => {
  await api.close();
  await provider.close();
});

const signIn = (claims: Claims): Promise<Answer> => signInAs(api, { provider, at: acme }, claims);
const seen = ({ status, body }: Answer): unknown[] => [status, body?.error];
const REFUSED = [403, 'SingleSignOnRefused'];
const FAILED = [401, 'SignInFailed'];
const rolesOf = async (): Promise<Record<string, string>> => {
  const { items } = (await acme.call('GET', `/v1/organizations/${acme.seller.organization.id}/members?limit=100`)).body;
  return Object.fromEntries(items.map(({ user_id, role }: { user_id: string; role: string }) => [user_id, role]));
};
const bus = (): CommandBus => api.app.get(CommandBus);

test('somebody new becomes a user and a member with the default role', async () => {
  const person = acme.person();
  const { status, body } = await signIn(person);
  expect([status, body.email]).toEqual([200, person.email]);
  expect((await rolesOf())[body.user_id]).toBe('member');
  const me = (await callAs(api, body.token)('GET', '/v1/users/me')).body;
  expect(me).toMatchObject({
    email: person.email,
    memberships: [{ organization_id: acme.seller.organization.id, role: 'member' }],
  });
  const [session] = (await callAs(api, body.token)('GET', '/v1/user-sessions/')).body.items;
  expect(session.methods).toEqual(['single_sign_on']);
});

test('the subject says who it is, also with another address; the address of the user stays', async () => {
  const person = acme.person();
  const first = await signIn(person);
  const second = await signIn({ ...person, email: `married@${acme.domain}` });
  expect(second.body).toMatchObject({ user_id: first.body.user_id, email: person.email });
});

test('two first sign-ins of a subject at the same moment, with different addresses, are the same user', async () => {
  const person = acme.person();
  const em = api.app.get(EntityManager).fork();
  const lock = 'select 1 from identity.openid_connections where organization_id = ? for update';
  const both = await em.transactional(async (transaction) => {
    await transaction.execute(lock, [acme.seller.organization.id]);
    const signIns = [signIn(person), signIn({ ...person, email: `other-${person.email}` })];
    await untilBlocked(await pgPool(em), { count: 2, like: '%identity.user_identities%' });
    return signIns;
  });
  const [one, other] = await Promise.all(both);
  expect([one!.status, other!.status, other!.body.user_id]).toEqual([200, 200, one!.body.user_id]);
  expect((await rolesOf())[one!.body.user_id]).toBe('member');
  expect((await signIn(person)).body).toMatchObject({ user_id: one!.body.user_id, email: one!.body.email });
});

test('a user with the address is linked, and keeps the role', async () => {
  const person = acme.person();
  const colleague = await signIn(person);
  await bus().execute(new SetMemberRole({ id: acme.seller.organization.id }, colleague.body.user_id, 'admin'));
  const again = await signIn({ ...person, sub: randomUUID(), email: person.email.toUpperCase() });
  expect(again.body.user_id).toBe(colleague.body.user_id);
  expect((await rolesOf())[colleague.body.user_id]).toBe('admin');
});

test('the address of the provider asks for a code with PKCE, a state and a nonce', async () => {
  const { url } = await begin(api, { email: acme.person().email });
  const { origin, searchParams } = new URL(url);
  expect(origin).toBe(provider.issuer);
  expect(Object.fromEntries(searchParams)).toMatchObject({
    response_type: 'code',
    client_id: 'latchkey',
    scope: 'openid email profile',
    code_challenge_method: 'S256',
    redirect_uri: 'http://127.0.0.1:3000/single-sign-on/callback',
  });
  for (const name of ['state', 'nonce', 'code_challenge']) expect(searchParams.get(name)).toMatch(/^[\w-]{43}$/);
});

test('what begins is the same for known and unknown addresses, and there is nothing at other domains', async () => {
  const person = acme.person();
  await signIn(person);
  const addresses = [person.email, `nobody@${acme.domain}`];
  const shapes = await Promise.all(
    addresses.map(async (email) => {
      const { status, body, headers } = await callAs(api)('POST', '/v1/users/sign-in/single-sign-on', { email });
      return [status, Object.keys(body), String(headers['set-cookie']).split(';').slice(1)];
    }),
  );
  expect(shapes[0]).toEqual(shapes[1]);
  for (const place of [{ email: 'ada@elsewhere.example' }, { email: acme.seller.user.email }, { slug: 'no-such-organization' }]) {
    expect(seen(await callAs(api)('POST', SIGN_IN, place))).toEqual([404, 'SingleSignOnNotAvailable']);
  }
});

test('a domain that is not verified leads nowhere', async () => {
  const { id } = acme.seller.organization;
  const domain = `${randomUUID()}.example.com`;
  expect((await acme.call('POST', `/v1/organizations/${id}/single-sign-on/domains`, { domain })).status).toBe(201);
  expect(seen(await callAs(api)('POST', SIGN_IN, { email: `ada@${domain}` }))).toEqual([404, 'SingleSignOnNotAvailable']);
  expect(seen(await signIn(acme.person({ email: `ada@${domain}` })))).toEqual(REFUSED);
});

const userWith = (email: string): Promise<unknown> => api.app.get(QueryBus).execute(new FindUser({ email }));

describe('nobody signs in', () => {
  /** The response, and the user with the address. */
  const outcomeOf = async (claims: Claims): Promise<unknown[]> => {
    const answer = await signIn(claims);
    return [...seen(answer), await userWith(String(claims['email']))];
  };
  const NOBODY_REFUSED = [...REFUSED, null];
  const NOBODY_FAILED = [...FAILED, null];

  test('without an address that the provider has verified', async () => {
    expect(await outcomeOf(acme.person({ email_verified: false }))).toEqual(NOBODY_REFUSED);
    expect(await outcomeOf(acme.person({ email_verified: undefined }))).toEqual(NOBODY_REFUSED);
    expect(await outcomeOf(acme.person({ email_verified: 'true' }))).toEqual(NOBODY_REFUSED);
    expect(seen(await signIn(acme.person({ email: undefined })))).toEqual(REFUSED);
  });

  test('with an address of another domain, or one that is none', async () => {
    expect(await outcomeOf(acme.person({ email: `${randomUUID()}@example.net` }))).toEqual(NOBODY_REFUSED);
    expect(await outcomeOf(acme.person({ email: `${randomUUID()}@sub.${acme.domain}` }))).toEqual(NOBODY_REFUSED);
    expect(await outcomeOf(acme.person({ email: `${randomUUID()}@example.net,x@${acme.domain}` }))).toEqual(NOBODY_REFUSED);
    expect(seen(await signIn(acme.person({ email: `a\u0000b@${acme.domain}` })))).toEqual(REFUSED);
    const other = await seedCompany(api, provider);
    expect(await outcomeOf(other.person())).toEqual(NOBODY_REFUSED);
  });

  test('as a user whose own address is outside of the verified domains', async () => {
    const person = acme.person();
    expect((await signIn(person)).status).toBe(200);
    const { id } = acme.seller.organization;
    const { items } = (await acme.call('GET', `/v1/organizations/${id}/single-sign-on/domains`)).body;
    const other = `${randomUUID()}.example.com`;
    await seedDomain(api, id, other);
    await acme.call('DELETE', `/v1/organizations/${id}/single-sign-on/domains/${items[0].id}`);
    expect(seen(await signIn({ ...person, email: `ada@${other}` }))).toEqual(REFUSED);
  });

  test('with a subject that is none', async () => {
    expect(await outcomeOf(acme.person({ sub: 'a\u0000b' }))).toEqual(NOBODY_FAILED);
    expect(await outcomeOf(acme.person({ sub: 'x'.repeat(256) }))).toEqual(NOBODY_FAILED);
    expect(await outcomeOf(acme.person({ sub: undefined }))).toEqual(NOBODY_FAILED);
  });

  test('with a token of another client, another issuer or another sign-in, an expired or a forged one', async () => {
    const now = Math.floor(Date.now() / 1000);
    for (const wrong of [
      { aud: 'another' },
      { iss: 'https://login.example.net' },
      { nonce: 'another' },
      { nonce: undefined },
      { exp: now - 3600, iat: now - 7200 },
    ]) {
      expect(await outcomeOf(acme.person(wrong))).toEqual(NOBODY_FAILED);
    }
    const { url, cookie } = await begin(api, { slug: acme.seller.organization.slug });
    const forged = provider.recognize(url, { claims: acme.person(), isForged: true });
    expect(seen(await complete(api, forged, cookie))).toEqual(FAILED);
  });

  test('who is blocked', async () => {
    const person = acme.person();
    const { body } = await signIn(person);
    await bus().execute(new SetUserBlocked({ id: body.user_id }, true));
    expect(seen(await signIn(person))).toEqual(FAILED);
    expect(seen(await signIn({ ...person, sub: randomUUID() }))).toEqual(FAILED);
  });

  test('newly at a blocked organization; members go on', async () => {
    const person = acme.person();
    await signIn(person);
    const begun = await begin(api, { email: person.email });
    await bus().execute(new SetOrganizationStatus({ id: acme.seller.organization.id }, 'blocked'));
    expect((await complete(api, provider.recognize(begun.url, { claims: person }), begun.cookie)).status).toBe(200);
    const newcomer = acme.person();
    const other = await begin(api, { email: newcomer.email });
    expect(seen(await complete(api, provider.recognize(other.url, { claims: newcomer }), other.cookie))).toEqual(REFUSED);
    expect(await userWith(newcomer.email)).toBeNull();
  });
});

test('a state works once, in the browser that began, and only of two requests at once for one', async () => {
  const place = { slug: acme.seller.organization.slug };
  const [mine, theirs] = [await begin(api, place), await begin(api, place)];
  const result = provider.recognize(mine.url, { claims: acme.person() });
  const answers = await Promise.all([complete(api, result, mine.cookie), complete(api, result, mine.cookie)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  expect(seen(await complete(api, result, mine.cookie))).toEqual(FAILED);

  const planted = provider.recognize(theirs.url, { claims: acme.person() });
  expect(seen(await complete(api, planted, mine.cookie))).toEqual(FAILED);
  expect(seen(await complete(api, planted, theirs.cookie))).toEqual(FAILED);
  const unbound = await begin(api, place);
  expect(seen(await complete(api, provider.recognize(unbound.url, { claims: acme.person() }), null))).toEqual(FAILED);
});

test('a response of one provider is of no use at the connection of another', async () => {
  const attacker = await SimulatedProvider.open();
  const evil = await seedCompany(api, attacker);
  const [honest, begun] = [
    await begin(api, { slug: acme.seller.organization.slug }),
    await begin(api, { slug: evil.seller.organization.slug }),
  ];
  const code = attacker.recognize(begun.url, { claims: acme.person() }).code;
  const { state } = provider.recognize(honest.url, { claims: acme.person() });
  expect(seen(await complete(api, { code, state }, honest.cookie))).toEqual(FAILED);
  const own = provider.recognize(honest.url, { claims: acme.person() }).code;
  const stateOfEvil = new URL(begun.url).searchParams.get('state')!;
  expect(seen(await complete(api, { code: own, state: stateOfEvil }, begun.cookie))).toEqual(FAILED);
  const claims = evil.person({ iss: provider.issuer });
  expect(seen(await signInAs(api, { provider: attacker, at: evil }, claims))).toEqual(FAILED);
  await attacker.close();
});

test('the issuer that a provider names has to be its own', async () => {
  provider.metadata = { authorization_response_iss_parameter_supported: true };
  const attempt = async (iss?: string): Promise<number> => {
    const { url, cookie } = await begin(api, { slug: acme.seller.organization.slug });
    const result = provider.recognize(url, { claims: acme.person() });
    return (await complete(api, iss === undefined ? result : { ...result, iss }, cookie)).status;
  };
  expect([await attempt(), await attempt('https://evil.example'), await attempt(provider.issuer)]).toEqual([401, 401, 200]);
  provider.metadata = {};
});

test('a connection that was changed, disabled or deleted meanwhile is not used', async () => {
  const path = `/v1/organizations/${acme.seller.organization.id}/single-sign-on`;
  const finish = async (change: () => Promise<Answer>): Promise<unknown> => {
    const { url, cookie } = await begin(api, { slug: acme.seller.organization.slug });
    const result = provider.recognize(url, { claims: acme.person() });
    expect((await change()).status).toBeLessThan(300);
    return seen(await complete(api, result, cookie));
  };
  const settings = { issuer: provider.issuer, client_id: 'latchkey', client_secret: provider.secret };
  expect(await finish(() => acme.call('PUT', path, { ...settings, client_id: 'another' }))).toEqual(FAILED);
  expect(await finish(() => acme.call('PUT', path, { ...settings, is_enabled: false }))).toEqual(FAILED);
  await acme.call('PUT', path, settings);
  expect(await finish(() => acme.call('DELETE', path))).toEqual(FAILED);
  expect(seen(await callAs(api)('POST', SIGN_IN, { slug: acme.seller.organization.slug }))).toEqual([
    404,
    'SingleSignOnNotAvailable',
  ]);
});

test.each([
  ['deleted', (path: string) => acme.call('DELETE', path)],
  ['disabled', (path: string) => acme.call('PUT', path, { issuer: provider.issuer, client_id: 'latchkey', is_enabled: false })],
])('a connection that is %s while its provider is asked is not used, and nobody is registered', async (_how, change) => {
  const person = acme.person();
  const changed: number[] = [];
  provider.intercept = async ({ url }) => {
    if (url === '/token') changed.push((await change(`/v1/organizations/${acme.seller.organization.id}/single-sign-on`)).status);
    return false;
  };
  const answer = await signIn(person).finally(() => (provider.intercept = () => false));
  expect([200, 204]).toContain(changed[0]);
  expect([...seen(answer), await userWith(person.email)]).toEqual([...FAILED, null]);
});

test('a provider that does not respond, or not to this client, is named as the reason', async () => {
  const gone = await SimulatedProvider.open();
  const company = await seedCompany(api, gone);
  const place = { slug: company.seller.organization.slug };
  const [first, second] = [await begin(api, place), await begin(api, place)].map((each) => ({
    ...each,
    result: gone.recognize(each.url, { claims: company.person() }),
  }));
  gone.intercept = ({ url }, response) => {
    if (url === '/token') response.socket?.destroy();
    return url === '/token';
  };
  expect(seen(await complete(api, first!.result, first!.cookie))).toEqual([400, 'IdentityProviderFailed']);
  await gone.close();
  expect(seen(await complete(api, second!.result, second!.cookie))).toEqual([400, 'IdentityProviderFailed']);
  expect(seen(await callAs(api)('POST', SIGN_IN, place))).toEqual([400, 'IdentityProviderFailed']);
  const wrong = await seedCompany(api, provider);
  const path = `/v1/organizations/${wrong.seller.organization.id}/single-sign-on`;
  await wrong.call('PUT', path, { issuer: provider.issuer, client_id: 'latchkey', client_secret: 'wrong' });
  const answer = await signInAs(api, { provider, at: wrong }, wrong.person());
  expect([...seen(answer), answer.body.detail]).toEqual([
    400,
    'IdentityProviderFailed',
    expect.stringContaining('does not accept the client ID or the client secret'),
  ]);
});

test('owners sign in through a connection that an owner has saved, and not through one of an admin', async () => {
  const { id } = acme.seller.organization;
  const [owner, admin] = [acme.person(), await seedUser(api)];
  const { user_id } = (await signIn(owner)).body;
  await bus().execute(new SetMemberRole({ id }, user_id, 'owner'));
  await bus().execute(new SetMemberRole({ id }, admin.id, 'admin'));
  const path = `/v1/organizations/${id}/single-sign-on`;
  const settings = { issuer: provider.issuer, client_id: 'latchkey', client_secret: provider.secret };
  const byAdmin = callAs(api, await seedUserSession(api, admin.id));
  expect((await byAdmin('PUT', path, { ...settings, client_secret: null })).body.owners_may_sign_in).toBe(true);
  expect((await signIn(owner)).status).toBe(200);
  expect((await byAdmin('PUT', path, settings)).body.owners_may_sign_in).toBe(false);
  expect(seen(await signIn(owner))).toEqual(REFUSED);
  expect((await signIn(acme.person())).status).toBe(200);
  expect((await acme.call('PUT', path, settings)).body.owners_may_sign_in).toBe(true);
  expect((await signIn(owner)).status).toBe(200);
});

describe('an organization that enforces single sign-on', () => {
  const NEEDED = [403, 'NotPermitted', 'The organization requires single sign-on: sign in through its provider.'];
  const told = ({ status, body }: Answer): unknown[] => [status, body?.error, body?.detail];
  const setEnforced = (token: string, sso_enforced: boolean): Promise<Answer> =>
    callAs(api, token)('PATCH', `/v1/organizations/${acme.seller.organization.id}`, { sso_enforced });
  const sessionOf = async (userId: string, ...methods: string[]): Promise<Call> =>
    callAs(api, await seedUserSession(api, userId, 0, { methods }));
  const setRole = (userId: string, role: 'owner' | 'admin' | 'member'): Promise<void> =>
    bus().execute(new SetMemberRole({ id: acme.seller.organization.id }, userId, role));

  let path: string;
  /** An admin who has signed in through the provider, and switched it on. */
  let admin: { readonly user_id: string; readonly token: string; readonly email: string };
  beforeEach(async () => {
    path = `/v1/organizations/${acme.seller.organization.id}`;
    admin = (await signIn(acme.person())).body;
    await setRole(admin.user_id, 'admin');
    await setEnforced(admin.token, true);
  });

  /** What the user of a credential is told about the organization, and what it shows of it. */
  async function outcomeOf(call: Call): Promise<unknown> {
    const { id, slug } = acme.seller.organization;
    const { memberships, needing_single_sign_on } = (await call('GET', '/v1/users/me')).body;
    const isMember = memberships.some((each: { organization_id: string }) => each.organization_id === id);
    const [named, narrowed] = [
      await call('GET', path),
      await call('GET', '/v1/customers/', undefined, { 'polar-organization': id }),
    ];
    if (isMember) return [named.status, narrowed.status, needing_single_sign_on].join() === '200,200,' ? 'counts' : 'unclear';
    expect(needing_single_sign_on).toEqual([{ organization_id: id, name: 'Acme', slug }]);
    expect([told(named), told(narrowed)]).toEqual([NEEDED, NEEDED]);
    expect(told(await call('GET', `/v1/customers/?organization_id=${id}`))).toEqual(NEEDED);
    expect(told(await call('POST', '/v1/customers/', { email: 'ada@example.com', organization_id: id }))).toEqual(NEEDED);
    expect((await call('GET', '/v1/organizations/')).body.items).toEqual([]);
    return 'does not exist';
  }

  test('does not exist for its members in other sessions, but for owners with a second factor or a passkey', async () => {
    const user = await seedUser(api);
    const outcomes = async (): Promise<unknown[]> => [
      await outcomeOf(await sessionOf(user.id, 'email_code')),
      await outcomeOf(await sessionOf(user.id, 'password', 'totp')),
      await outcomeOf(await sessionOf(user.id, 'email_code', 'recovery_code')),
      await outcomeOf(await sessionOf(user.id, 'passkey')),
    ];
    for (const role of ['member', 'admin'] as const) {
      await setRole(user.id, role);
      expect([role, ...(await outcomes())]).toEqual([role, ...Array(4).fill('does not exist')]);
    }
    await setRole(user.id, 'owner');
    expect(await outcomes()).toEqual(['does not exist', 'counts', 'counts', 'counts']);
    expect(await outcomeOf(callAs(api, admin.token))).toBe('counts');
  });

  test('is not reached by an invitation that a session accepts that began by code', async () => {
    const user = await seedUser(api);
    const session = await sessionOf(user.id, 'email_code');
    const invited = await callAs(api, admin.token)('POST', `${path}/invitations`, { email: user.email, role: 'admin' });
    expect((await session('POST', `/v1/users/me/invitations/${invited.body.id}/accept`)).status).toBe(204);
    expect(await outcomeOf(session)).toBe('does not exist');
  });

  test('is reached by organization tokens, and by those of users that were made in a session of its provider', async () => {
    const issue = async (by: Call): Promise<Call> =>
      callAs(api, (await by('POST', '/v1/personal-access-tokens/', { comment: '', scopes: SCOPES })).body.token);
    await setRole(admin.user_id, 'owner');
    const outside = await sessionOf(admin.user_id, 'passkey');
    expect(await outcomeOf(await issue(outside))).toBe('does not exist');
    expect(await outcomeOf(await issue(callAs(api, admin.token)))).toBe('counts');
    expect(await outcomeOf(callAs(api, acme.seller.pat))).toBe('does not exist');
    expect((await callAs(api, acme.seller.oat)('GET', path)).status).toBe(200);
    const request = { clientId: 'app', userId: admin.user_id, scopes: SCOPES, organizationIds: null, lifetimeMs: 60_000 };
    const application = callAs(api, await bus().execute(new IssueOAuthToken(request)));
    expect(told(await application('GET', path))).toEqual(NEEDED);
    expect((await application('GET', '/v1/organizations/')).body.items).toEqual([]);
  });

  test('is switched on and off in a session of its provider; owners switch it off', async () => {
    const refused = [403, 'NotPermitted'];
    const owner = await seedUserSession(api, acme.seller.user.id, 0, { methods: ['passkey'] });
    for (const token of [acme.seller.oat, owner, admin.token]) expect(seen(await setEnforced(token, false))).toEqual(refused);
    const scopes = ['organizations:write', 'organizations:read'];
    await setRole(admin.user_id, 'owner');
    const { token } = (await callAs(api, admin.token)('POST', '/v1/personal-access-tokens/', { comment: '', scopes })).body;
    expect(seen(await setEnforced(token, false))).toEqual(refused);
    expect((await setEnforced(admin.token, false)).body.sso_enforced).toBe(false);
    for (const other of [acme.seller.oat, acme.seller.user_session]) {
      expect(seen(await setEnforced(other, true))).toEqual(refused);
      expect((await setEnforced(other, false)).status).toBe(200);
    }
    await setRole(admin.user_id, 'member');
    expect(seen(await setEnforced(admin.token, true))).toEqual(refused);
  });

  test('keeps it when its connection or its domain goes, which only owners let go', async () => {
    const [byAdmin, owner] = [callAs(api, admin.token), await sessionOf(acme.seller.user.id, 'passkey')];
    const settings = { issuer: provider.issuer, client_id: 'latchkey', client_secret: null };
    const { items } = (await owner('GET', `${path}/single-sign-on/domains`)).body;
    const weaken = (call: Call): readonly (() => Promise<Answer>)[] => [
      () => call('PUT', `${path}/single-sign-on`, settings),
      () => call('PUT', `${path}/single-sign-on`, { ...settings, is_enabled: false }),
      () => call('DELETE', `${path}/single-sign-on/domains/${items[0].id}`),
      () => call('DELETE', `${path}/single-sign-on`),
    ];
    for (const change of weaken(byAdmin)) expect(seen(await change())).toEqual([403, 'NotPermitted']);
    const statuses: number[] = [];
    for (const change of weaken(owner)) {
      expect((await change()).status).toBeLessThan(300);
      expect(await outcomeOf(await sessionOf(admin.user_id, 'passkey'))).toBe('does not exist');
      statuses.push((await byAdmin('GET', path)).status);
    }
    // The same provider and client, saved again, end nothing.
    expect(statuses).toEqual([200, 401, 401, 401]);
    await bus().execute(new StopEnforcingSingleSignOn({ slug: acme.seller.organization.slug }));
    expect(await outcomeOf(await sessionOf(admin.user_id, 'email_code'))).toBe('counts');
    const providerOrganizationId = acme.seller.organization.id;
    const underWay = await seedUserSession(api, admin.user_id, 0, { providerOrganizationId });
    expect(seen(await setEnforced(underWay, true))).toEqual([409, 'SSOEnforcementRequiresConnection']);
  });

  test('is nothing that a sign-in by code asks about: what counts is decided for each request', async () => {
    const user = { id: admin.user_id, email: admin.email };
    const code = await seedUserSignInCode(api, user);
    const { status, body } = await callAs(api)('POST', '/v1/users/sign-in/authenticate', { email: user.email, code });
    expect(status).toBe(200);
    const call = callAs(api, body.session.token);
    expect(await outcomeOf(call)).toBe('does not exist');
    await bus().execute(new StopEnforcingSingleSignOn({ slug: acme.seller.organization.slug }));
    expect(await outcomeOf(call)).toBe('counts');
  });
});

test('pages of the console have the cookies below their own address, and no script sees the token', async () => {
  const page = { 'sec-fetch-site': 'same-origin' };
  const post = (url: string, payload: object, headers: Record<string, string> = page) =>
    api.app.inject({ method: 'POST', url: `/console/api${url}`, payload, headers });
  const begun = await post(SIGN_IN, { slug: acme.seller.organization.slug });
  expect(String(begun.headers['set-cookie'])).toMatch(
    /^latchkey_sign_in=[\w-]{43}; Path=\/console\/api\/v1\/users\/sign-in\/single-sign-on; Max-Age=600; HttpOnly; SameSite=Strict$/,
  );
  const result = provider.recognize(begun.json().url, { claims: acme.person() });
  const cookie = String(begun.headers['set-cookie']).split(';')[0]!;
  const done = await post('/v1/users/sign-in/single-sign-on/authenticate', result, { ...page, cookie });
  expect([done.statusCode, done.json().token]).toEqual([200, '']);
  const cookies = [done.headers['set-cookie']].flat().map(String);
  expect(cookies).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^latchkey_sign_in=; Path=\/console\/api\/v1\/users\/sign-in\/single-sign-on; Max-Age=0;/),
      expect.stringMatching(/^latchkey_session=latchkey_us_\w+\.[\w-]{43}; Path=\/console\/api; HttpOnly; SameSite=Strict$/),
    ]),
  );
});

test('the audit log has the connection without its secret, the new member and the session', async () => {
  const { id } = acme.seller.organization;
  const settings = { issuer: provider.issuer, client_id: 'other', client_secret: provider.secret };
  await acme.call('PUT', `/v1/organizations/${id}/single-sign-on`, settings);
  const { user_id } = (await signIn(acme.person())).body;
  const { items } = (await acme.call('GET', `/v1/audit-log/?organization_id=${id}&limit=100`)).body;
  const types = items.map(({ resource, actor }: { resource: { type: string }; actor: { id: string } }) => [
    resource.type,
    actor.id,
  ]);
  expect(types).toEqual(
    expect.arrayContaining([
      ['openid_connection', acme.seller.user.id],
      ['user_identity', user_id],
      ['organization', user_id],
      ['user_session', user_id],
    ]),
  );
  expect(JSON.stringify(items)).not.toContain(provider.secret);
});
