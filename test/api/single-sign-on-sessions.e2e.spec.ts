import { CommandBus } from '@nestjs/cqrs';
import { SetMemberRole } from '#organizations';
import { NO_SIGN_IN_LIMITS, startApi, type TestApi } from '../support/api.ts';
import { type Answer, type Call, callAs, type Method } from '../support/call.ts';
import { Contract, isOfOpenId } from '../support/contract.ts';
import { databaseWrites } from '../support/database-writes.ts';
import { EXAMPLES, outcomeOf } from '../support/examples/index.ts';
import { seedFixtures, type SeededFixtures } from '../support/fixtures.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';
import { seedConnection } from '../support/seed-single-sign-on.ts';
import { seedUser, seedUserSession } from '../support/seed-user.ts';
import { SimulatedProvider } from '../support/simulated-provider.ts';
import { begin, type Company, seedCompany, SIGN_IN, signInAs } from '../support/single-sign-on.ts';

let api: TestApi;
let provider: SimulatedProvider;
beforeAll(async () => {
  api = await startApi(NO_SIGN_IN_LIMITS);
  provider = await SimulatedProvider.open();
});
afterAll(async () => {
  await api.close();
  await provider.close();
});

const LIMITED = {
  error: 'NotPermitted',
  detail:
    'You signed in through the provider of an organization, which gives access to that organization only. ' +
    'For your account and for other organizations, sign in another way: by e-mail code, password or passkey.',
};
const isLimited = ({ status, body }: Answer): boolean => status === 403 && body?.detail === LIMITED.detail;
const seen = ({ status, body }: Answer): unknown[] => [status, body];
const setRole = (organizationId: string, userId: string, role: 'owner' | 'admin' | 'member'): Promise<void> =>
  api.app.get(CommandBus).execute(new SetMemberRole({ id: organizationId }, userId, role));

