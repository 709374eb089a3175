import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import { CheckEmailDomains, identitySubscribers } from '#identity';
import { IssueOAuthToken } from '#oauth';
import { RemoveMember, SetMemberRole } from '#organizations';
import { SCOPES } from '#platform/auth';
import type { PublishedEvent } from '#platform/messaging';
import { commandSubscriber } from '#platform/messaging/composition';
import { TextRecords } from '../../libs/identity/src/domain/email-domain.ts';
import { NO_SIGN_IN_LIMITS, startApi, type TestApi } from '../support/api.ts';
import { callAs } from '../support/call.ts';
import { Contract } from '../support/contract.ts';
import { seedOrganization } from '../support/seed.ts';
import { CLIENT_ID, seedConnection, seedDomain } from '../support/seed-single-sign-on.ts';
import { seedUser, seedUserSession } from '../support/seed-user.ts';
import { SimulatedProvider } from '../support/simulated-provider.ts';
import { type Claims, type Company, seedCompany, signInAs } from '../support/single-sign-on.ts';

const DAY_MS = 86_400_000;

let api: TestApi;
let provider: SimulatedProvider;
let another: SimulatedProvider;
let acme: Company;
beforeAll(async () => {
  api = await startApi(NO_SIGN_IN_LIMITS);
  [provider, another] = [await SimulatedProvider.open(), await SimulatedProvider.open()];
});
beforeEach(async () => {
  acme = await seedCompany(api, provider);
});
afterAll(async () => {
  await api.close();
  await provider.close();
  await another.close();
});

const execute = (statement: string, values: readonly unknown[] = []) =>
  api.app.get(EntityManager).fork().execute(statement, values);

/** What acts for somebody, by the names of the OpenAPI document. */
type Credentials = Readonly<Record<'user_session' | 'pat' | 'pat made by a token' | 'oidc' | 'mcp', string>>;

/** Credentials of the document that are not a user's: they do not come of a session. */
const OF_OTHERS: Readonly<Record<string, string>> = {
  oat: 'An organization acts itself; leaders list and delete its tokens.',
  customer_session: 'Of a customer.',
  member_session: 'Of a member of a customer.',
  oauth_client: 'Of an application.',
  oauth_registration: 'Of an application.',
  oauth_token: 'The same as `oidc`.',
};

/** All that acts for a user, made in a session of theirs; `providerOrganizationId` is that of the session. */
async function credentialsFrom(session: string, userId: string, providerOrganizationId: string | null): Promise<Credentials> {
  const issue = async (by: string): Promise<string> => {
    const { status, body } = await callAs(api, by)('POST', '/v1/personal-access-tokens/', { comment: 'endless', scopes: SCOPES });
    if (status !== 201) throw new Error(`${status} ${JSON.stringify(body)}`);
    return body.token;
  };
  const allow = async (isForMcp: boolean): Promise<string> => {
    const clientId = randomUUID();
    const request = { clientId, userId, scopes: SCOPES, organizationIds: null, lifetimeMs: DAY_MS, isForMcp };
    const token = await api.app.get(CommandBus).execute(new IssueOAuthToken(request));
    const asInSession = `update oauth.grants set provider_organization_id = ?, authorized_at =
      (select max(authenticated_at) from identity.user_sessions s where s.user_id = grants.user_id) where client_id = ?`;
    await execute(asInSession, [providerOrganizationId, clientId]);
    return token;
  };
  const pat = await issue(session);
  return {
    user_session: session,
    pat,
    'pat made by a token': await issue(pat),
    oidc: await allow(false),
    mcp: await allow(true),
  };
}

/** Whether each is accepted. */
async function accepted(credentials: Credentials): Promise<Record<keyof Credentials, boolean>> {
  const probe = async (kind: string, token: string): Promise<number> => {
    const call = callAs(api, token);
    if (kind !== 'mcp') return (await call('GET', '/v1/organizations/')).status;
    const message = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };
    return (await call('POST', '/mcp', message, { accept: 'application/json, text/event-stream' })).status;
  };
  const entries = await Promise.all(
    Object.entries(credentials).map(async ([kind, token]) => [kind, (await probe(kind, token)) !== 401] as const),
  );
  return Object.fromEntries(entries) as Record<keyof Credentials, boolean>;
}

