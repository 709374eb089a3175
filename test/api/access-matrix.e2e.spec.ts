import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import { isDeepStrictEqual } from 'node:util';
import { IssueOAuthToken } from '#oauth';
import { IssueAccessToken, SetUserBlocked } from '#organizations';
import { type Role, ROLES, type Scope, SCOPES } from '#platform/auth';
import { Config } from '#platform/config';
import { Keyring, newToken } from '#engine/secrets';
import { startApi, NO_SIGN_IN_LIMITS } from '../support/api.ts';
import { type Answer, callAs, comparable, type Method } from '../support/call.ts';
import { Contract, isOfOpenId } from '../support/contract.ts';
import { databaseWrites } from '../support/database-writes.ts';
import { isAskedAsRoles } from '../support/described-operations.ts';
import { EXAMPLES, outcomeOf, seedFixturesFor } from '../support/examples/index.ts';
import { SESSION_KINDS } from '../support/seed-portal.ts';
import { missingIds, seedFixtures, type Fixtures, type SeededFixtures } from '../support/fixtures.ts';
import { needOf, permissionsIn, readSpecification, REFERENCE, rolesThatMay, rolesWith } from '../support/permissions.ts';
import { seedUserSession } from '../support/seed-user.ts';

const KINDS = ['oidc', 'oat', 'pat', 'user_session'] as const;
type Kind = (typeof KINDS)[number];

const CHALLENGE = 'Bearer realm="latchkey"';
/** What begins the detail of a refused request. */
const REASONS = {
  missing: 'The request has no access token.',
  malformed: 'The access token is malformed:',
  unknown: 'The access token is unknown:',
  expired: 'The access token has expired.',
  revoked: 'The access token is not valid any more:',
  'wrong kind': 'The operation does not accept access tokens of this kind. It accepts those that begin with latchkey_',
} as const;
/** These operations read more than 1 MiB, but only with a well-formed token. */
const ONLY_READ_FOR_TOKENS = new Set([
  'POST /v1/events/ingest',
  'POST /v1/purchases/import',
  'POST /v1/license-key-pools/{id}/entries',
  'POST /v1/files/',
  'POST /v1/files/{id}/uploaded',
]);
const JUNK = ['Bearer', 'Bearer   ', 'Bearer junk', 'Bearer a b', 'Basic YTpi', 'Bearer t\u00f6ken', 'latchkey_oat_x'];

const api = await startApi({ ...NO_SIGN_IN_LIMITS, ENVIRONMENT: 'sandbox' });
const contract = Contract.of(api);
const bus = api.app.get(CommandBus);
const [ours, theirs, blocked] = await Promise.all([seedFixtures(api), seedFixtures(api), seedFixtures(api)]);
await bus.execute(new SetUserBlocked({ id: blocked.seller.user.id }, true));
afterAll(() => api.close());

const bearer = (token: string): string => `Bearer ${token}`;

/** As `comparable`, without how many requests are left, which is less with each. */
const alike = ({ headers: { ratelimit: _left, ...headers }, ...answer }: Answer): object => comparable({ ...answer, headers });

const DAY_MS = 86_400_000;

/** A token of an application that acts for the user. */
const issueOAuth = (userId: string, scopes: readonly Scope[], lifetimeMs = DAY_MS, clientId = 'matrix'): Promise<string> =>
  bus.execute(new IssueOAuthToken({ clientId, userId, scopes, organizationIds: null, lifetimeMs }));

/** What an application of a model has: its tools call operations with other tokens. */
const FOR_MCP = await bus.execute(
  new IssueOAuthToken({
    clientId: 'matrix',
    userId: ours.seller.user.id,
    scopes: SCOPES,
    organizationIds: null,
    lifetimeMs: DAY_MS,
    isForMcp: true,
  }),
);

/** The kinds of access tokens: a session is opened otherwise, and always has all scopes. */
type TokenKind = Exclude<Kind, 'user_session'>;

async function issue(kind: TokenKind, scopes: readonly Scope[], lifetime: number | null = null): Promise<string> {
  const userId = ours.seller.user.id;
  if (kind === 'oidc') return issueOAuth(userId, scopes, lifetime ?? DAY_MS);
  const owner = kind === 'oat' ? { organizationId: ours.organization_id } : { userId };
  const attributes = { comment: kind, scopes, within: scopes, lifetime, latestExpiry: null };
  return (await bus.execute(new IssueAccessToken(owner, attributes))).token;
}