describe('whoever controls the provider of an organization and signs in there as an owner of another', () => {
  let acme: Company;
  let globex: SeededOrganization;
  let call: Call;
  let session: { readonly user_id: string; readonly token: string; readonly session_id: string };
  /** The person himself, who signed in by e-mail code. */
  let person: Call;
  beforeEach(async () => {
    [acme, globex] = [await seedCompany(api, provider), await seedOrganization(api)];
    session = (await signInAs(api, { provider, at: acme }, acme.person())).body;
    call = callAs(api, session.token);
    await setRole(globex.organization.id, session.user_id, 'owner');
    person = callAs(api, await seedUserSession(api, session.user_id));
  });

  test('gets nothing of the other organization', async () => {
    const { id } = globex.organization;
    const customer = await seedCustomer(api, id);
    expect((await person('GET', `/v1/customers/${customer.id}`)).status).toBe(200);
    expect((await call('GET', `/v1/customers/${customer.id}`)).status).toBe(404);
    expect((await call('GET', '/v1/customers/')).body.items).toEqual([]);
    for (const [method, url, body, headers] of [
      ['GET', `/v1/organizations/${id}`],
      ['PATCH', `/v1/organizations/${id}`, { name: 'Other' }],
      ['GET', `/v1/organizations/${id}/members`],
      ['DELETE', `/v1/organizations/${id}/members/${session.user_id}`],
      ['POST', `/v1/organizations/${id}/owner`, { user_id: globex.user.id }],
      ['GET', `/v1/customers/?organization_id=${id}`],
      ['POST', '/v1/customers/', { email: 'ada@example.com', organization_id: id }],
      ['GET', '/v1/customers/', undefined, { 'polar-organization': id }],
    ] as [Method, string, object?, Record<string, string>?][]) {
      expect([method, url, ...seen(await call(method, url, body, headers))]).toEqual([method, url, 403, LIMITED]);
    }
  });

  test('learns nothing about to which organizations the person belongs', async () => {
    const stranger = await seedOrganization(api);
    const answers = async (id: string): Promise<unknown[]> =>
      (
        await Promise.all([
          call('GET', `/v1/organizations/${id}`),
          call('GET', '/v1/customers/', undefined, { 'polar-organization': id }),
        ])
      ).map(seen);
    expect(await answers(globex.organization.id)).toEqual(await answers(stranger.organization.id));
    const { memberships, ...me } = (await call('GET', '/v1/users/me')).body;
    expect((await signInAs(api, { provider, at: acme }, acme.person({ email: me.email }))).body.user_id).toBe(session.user_id);
    expect(memberships.map((each: { slug: string }) => each.slug)).toEqual([acme.seller.organization.slug]);
    expect(me).toMatchObject({
      single_sign_on_organization_id: acme.seller.organization.id,
      needing_single_sign_on: [],
      has_password: null,
      has_second_factor: null,
      recovery_codes_left: null,
      passkeys: null,
    });
    const { items } = (await person('GET', `/v1/audit-log/?organization_id=${globex.organization.id}&limit=100`)).body;
    const others = items.filter(({ resource }: { resource: { type: string } }) =>
      /^user_(session|identity)$/.test(resource.type),
    );
    expect(others).toEqual([]);
  });

  test('cannot change how the person signs in, nor their tokens, sessions, invitations and applications', async () => {
    const { body: token } = await person('POST', '/v1/personal-access-tokens/', { comment: '', scopes: [] });
    const { body: own } = await person('GET', '/v1/user-sessions/');
    for (const [method, url, body] of [
      ['POST', '/v1/users/me/password', { password: 'correct horse battery staple' }],
      ['DELETE', '/v1/users/me/second-factor'],
      ['POST', '/v1/users/me/passkeys/options'],
      ['GET', '/v1/personal-access-tokens/'],
      ['DELETE', `/v1/personal-access-tokens/${token.personal_access_token.id}`],
      ['GET', '/v1/users/me/invitations'],
      ['GET', '/v1/users/me/authorizations'],
      ['POST', '/v1/organizations/', { name: 'Mine', slug: globex.organization.slug.replace('acme', 'mine') }],
    ] as [Method, string, object?][]) {
      expect([method, url, ...seen(await call(method, url, body))]).toEqual([method, url, 403, LIMITED]);
    }
    const mine = own.items.find(({ is_current }: { is_current: boolean }) => is_current);
    const listed = (await call('GET', '/v1/user-sessions/')).body.items;
    expect(listed.map(({ id }: { id: string }) => id)).toEqual([session.session_id]);
    expect((await call('DELETE', `/v1/user-sessions/${mine.id}`)).status).toBe(404);
    expect((await person('GET', '/v1/users/me')).status).toBe(200);
    expect((await call('DELETE', `/v1/user-sessions/${session.session_id}`)).status).toBe(204);
    expect((await call('GET', '/v1/users/me')).status).toBe(401);
  });

  test('makes tokens that are limited as the session is, and these no others', async () => {
    const scopes = [
      'organizations:read',
      'user:read',
      'user:write',
      'personal_access_tokens:write',
      'personal_access_tokens:read',
    ];
    const issue = async (by: Call): Promise<Call> =>
      callAs(api, (await by('POST', '/v1/personal-access-tokens/', { comment: '', scopes })).body.token);
    const first = await issue(call);
    for (const limited of [first, await issue(first)]) {
      const { items } = (await limited('GET', '/v1/organizations/')).body;
      expect(items.map(({ id }: { id: string }) => id)).toEqual([acme.seller.organization.id]);
      expect(seen(await limited('GET', `/v1/organizations/${globex.organization.id}`))).toEqual([403, LIMITED]);
      expect(seen(await limited('GET', '/v1/personal-access-tokens/'))).toEqual([403, LIMITED]);
    }
    const whole = await issue(person);
    expect((await whole('GET', '/v1/organizations/')).body.items).toHaveLength(2);
  });

  test.each([
    ['an admin', false, 401],
    ['an owner', true, 200],
  ])('becomes no owner with the person, if %s chose the provider', async (_who, ownersMaySignIn, expected) => {
    const { id } = acme.seller.organization;
    await seedConnection(api, id, provider, { ownersMaySignIn });
    const { body } = await call('POST', '/v1/personal-access-tokens/', { comment: '', scopes: ['user:read'] });
    const statuses = () =>
      Promise.all([call, callAs(api, body.token)].map(async (each) => (await each('GET', '/v1/users/me')).status));
    expect(await statuses()).toEqual([200, 200]);
    const change = { role: 'owner' };
    expect((await acme.call('PATCH', `/v1/organizations/${id}/members/${session.user_id}`, change)).status).toBe(200);
    expect(await statuses()).toEqual([expected, expected]);
    expect((await person('GET', `/v1/organizations/${id}`)).status).toBe(200);
  });

  test('has nothing left when the membership ends', async () => {
    await acme.call('DELETE', `/v1/organizations/${acme.seller.organization.id}/members/${session.user_id}`);
    expect((await call('GET', '/v1/users/me')).status).toBe(401);
    expect((await person('GET', '/v1/users/me')).body.memberships).toMatchObject([{ organization_id: globex.organization.id }]);
  });

  test('neither ends nor replaces the session with which the person signed in otherwise', async () => {
    const before = await seedUserSession(api, session.user_id);
    const { email } = (await person('GET', '/v1/users/me')).body;
    const { url, cookie } = await begin(api, { email });
    const result = provider.recognize(url, { claims: acme.person({ email }) });
    const answer = await callAs(api, before)('POST', `${SIGN_IN}/authenticate`, result, { cookie });
    expect(answer.body).toMatchObject({ user_id: session.user_id });
    expect((await callAs(api, before)('GET', '/v1/users/me')).body.memberships).toHaveLength(2);
  });
});