const all = (value: boolean): Record<keyof Credentials, boolean> => ({
  user_session: value,
  pat: value,
  'pat made by a token': value,
  oidc: value,
  mcp: value,
});

async function signIn(claims: Claims, at = acme) {
  const { body } = await signInAs(api, { provider, at }, claims);
  return { userId: body.user_id as string, session: body.token as string };
}

/** Somebody who signed in through the provider of Acme, with all that can be made then. */
async function throughProvider(claims: Claims = acme.person()): Promise<{ userId: string; credentials: Credentials }> {
  const { userId, session } = await signIn(claims);
  return { userId, credentials: await credentialsFrom(session, userId, acme.seller.organization.id) };
}

test('every kind of credential of a user is here', async () => {
  const { document } = Contract.of(api);
  const schemes = Object.keys((document as never as { components: { securitySchemes: object } }).components.securitySchemes);
  const known = new Set([...Object.keys(all(true)), ...Object.keys(OF_OTHERS)]);
  expect(schemes.filter((scheme) => !known.has(scheme))).toEqual([]);
});

const settings = () => ({
  issuer: provider.issuer,
  client_id: CLIENT_ID,
  default_role: 'member',
  is_enabled: true,
});
const connectionOf = ({ seller }: Company) => `/v1/organizations/${seller.organization.id}/single-sign-on`;
const domainsOf = async (company: Company): Promise<{ id: string; domain: string }[]> =>
  (await company.call('GET', `${connectionOf(company)}/domains`)).body.items;

interface Recorded {
  readonly name: string;
  readonly payload: object;
  readonly occurred_at: Date;
}

/** What ends all that the provider of Acme has opened for a user. */
const ENDINGS: Readonly<Record<string, (userId: string) => Promise<{ status: number } | void>>> = {
  'deleting the connection': () => acme.call('DELETE', connectionOf(acme)),
  'another provider': () =>
    acme.call('PUT', connectionOf(acme), { ...settings(), issuer: another.issuer, client_secret: another.secret }),
  'another client at the provider': () =>
    acme.call('PUT', connectionOf(acme), { ...settings(), client_id: 'other', client_secret: provider.secret }),
  'switching the connection off': () => acme.call('PUT', connectionOf(acme), { ...settings(), is_enabled: false }),
  'removing the domain': async () => acme.call('DELETE', `${connectionOf(acme)}/domains/${(await domainsOf(acme))[0]!.id}`),
  'the record of the domain is gone': async () => {
    api.app.get<{ of: TextRecords['of'] }>(TextRecords).of = async () => [];
    const { id } = acme.seller.organization;
    const missing = `update identity.email_domains set checked_at = now() - interval '2 days',
      absences = 7, missing_since = now() - interval '8 days' where organization_id = ?`;
    await execute(missing, [id]);
    await api.app.get(CommandBus).execute(new CheckEmailDomains());
    await deliver(id);
  },
  'dismissing the member': (userId) => acme.call('DELETE', `/v1/organizations/${acme.seller.organization.id}/members/${userId}`),
  'removing the member on the server': (userId) =>
    api.app.get(CommandBus).execute(new RemoveMember({ id: acme.seller.organization.id }, userId)),
  'ending the credentials of the member': (userId) =>
    acme.call('DELETE', `/v1/organizations/${acme.seller.organization.id}/members/${userId}/credentials`),
};

/** What a worker does with the recorded events of an organization that end access. */
async function deliver(organizationId: string): Promise<void> {
  const { app } = api;
  const statement = 'select name, payload, occurred_at from platform.outbox where organization_id = ? order by id';
  const rows = await app.get(EntityManager).fork().execute<Recorded[]>(statement, [organizationId]);
  const ending = identitySubscribers.filter(({ id }) => id.startsWith('EndAccess'));
  for (const { name, payload, occurred_at } of rows) {
    const event = { name, organizationId, payload, occurredAt: new Date(occurred_at) } as PublishedEvent;
    for (const row of ending.filter(({ events }) => (events as readonly string[]).includes(name))) {
      await commandSubscriber(row, app.get(CommandBus)).handle(event);
    }
  }
}