/** Tokens of sessions that are not accepted, created once and shared by all operations. */
const endedUserSessions = (async () => {
  const [deletedOne, expired, unused] = await Promise.all([1, 2, 3].map(() => seedUserSession(api, ours.seller.user.id)));
  const em = api.app.get(EntityManager).fork();
  const change = async (token: string, sql: string) => em.execute(sql, [api.app.get(Keyring).digest('access-token', token)]);
  await change(deletedOne!, 'delete from identity.user_sessions where digest = ?');
  await change(expired!, 'update identity.user_sessions set expires_at = now() where digest = ?');
  await change(unused!, `update identity.user_sessions set last_used_at = now() - interval '7 days' where digest = ?`);
  return {
    unknown: newToken('us'),
    expired: expired!,
    deleted: deletedOne!,
    unused: unused!,
    blocked: blocked.seller.user_session,
  };
})();

/** Created once for each kind, and shared by all operations. */
const unacceptedTokens = new Map<Kind, Promise<Readonly<Record<string, string>>>>();
function unaccepted(kind: Kind): Promise<Readonly<Record<string, string>>> {
  const known = unacceptedTokens.get(kind) ?? (kind === 'user_session' ? endedUserSessions : makeUnaccepted(kind));
  unacceptedTokens.set(kind, known);
  return known;
}

async function makeUnaccepted(kind: TokenKind): Promise<Readonly<Record<string, string>>> {
  return {
    unknown: unknownToken(kind),
    expired: await issue(kind, SCOPES, -1),
    deleted: await deleted(kind),
    ...(BLOCKED[kind] ? { blocked: BLOCKED[kind] } : {}),
  };
}

async function deleted(kind: TokenKind): Promise<string> {
  if (kind === 'oidc') {
    const token = await issueOAuth(ours.seller.user.id, SCOPES, DAY_MS, 'deleted');
    await api.app.get(EntityManager).fork().execute("delete from oauth.access_tokens where client_id = 'deleted'");
    return token;
  }
  const owner = kind === 'oat' ? { organizationId: ours.organization_id } : { userId: ours.seller.user.id };
  const attributes = { comment: kind, scopes: SCOPES, within: SCOPES, lifetime: null, latestExpiry: null };
  const { id, token } = await bus.execute(new IssueAccessToken(owner, attributes));
  const collection = kind === 'oat' ? 'organization-access-tokens' : 'personal-access-tokens';
  expect((await callAs(api, ours.seller.pat)('DELETE', `/v1/${collection}/${id}`)).status).toBe(204);
  return token;
}

/** Tokens of users with a role, one for each set of fixtures. */
const tokensOfRoles = new WeakMap<SeededFixtures, Map<Role, Promise<string>>>();
function tokenOf(fixtures: SeededFixtures, role: Role): Promise<string> {
  const known = tokensOfRoles.get(fixtures) ?? new Map<Role, Promise<string>>();
  tokensOfRoles.set(fixtures, known);
  const token = known.get(role) ?? fixtures.seller.tokenAs(role);
  known.set(role, token);
  return token;
}

/** Tokens with all scopes of the organization, and of its owner. */
const TOKENS: Readonly<Record<Kind, string>> = {
  oidc: await issueOAuth(ours.seller.user.id, SCOPES),
  oat: ours.seller.oat,
  pat: ours.seller.pat,
  user_session: ours.seller.user_session,
};
const BLOCKED: Partial<Record<Kind, string>> = {
  oidc: await issueOAuth(blocked.seller.user.id, SCOPES),
  pat: blocked.seller.pat,
};
const unknownToken = (kind: TokenKind): string => newToken(kind === 'oidc' ? 'at' : kind);

const described = [...contract.operations].filter(([name]) => !isOfOpenId(name));
const operations = described.map(([name, { security = [] }]) => ({
  name,
  method: name.split(' ')[0] as Method,
  kinds: KINDS.filter((kind) => security.some((scheme) => kind in scheme)),
  sessions: SESSION_KINDS.filter((kind) => security.some((scheme) => kind in scheme)),
  scopes: [...new Set(security.flatMap((scheme) => Object.values(scheme).flat()))] as Scope[],
}));

interface RequestOptions {
  readonly authorization?: string;
  readonly headers?: Record<string, string>;
  /** The organization that the request body or query names. */
  readonly organizationId?: string;
}