/** What credentials of a provider may do although it is about the user, or about no organization in particular. */
const DECISIONS: Readonly<Record<string, 'refused' | 'accepted'>> = {
  'POST /v1/organizations/': 'refused',
  'POST /v1/organizations/{id}/sandboxes': 'refused',
  // Shows the organization and who the user is, without their credentials.
  'GET /v1/users/me': 'accepted',
  'POST /v1/users/me/password': 'refused',
  'DELETE /v1/users/me/password': 'refused',
  'POST /v1/users/me/second-factor': 'refused',
  'DELETE /v1/users/me/second-factor': 'refused',
  'POST /v1/users/me/second-factor/confirm': 'refused',
  'POST /v1/users/me/recovery-codes': 'refused',
  'GET /v1/users/me/passkeys': 'refused',
  'POST /v1/users/me/passkeys': 'refused',
  'POST /v1/users/me/passkeys/options': 'refused',
  'DELETE /v1/users/me/passkeys/{id}': 'refused',
  // The sessions of the provider alone.
  'GET /v1/user-sessions/': 'accepted',
  'DELETE /v1/user-sessions/{id}': 'accepted',
  'DELETE /v1/user-sessions/': 'refused',
  'GET /v1/personal-access-tokens/': 'refused',
  // It is limited as the session is.
  'POST /v1/personal-access-tokens/': 'accepted',
  'GET /v1/personal-access-tokens/{id}': 'refused',
  'PATCH /v1/personal-access-tokens/{id}': 'refused',
  'DELETE /v1/personal-access-tokens/{id}': 'refused',
  'GET /v1/users/me/invitations': 'refused',
  'POST /v1/users/me/invitations/{id}/accept': 'refused',
  'GET /v1/users/me/authorizations': 'refused',
  'DELETE /v1/users/me/authorizations/{id}': 'refused',
  // Figures of the organizations that the caller sees, and the limits of the service.
  'GET /v1/license-keys/activity': 'accepted',
  'GET /v1/license-keys/uses': 'accepted',
  'GET /v1/license-keys/uses/export': 'accepted',
  'GET /v1/metrics/export': 'accepted',
  'GET /v1/metrics/limits': 'accepted',
};

describe('every operation of sellers, in the session of a provider', () => {
  let contract: Contract;
  let operations: { readonly name: string; readonly isOfUser: boolean; readonly isForeign: boolean }[];
  /** The organization of the provider, and another one whose owner has the session. */
  let [ours, theirs]: SeededFixtures[] = [];
  let [limited, stranger]: Call[] = [];
  beforeAll(async () => {
    contract = Contract.of(api);
    operations = [...contract.operations].flatMap(([name, { security = [] }]) => {
      if (isOfOpenId(name) || !security.some((scheme) => 'user_session' in scheme)) return [];
      const scopes = security.flatMap((scheme) => Object.values(scheme).flat());
      const isOfUser = scopes.every((scope) => /^(user|personal_access_tokens):/.test(scope));
      return [{ name, isOfUser, isForeign: EXAMPLES[name]?.foreign !== undefined }];
    });
    [ours, theirs] = await Promise.all([seedFixtures(api), seedFixtures(api)]);
    const { id } = theirs!.seller.user;
    await setRole(ours!.organization_id, id, 'owner');
    const through = { providerOrganizationId: ours!.organization_id };
    limited = callAs(api, await seedUserSession(api, id, 0, through));
    stranger = callAs(api, await seedUserSession(api, (await seedUser(api)).id));
  });

  const ask = (call: Call, name: string, fixtures: SeededFixtures): Promise<Answer> => {
    const { url, body, headers } = EXAMPLES[name]!.request(fixtures, { organization_id: fixtures.organization_id });
    return call(name.split(' ')[0] as Method, url, body, headers);
  };
  const undecided = (those: typeof operations): string[] =>
    those.filter(({ name, isOfUser, isForeign }) => (isOfUser || !isForeign) && !(name in DECISIONS)).map(({ name }) => name);

  test('is about an organization, or decided upon', () => {
    expect(undecided(operations)).toEqual([]);
    expect(Object.keys(DECISIONS).filter((name) => !operations.some((each) => each.name === name))).toEqual([]);
    const planted = [
      { name: 'GET /v1/users/me/planted', isOfUser: true, isForeign: true },
      { name: 'POST /v1/planted', isOfUser: false, isForeign: false },
    ];
    expect(undecided(planted)).toEqual(planted.map(({ name }) => name));
  });

  test('refuses what is about the user, and reaches another organization of the user no more than a stranger does', async () => {
    const wrong: unknown[] = [];
    const before = await databaseWrites(api);
    for (const { name } of operations) {
      const decision = DECISIONS[name];
      if (decision === 'accepted' && EXAMPLES[name]!.foreign === undefined) continue;
      const answer = await ask(limited!, name, theirs!);
      if (isLimited(answer)) continue;
      const ofStranger = outcomeOf(await ask(stranger!, name, theirs!));
      if (decision === 'refused' || outcomeOf(answer) !== ofStranger) wrong.push([name, outcomeOf(answer), ofStranger]);
    }
    expect(wrong).toEqual([]);
    expect(await databaseWrites(api)).toBe(before);
  });

  test('works for the organization of the provider', async () => {
    const wrong: unknown[] = [];
    for (const { name } of operations) {
      if (DECISIONS[name] === 'refused' || name.startsWith('DELETE ')) continue;
      const answer = await ask(limited!, name, ours!);
      if (isLimited(answer)) wrong.push(name);
    }
    expect(wrong).toEqual([]);
  });
});