describe.each(Object.entries(ENDINGS))('%s', (_what, endFor) => {
  test('ends all that the provider opened for the user, and nothing else', async () => {
    const gone = await throughProvider();
    const own = await credentialsFrom(await seedUserSession(api, gone.userId), gone.userId, null);
    const globex = await seedCompany(api, provider);
    const other = await signIn(globex.person(), globex);
    expect([await accepted(gone.credentials), await accepted(own)]).toEqual([all(true), all(true)]);

    expect([200, 204, undefined]).toContain((await endFor(gone.userId))?.status);
    expect(await accepted(gone.credentials)).toEqual(all(false));
    expect(await accepted(own)).toEqual(all(true));
    expect((await callAs(api, other.session)('GET', '/v1/users/me')).status).toBe(200);
  });
});

test('removing a domain, and dismissing a member, end nothing of other users of the provider', async () => {
  const domain = `${randomUUID()}.example.com`;
  await seedDomain(api, acme.seller.organization.id, domain);
  const stays = await throughProvider(acme.person({ email: `ada@${domain}` }));
  for (const what of ['removing the domain', 'dismissing the member']) {
    const company = await throughProvider(acme.person({ email: `${randomUUID()}@${domain}` }));
    if (what === 'removing the domain') {
      const first = (await domainsOf(acme)).find((each) => each.domain !== domain);
      await acme.call('DELETE', `${connectionOf(acme)}/domains/${first!.id}`);
    } else await ENDINGS[what]!(company.userId);
    expect([what, await accepted(stays.credentials)]).toEqual([what, all(true)]);
  }
});

test('what changes neither provider nor client ends nothing', async () => {
  const { credentials } = await throughProvider();
  const saved = { ...settings(), default_role: 'finance', client_secret: 'a-new-secret' };
  expect((await acme.call('PUT', connectionOf(acme), saved)).status).toBe(200);
  expect(await accepted(credentials)).toEqual(all(true));
});

test('whoever is at the provider while it is removed gets no session', async () => {
  expect((await signInAs(api, { provider, at: acme }, acme.person())).status).toBe(200);
  let removed: Promise<{ status: number }> | undefined;
  provider.intercept = async (request) => {
    if (request.url?.includes('token')) await (removed ??= acme.call('DELETE', connectionOf(acme)));
    return false;
  };
  try {
    expect((await signInAs(api, { provider, at: acme }, acme.person())).status).toBe(401);
  } finally {
    provider.intercept = () => false;
  }
});

test('a worker does it again for what was under way, and ends nothing that came later', async () => {
  const { id } = acme.seller.organization;
  const early = await throughProvider();
  await acme.call('DELETE', connectionOf(acme));
  const late = (await seedUser(api)).id;
  // Stored by a request that had begun before.
  const underWay = await seedUserSession(api, early.userId, 1, { methods: ['single_sign_on'], providerOrganizationId: id });
  await seedConnection(api, id, provider);
  const later = await seedUserSession(api, late, 0, { methods: ['single_sign_on'], providerOrganizationId: id });
  const statuses = () =>
    Promise.all([underWay, later].map(async (each) => (await callAs(api, each)('GET', '/v1/users/me')).status));
  expect(await statuses()).toEqual([200, 200]);
  await deliver(id);
  expect(await statuses()).toEqual([401, 200]);
});