/** Sends the operation's example about these fixtures, and checks the response against the document. */
async function ask(
  name: string,
  fixtures: Fixtures,
  { authorization, headers, organizationId: place }: RequestOptions = {},
): Promise<Answer> {
  const { url, body, headers: signed } = EXAMPLES[name]!.request(fixtures, place ? { organization_id: place } : {});
  const answer = await callAs(api)(name.split(' ')[0] as Method, url, body, {
    ...signed,
    ...headers,
    ...(authorization ? { authorization } : {}),
  });
  expect(contract.violations(name, answer)).toEqual([]);
  return answer;
}

/** Sends the example with a token of this kind; a user's request names the organization. */
const askWith = (
  name: string,
  fixtures: Fixtures,
  kind: Kind,
  token: string,
  headers: Record<string, string> = {},
): Promise<Answer> =>
  ask(name, fixtures, {
    authorization: bearer(token),
    headers,
    organizationId: kind !== 'oat' ? fixtures.organization_id : undefined,
  });

/** Operations that applications may call say in their challenges where to learn how to get a token. */
const METADATA = `, resource_metadata="${api.app.get(Config).baseUrl}/.well-known/oauth-protected-resource"`;

const challengeOf = ({ headers }: Answer) => headers['www-authenticate']?.toString().replace(METADATA, '');

/** Why the credentials are refused, if the challenge says so as well; the whole answer if it is another one. */
function reasonOf(answer: Answer): unknown {
  const { status, body } = answer;
  const detail = body?.detail;
  const reason = Object.entries(REASONS).find(([, text]) => String(detail).startsWith(text))?.[0];
  const error = reason === 'missing' ? '' : `, error="invalid_token", error_description="${detail}"`;
  const isRefusal = isDeepStrictEqual([status, body], [401, { error: 'Unauthorized', detail }]);
  return reason && isRefusal && challengeOf(answer) === `${CHALLENGE}${error}` ? reason : [status, body, challengeOf(answer)];
}

const seen = (answer: Answer): unknown => [answer.status, answer.body, challengeOf(answer)];

/** A request that has to be refused, for this reason or with this answer. */
interface Refusal {
  readonly what: string;
  readonly ask: () => Promise<Answer>;
  readonly expected: keyof typeof REASONS | readonly [number, unknown, string];
}

/** The requests that were answered otherwise, or that have written something. */
async function wrongRefusals(refusals: readonly Refusal[]): Promise<readonly unknown[]> {
  const before = await databaseWrites(api);
  const wrong: unknown[] = [];
  for (const { what, ask: send, expected } of refusals) {
    const answer = typeof expected === 'string' ? reasonOf(await send()) : seen(await send());
    if (!isDeepStrictEqual(expected, answer)) wrong.push({ what, answer, expected });
  }
  return (await databaseWrites(api)) === before ? wrong : [...wrong, ...(await writers(refusals))];
}

/** Repeats requests one by one, to name those that write. */
async function writers(refusals: readonly Refusal[]): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { what, ask: send } of refusals) {
    const before = await databaseWrites(api);
    await send();
    if ((await databaseWrites(api)) !== before) found.push(`${what} has changed the database`);
  }
  return found.length > 0 ? found : ['the first of these requests has changed the database'];
}

/** Access tokens that people make are remembered when they are revoked. So are sessions of deleted customers; what was deleted otherwise is not. */
function whyRefused(kind: string, why: string): keyof typeof REASONS {
  if (why === 'unknown' || why === 'expired') return why;
  return why === 'deleted' && ['oidc', 'user_session'].includes(kind) ? 'unknown' : 'revoked';
}

/** The operation without credentials, and with such as nobody can read. */
const withoutCredentials = (name: string): readonly Refusal[] => [
  { what: 'no credentials', ask: () => ask(name, ours), expected: 'missing' },
  ...JUNK.map((authorization) => ({
    what: authorization,
    ask: () => ask(name, ours, { authorization }),
    expected: 'malformed' as const,
  })),
];

/** Tokens with all scopes but these, shared by the operations that need the same ones. */
const tokensWithoutScopes = new Map<string, Promise<string>>();
function withoutScopes(kind: TokenKind, scopes: readonly Scope[]): Promise<string> {
  const name = [kind, ...scopes].join(' ');
  const known =
    tokensWithoutScopes.get(name) ??
    issue(
      kind,
      SCOPES.filter((scope) => !scopes.includes(scope)),
    );
  tokensWithoutScopes.set(name, known);
  return known;
}

test('every operation has an example and vice versa', () => {
  expect(Object.keys(EXAMPLES).sort()).toEqual(operations.map(({ name }) => name).sort());
});

describe.each(operations.filter(({ kinds, sessions }) => kinds.length + sessions.length === 0))('$name', ({ name, method }) => {
  test('takes no credentials and ignores any that are sent', async () => {
    const outcome = async (options?: RequestOptions): Promise<string> =>
      outcomeOf(await ask(name, method === 'GET' ? ours : await seedFixturesFor(api, name), options));
    expect(await outcome()).toBe('done');
    const tokens = [newToken('cst'), theirs.seller.oat, newToken('oat'), blocked.seller.pat].map(bearer);
    // What changes something needs things of its own for each request, so it gets one header of each kind.
    for (const authorization of method === 'GET' ? [...JUNK, ...tokens] : ['Bearer junk', ...tokens.slice(0, 2)]) {
      expect([authorization, await outcome({ authorization })]).toEqual([authorization, 'done']);
    }
  });
});

describe.each(operations.filter(({ kinds }) => kinds.length > 0))('$name', ({ name, method, kinds, scopes }) => {
  const { foreign, about, permitted = 'done', request } = EXAMPLES[name]!;

  test('refuses credentials that are missing, malformed, of another kind or not valid any more with 401', async () => {
    const notAccepted = await Promise.all(
      kinds.map(async (kind) => Object.entries(await unaccepted(kind)).map(([why, token]) => ({ kind, why, token }))),
    );
    const wrong = await wrongRefusals([
      ...withoutCredentials(name),
      ...notAccepted.flat().map(({ kind, why, token }) => ({
        what: `${kind}: ${why}`,
        ask: () => askWith(name, ours, kind, token),
        expected: whyRefused(kind, why),
      })),
      ...KINDS.filter((kind) => !kinds.includes(kind)).map((kind) => ({
        what: `${kind} instead of ${kinds.join(', ')}`,
        ask: () => askWith(name, ours, kind, TOKENS[kind]),
        expected: 'wrong kind' as const,
      })),
      ...SESSION_KINDS.map((kind) => ({
        what: kind,
        ask: () => ask(name, ours, { authorization: bearer(ours.sessions[kind]) }),
        expected: 'wrong kind' as const,
      })),
      {
        what: 'a token for /mcp',
        ask: () => ask(name, ours, { authorization: bearer(FOR_MCP) }),
        expected: 'wrong kind',
      },
    ]);
    expect(wrong).toEqual([]);
  });

  // A session has all scopes.
  const tokenKinds = kinds.filter((kind) => kind !== 'user_session');
  if (tokenKinds.length > 0) {
    test(`refuses tokens without ${scopes.join(', ')} with 403`, async () => {
      const tokens = await Promise.all(tokenKinds.map((kind) => withoutScopes(kind, scopes)));
      const detail = `The access token does not have the scope ${scopes.join(' or ')}.`;
      const wanted = `scope="${scopes.join(' ')}", error="insufficient_scope", error_description="${detail}"`;
      const wrong = await wrongRefusals(
        tokenKinds.map((kind, index) => ({
          what: kind,
          ask: () => askWith(name, ours, kind, tokens[index]!),
          expected: [403, { error: 'NotPermitted', detail }, `${CHALLENGE}, ${wanted}`] as const,
        })),
      );
      expect(wrong).toEqual([]);
    });
  }

  test('checks credentials before validation but after parsing JSON', async () => {
    const { url, body } = request(ours, {});
    const wrong = url.replace(/[0-9a-f-]{36}/g, 'nonsense').replace(/\?.*$/, '?page=0');
    expect(reasonOf(await callAs(api)(method, wrong, body && { key: 1 }))).toBe('missing');
    const unreadable = await callAs(api)(method, url, '{');
    const hasInput = '422' in contract.operations.get(name)!.responses;
    const isRead = method !== 'GET' && hasInput && !ONLY_READ_FOR_TOKENS.has(name);
    expect(isRead ? outcomeOf(unreadable) : reasonOf(unreadable)).toBe(isRead ? 'invalid body.1' : 'missing');
  });

  // The header limits the caller, whatever the credential of the user.
  const narrowedKinds = kinds.filter((kind) => kind !== 'user_session' || !kinds.includes('pat'));
  test(`another organization: ${foreign ?? 'not concerned'}; with another one in Polar-Organization: 404`, async () => {
    const before = await databaseWrites(api);
    for (const kind of foreign ? kinds : []) {
      const authorization = bearer(TOKENS[kind]);
      const answer = await ask(name, theirs, { authorization, organizationId: theirs.organization_id });
      expect([kind, outcomeOf(answer)]).toEqual([kind, foreign]);
      const isHidden = foreign === 'not found' || foreign === 'empty';
      const unknown = isHidden ? await ask(name, missingIds(), { authorization }) : answer;
      expect(alike(answer)).toEqual(alike(unknown));
    }
    const headers = { 'polar-organization': theirs.organization_id };
    for (const kind of narrowedKinds) {
      expect([kind, outcomeOf(await askWith(name, ours, kind, TOKENS[kind], headers))]).toEqual([kind, 'not found']);
    }
    expect(await databaseWrites(api)).toBe(before);
  });

  // What only sessions may do concerns the user alone, whatever the role.
  const kind = kinds.includes('pat') ? 'pat' : 'user_session';
  const need = kind === 'pat' ? needOf(method, scopes, about) : undefined;
  const askAs = async (role: Role, fixtures: SeededFixtures = ours): Promise<string> =>
    outcomeOf(await askWith(name, fixtures, kind, kind === 'pat' ? await tokenOf(fixtures, role) : fixtures.seller.user_session));

  // `operations` asks what changes something as the roles that may, with fixtures of its own.
  const isAskedHere = !isAskedAsRoles(name, need);
  const fixturesFor = async (): Promise<SeededFixtures> => (method === 'GET' ? ours : await seedFixturesFor(api, name));
  if (need === undefined) {
    test('does not depend on the role', async () => {
      expect(await askAs('finance', await fixturesFor())).toBe(permitted);
    });
  } else {
    const able = rolesThatMay(need);
    test(`is not for others than ${able.join(', ')}`, async () => {
      const before = await databaseWrites(api);
      for (const role of ROLES.filter((each) => !able.includes(each))) {
        const denials = [
          ...(need.manage ? [`may not ${need.denialOf(role)}`] : []),
          ...(need.manage === 'ownership' ? ['owners only'] : []),
        ];
        // Who does not see it is told what members of other organizations are; what concerns no organization is no secret.
        const hidden = ['not found', 'empty', foreign ?? permitted];
        const expected = rolesWith(need.see).includes(role) ? denials : [...denials, ...hidden];
        const outcome = await askAs(role);
        expect([role, outcome, expected]).toEqual([role, outcome, expect.arrayContaining([outcome])]);
      }
      expect(await databaseWrites(api)).toBe(before);
    });
    if (isAskedHere) {
      test(`is for ${able.join(', ')}`, async () => {
        const fixtures = await fixturesFor();
        const [least, ...others] = able;
        expect([least, await askAs(least!, fixtures)]).toEqual([least, permitted]);
        for (const role of others) {
          const outcome = await askAs(role, fixtures);
          const isRefused = method === 'GET' ? outcome !== permitted : /^may not |only$/.test(outcome);
          expect([role, outcome, isRefused]).toEqual([role, outcome, false]);
        }
      });
    }
  }
});