describe('an owner ends the sessions and tokens of a member', () => {
  const reach = async (credentials: Omit<Credentials, 'mcp'>, organizationId: string): Promise<number[]> =>
    Promise.all(
      Object.values(credentials).map(
        async (token) => (await callAs(api, token)('GET', `/v1/organizations/${organizationId}`)).status,
      ),
    );

  test('nothing of before reaches the organization, everything goes on elsewhere, and a new sign-in reaches it', async () => {
    const [member, globex] = [await seedUser(api), await seedOrganization(api)];
    const [ours, theirs] = [acme.seller.organization.id, globex.organization.id];
    for (const id of [ours, theirs]) await api.app.get(CommandBus).execute(new SetMemberRole({ id }, member.id, 'admin'));
    const { mcp: _mcp, ...own } = await credentialsFrom(await seedUserSession(api, member.id), member.id, null);
    expect([await reach(own, ours), await reach(own, theirs)]).toEqual([Array(4).fill(200), Array(4).fill(200)]);
    const path = `/v1/organizations/${ours}/members/${member.id}/credentials`;
    for (const [by, status] of [
      [own.pat, 403],
      [globex.pat, 404],
    ] as const) {
      expect((await callAs(api, by)('DELETE', path)).status).toBe(status);
    }
    expect(await reach(own, ours)).toEqual(Array(4).fill(200));

    expect((await acme.call('DELETE', path)).status).toBe(204);
    expect([await reach(own, ours), await reach(own, theirs)]).toEqual([Array(4).fill(403), Array(4).fill(200)]);
    const refused = await callAs(api, own.pat)('GET', `/v1/organizations/${ours}`);
    expect(refused.body.detail).toContain('An owner of the organization ended your sessions and tokens');
    expect((await callAs(api, own.user_session)('GET', '/v1/users/me')).body).toMatchObject({
      memberships: [{ organization_id: theirs }],
      needing_single_sign_on: [],
    });
    // What is made with it is ended, too.
    const { body } = await callAs(api, own.pat)('POST', '/v1/personal-access-tokens/', { comment: '', scopes: SCOPES });
    expect((await callAs(api, body.token)('GET', `/v1/organizations/${ours}`)).status).toBe(403);
    const { mcp: _new, ...again } = await credentialsFrom(await seedUserSession(api, member.id), member.id, null);
    expect(await reach(again, ours)).toEqual(Array(4).fill(200));
  });
});

describe('whoever becomes an owner has nothing that the provider of an admin opened, wherever that stops', () => {
  const TABLES = ['identity.user_sessions', 'organizations.access_tokens', 'oauth.grants', 'organizations.memberships'];

  /** Each way to become an owner. */
  const WAYS: Readonly<Record<string, (userId: string) => Promise<unknown>>> = {
    'as an owner changes the role': (userId) =>
      acme.call('PATCH', `/v1/organizations/${acme.seller.organization.id}/members/${userId}`, { role: 'owner' }),
    'as an owner hands the organization over': (userId) =>
      acme.call('POST', `/v1/organizations/${acme.seller.organization.id}/owner`, { user_id: userId }),
    'on the server': (userId) =>
      api.app.get(CommandBus).execute(new SetMemberRole({ id: acme.seller.organization.id }, userId, 'owner')),
  };

  describe.each(Object.entries(WAYS))('%s', (_way, become) => {
    test.each(TABLES)('at %s', async (table) => {
      const { id } = acme.seller.organization;
      await seedConnection(api, id, provider, { ownersMaySignIn: false });
      const { userId, credentials } = await throughProvider();
      const owns = async (): Promise<boolean> => {
        const rows = await execute('select role from organizations.memberships where organization_id = ? and user_id = ?', [
          id,
          userId,
        ]);
        return (rows as { role: string }[])[0]!.role === 'owner';
      };
      const isSafe = async (): Promise<boolean> =>
        !(await owns()) || Object.values(await accepted(credentials)).every((isAccepted) => !isAccepted);

      await execute(`create function public.refuse() returns trigger language plpgsql as $$ begin
        if old.user_id = '${userId}' then raise exception 'planted'; end if;
        return coalesce(new, old);
      end $$`);
      const when = table === 'organizations.memberships' ? 'update' : 'delete';
      await execute(`create trigger refuse before ${when} on ${table} for each row execute function public.refuse()`);
      try {
        const outcome = await become(userId).catch((error: unknown) => error);
        const status = (outcome as { status?: number } | undefined)?.status;
        expect(status === undefined ? outcome instanceof Error : status === 500).toBe(true);
        expect([await owns(), await isSafe()]).toEqual([false, true]);
      } finally {
        await execute(`drop trigger refuse on ${table}`);
        await execute('drop function public.refuse()');
      }
      await become(userId);
      expect([await owns(), await isSafe()]).toEqual([true, true]);
    });
  });
});