/** What the role `support` may remove, and how it comes back. */
const TAKEN_BACK: Readonly<Record<string, string>> = {
  'DELETE /v1/customer-seats/{seat_id}': 'The seat is assigned again.',
  'DELETE /v1/customers/{id}/members/{member_id}': 'The member is added again.',
  'DELETE /v1/customers/external/{external_id}/members/{member_external_id}': 'The member is added again.',
  'DELETE /v1/customers/{id}/sessions': 'The customer signs in again.',
  'DELETE /v1/license-keys/{id}/activations/{activation_id}': 'The device is activated again.',
  'DELETE /v1/download-tokens/{id}': 'Another one is made.',
  'DELETE /v1/license-keys/{id}/entitlements/{entitlement_id}': 'The entitlement is given again.',
  'DELETE /v1/license-keys/{id}/trial':
    'The device has a trial again as soon as it asks for one, and the key of the first one stays.',
  'POST /v1/events/void': 'The events count again.',
  'POST /v1/events/{id}/void': 'The event counts again.',
};

test('the role support does nothing that cannot be taken back', () => {
  const ending = operations.filter(({ name, method }) => method === 'DELETE' || /\/(merge|void)$/.test(name));
  const possible = ending.filter(({ name, method, scopes }) => {
    const need = needOf(method, scopes, EXAMPLES[name]!.about);
    return need !== undefined && rolesThatMay(need).includes('support');
  });
  expect(possible.map(({ name }) => name).sort()).toEqual(Object.keys(TAKEN_BACK).sort());
});

test('the table of permissions is that of the specification, and owners may what admins may, who may what others may', () => {
  expect(readSpecification() ?? REFERENCE).toEqual(REFERENCE);
  const rows = Object.values<readonly Role[]>(REFERENCE);
  expect(rows.every((roles) => roles.includes('owner') && roles.includes('admin'))).toBe(true);
});

test('a role that the specification gives another permission is found', () => {
  const row = (finance: string): string =>
    `### 1.4 Roles\n| sales:read, sales:manage | yes | yes | ${finance} |\n\n### 1.5 Other\n`;
  const { 'sales:read': read, 'sales:manage': manage } = REFERENCE;
  expect(permissionsIn(row('yes'))).toEqual({ 'sales:read': read, 'sales:manage': manage });
  expect(permissionsIn(row('no'))).not.toEqual({ 'sales:read': read, 'sales:manage': manage });
});

/** A formerly valid session of this kind that has expired, or whose customer was deleted. */
async function end(kind: (typeof SESSION_KINDS)[number], options: 'expired' | 'deleted'): Promise<string> {
  const fixtures = await seedFixtures(api);
  const token = fixtures.sessions[kind];
  const customer = kind === 'customer_session' ? fixtures.customer_id : fixtures.team_id;
  if (options === 'deleted') {
    await callAs(api, fixtures.seller.oat)('DELETE', `/v1/customers/${customer}`);
  } else {
    const em = api.app.get(EntityManager).fork();
    await em.execute('update customer_portal.sessions set expires_at = now() where customer_id = ?', [customer]);
  }
  return token;
}

/** Created once and shared by all operations. */
const endings = new Map<string, Promise<string>>();
function ended(...[kind, options]: Parameters<typeof end>): Promise<string> {
  const known = endings.get(kind + options) ?? end(kind, options);
  endings.set(kind + options, known);
  return known;
}

describe.each(operations.filter(({ sessions }) => sessions.length > 0))('$name', ({ name, method, sessions }) => {
  const { foreign, request } = EXAMPLES[name]!;

  test('refuses credentials that are missing, malformed, of another kind or not valid any more with 401', async () => {
    const invalid = await Promise.all(
      sessions.map(async (kind) =>
        Object.entries({
          unknown: newToken(kind === 'customer_session' ? 'cst' : 'mst'),
          expired: await ended(kind, 'expired'),
          deleted: await ended(kind, 'deleted'),
        }).map(([why, token]) => ({ kind, why, token })),
      ),
    );
    const wrong = await wrongRefusals([
      ...withoutCredentials(name),
      ...[ours.seller.oat, ours.seller.pat].map((token) => ({
        what: 'token of a seller',
        ask: () => ask(name, ours, { authorization: bearer(token) }),
        expected: 'wrong kind' as const,
      })),
      ...SESSION_KINDS.filter((each) => !sessions.includes(each)).map((kind) => ({
        what: kind,
        ask: () => ask(name, ours, { authorization: bearer(ours.sessions[kind]) }),
        expected: 'wrong kind' as const,
      })),
      ...invalid.flat().map(({ kind, why, token }) => ({
        what: `${kind}: ${why}`,
        ask: () => ask(name, ours, { authorization: bearer(token) }),
        expected: whyRefused(kind, why),
      })),
    ]);
    expect(wrong).toEqual([]);
  });

  test('checks credentials before validation', async () => {
    const { url, body } = request(ours, {});
    const wrong = url.replace(/[0-9a-f-]{36}/g, 'nonsense').replace(/\?.*$/, '?page=0');
    expect(reasonOf(await callAs(api)(method, wrong, body && { key: 1 }))).toBe('missing');
  });

  if (foreign) {
    test(`resources of another customer: ${foreign}`, async () => {
      const before = await databaseWrites(api);
      for (const kind of sessions) {
        const authorization = bearer(ours.sessions[kind]);
        const answer = await ask(name, theirs, { authorization });
        expect([kind, outcomeOf(answer)]).toEqual([kind, foreign]);
        expect(alike(answer)).toEqual(alike(await ask(name, missingIds(), { authorization })));
      }
      expect(await databaseWrites(api)).toBe(before);
    });
  }
});
