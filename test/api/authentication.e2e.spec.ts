import { CommandBus } from '@nestjs/cqrs';
import { randomUUID } from 'node:crypto';
import {
  SetMemberRole,
  RemoveMember,
  IssueAccessToken,
  RevokeAccessToken,
  SetOrganizationStatus,
  SetUserBlocked,
} from '#organizations';
import { Config } from '#platform/config';
import { newToken } from '#engine/secrets';
import { startApi, type TestApi } from '../support/api.ts';
import { type Answer, callAs } from '../support/call.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';

const UNAUTHORIZED = {
  status: 401,
  body: { error: 'Unauthorized', detail: expect.any(String) },
  challenge: expect.stringMatching(/^Bearer realm="latchkey"/),
};
const NOT_FOUND = { error: 'ResourceNotFound', detail: 'Not found' };
const LIST = '/v1/organizations/';

let api: TestApi;
let bus: CommandBus;
let ours: SeededOrganization;
let theirs: SeededOrganization;
beforeAll(async () => {
  api = await startApi();
  bus = api.app.get(CommandBus);
});
afterAll(() => api.close());
beforeEach(async () => {
  [ours, theirs] = await Promise.all([seedOrganization(api), seedOrganization(api)]);
});

const list = (token?: string, headers?: Record<string, string>) => callAs(api, token)('GET', LIST, undefined, headers);
const metadata = (): string => `${api.app.get(Config).baseUrl}/.well-known/oauth-protected-resource`;
const slugs = ({ body }: Answer): string[] => body.items.map(({ slug }: { slug: string }) => slug);

const seen = ({ status, body, headers }: Answer) => ({ status, body, challenge: headers['www-authenticate'] });

describe('credentials', () => {
  test.each(['Bearer', 'bearer', 'BEARER', 'bEaReR'])('accept the scheme in any letter case: %s', async (scheme) => {
    const answer = await list(undefined, { authorization: `${scheme} ${ours.oat}` });
    expect(answer.status).toBe(200);
  });

  test.each([
    ['nothing', ''],
    ['a lone Bearer', 'Bearer'],
    ['Bearer and blanks', 'Bearer   '],
    ['another scheme', 'Basic YTpi'],
    ['no scheme', 'latchkey_oat_0'],
    ['two tokens', 'Bearer a b'],
    ['nonsense', 'Bearer nonsense'],
    ['characters beyond ASCII', 'Bearer t\u00f6ken'],
    ['a prefix alone', 'Bearer latchkey_oat_'],
    ['a huge token', `Bearer latchkey_oat_${'x'.repeat(8000)}`],
  ])('reject %s', async (_what, authorization) => {
    expect(seen(await list(undefined, { authorization }))).toEqual(UNAUTHORIZED);
  });

  test('require the Authorization header', async () => {
    expect(seen(await list())).toEqual(UNAUTHORIZED);
  });

  test.each(['oat', 'pat'] as const)('reject an unknown token of kind %s', async (kind) => {
    expect(seen(await list(newToken(kind)))).toEqual(UNAUTHORIZED);
  });

  test('reject a token with a changed character', async () => {
    const last = ours.oat.at(-1) === 'a' ? 'b' : 'a';
    expect(seen(await list(ours.oat.slice(0, -1) + last))).toEqual(UNAUTHORIZED);
    expect(seen(await list(ours.oat.replace('_oat_', '_pat_')))).toEqual(UNAUTHORIZED);
  });

  test('are refused with the reason, which is the same for every token that somebody makes up', async () => {
    const owner = { userId: ours.user.id };
    const attributes = {
      comment: '',
      scopes: ['organizations:read'],
      within: ['organizations:read'],
      lifetime: null,
      latestExpiry: null,
    };
    const [revoked, expired] = await Promise.all(
      [null, -1].map((lifetime) => bus.execute(new IssueAccessToken(owner, { ...attributes, lifetime }))),
    );
    await bus.execute(new RevokeAccessToken({ id: revoked!.id, ...owner }));
    const reasonOf = async (token?: string, headers?: Record<string, string>) => {
      const { body, headers: answered } = await callAs(api, token)('GET', '/v1/personal-access-tokens/', undefined, headers);
      const description = /error_description="(.*?)"/.exec(String(answered['www-authenticate']))?.[1];
      return [body.detail.replace(/[.:].*/, ''), description === (token || headers ? body.detail : undefined)];
    };
    expect([
      await reasonOf(),
      await reasonOf(undefined, { authorization: 'Basic YTpi' }),
      await reasonOf('nonsense'),
      await reasonOf(newToken('pat')),
      await reasonOf(newToken('rt')),
      await reasonOf(expired!.token),
      await reasonOf(revoked!.token),
      await reasonOf(ours.oat),
    ]).toEqual([
      ['The request has no access token', true],
      ['The access token is malformed', true],
      ['The access token is malformed', true],
      ['The access token is unknown', true],
      ['The operation does not accept access tokens of this kind', true],
      ['The access token has expired', true],
      ['The access token is not valid any more', true],
      ['The operation does not accept access tokens of this kind', true],
    ]);
    const large = await callAs(api, revoked!.token)('POST', '/v1/events/ingest', { events: [], filler: 'x'.repeat(300_000) });
    expect([large.status, large.body.detail]).toEqual([401, expect.stringMatching(/^The access token is not valid any more/)]);
  });

  test('ignore tokens outside the header', async () => {
    expect(seen(await callAs(api)('GET', `${LIST}?access_token=${ours.oat}`))).toEqual(UNAUTHORIZED);
    const update = callAs(api)('PATCH', `${LIST}${ours.organization.id}`, { access_token: ours.oat, name: 'Stolen' });
    expect(seen(await update)).toEqual(UNAUTHORIZED);
    const query = { access_token: 'nonsense', token: ours.oat };
    expect((await callAs(api, ours.oat)('GET', `${LIST}?${new URLSearchParams(query).toString()}`)).status).toBe(200);
  });

  test('expire', async () => {
    const { organization, user } = ours;
    const attributes = {
      comment: 'expired',
      scopes: ['organizations:read'],
      within: ['organizations:read'],
      lifetime: -1,
      latestExpiry: null,
    };
    for (const owner of [{ organizationId: organization.id }, { userId: user.id }]) {
      const { token } = await bus.execute(new IssueAccessToken(owner, attributes));
      expect(seen(await list(token))).toEqual(UNAUTHORIZED);
    }
    const lasting = { ...attributes, lifetime: 60_000 };
    expect((await list((await bus.execute(new IssueAccessToken({ userId: user.id }, lasting))).token)).status).toBe(200);
  });

  test('of the wrong kind get 401, not 403', async () => {
    expect(seen(await callAs(api, ours.oat)('POST', LIST, { name: 'Acme', slug: 'wrong-kind' }))).toEqual(UNAUTHORIZED);
  });

  test('without the scope get 403 with the required scopes', async () => {
    const { status, body, headers } = await list(await ours.tokenWith(['products:read']));
    expect([status, body.error]).toEqual([403, 'NotPermitted']);
    expect(headers['www-authenticate']).toBe(
      `Bearer realm="latchkey", scope="organizations:read organizations:write", error="insufficient_scope", error_description="${body.detail}", resource_metadata="${metadata()}"`,
    );
  });

  test('of applications: the challenge says where to learn who issues them, where they are accepted', async () => {
    const challengeOf = async (path: string) => (await callAs(api)('GET', path)).headers['www-authenticate'];
    expect(await challengeOf(LIST)).toBe(`Bearer realm="latchkey", resource_metadata="${metadata()}"`);
    const document = await callAs(api)('GET', new URL(metadata()).pathname);
    expect([document.status, document.body.authorization_servers]).toEqual([200, [api.app.get(Config).baseUrl]]);
    for (const path of ['/v1/personal-access-tokens/', '/v1/customer-portal/customers/me']) {
      expect(await challengeOf(path)).toBe('Bearer realm="latchkey"');
    }
  });

  test('are checked before validation but after parsing JSON', async () => {
    expect(seen(await callAs(api)('PATCH', `${LIST}nonsense`, { name: 1 }))).toEqual(UNAUTHORIZED);
    expect((await callAs(api)('PATCH', `${LIST}nonsense`, '{')).status).toBe(422);
  });
});

test('two applications in one process do not share credentials', async () => {
  const other = await startApi();
  const stranger = await seedOrganization(other);
  expect(seen(await list(stranger.pat))).toEqual(UNAUTHORIZED);
  expect((await callAs(other, stranger.pat)('GET', LIST)).status).toBe(200);
  await other.close();
  expect((await list(ours.pat)).status).toBe(200);
});

describe('Polar-Organization', () => {
  const held = (token: string, organization: string) => list(token, { 'polar-organization': organization });

  test('restricts a personal token to one organization', async () => {
    await bus.execute(new SetMemberRole(theirs.organization, ours.user.id, 'admin'));
    expect(slugs(await list(ours.pat)).sort()).toEqual([ours.organization.slug, theirs.organization.slug].sort());
    expect(slugs(await held(ours.pat, theirs.organization.id.toUpperCase()))).toEqual([theirs.organization.slug]);
  });

  test('404 for an organization that the caller does not belong to', async () => {
    for (const [token, id] of [
      [ours.pat, theirs.organization.id],
      [ours.oat, theirs.organization.id],
      [ours.pat, randomUUID()],
      [ours.pat, 'nonsense'],
      [ours.pat, ''],
    ] as const) {
      const { status, body } = await held(token, id);
      expect([status, body]).toEqual([404, NOT_FOUND]);
    }
  });

  test('accepts the organization of the token itself', async () => {
    expect(slugs(await held(ours.oat, ours.organization.id))).toEqual([ours.organization.slug]);
  });
});

describe('a blocked organization', () => {
  test('its tokens still read', async () => {
    await bus.execute(new SetOrganizationStatus(ours.organization, 'blocked'));
    for (const token of [ours.oat, ours.pat]) expect(slugs(await list(token))).toEqual([ours.organization.slug]);
    await bus.execute(new SetOrganizationStatus(ours.organization, 'active'));
  });
});

test('tokens of a blocked user are rejected until the user is unblocked', async () => {
  await bus.execute(new SetUserBlocked({ id: ours.user.id }, true));
  expect(seen(await list(ours.pat))).toEqual(UNAUTHORIZED);
  expect((await list(ours.oat)).status).toBe(200);
  await bus.execute(new SetUserBlocked({ id: ours.user.id }, false));
  expect((await list(ours.pat)).status).toBe(200);
});

describe('roles', () => {
  const BENEFIT = { type: 'license_keys', description: 'Pro license', properties: {} };

  test.each([
    ['owner', 200, 201],
    ['admin', 200, 201],
    ['member', 403, 201],
    ['finance', 403, 403],
  ] as const)('%s: the organization %i, products %i', async (role, organization, products) => {
    const as = callAs(api, await ours.tokenAs(role));
    expect((await as('PATCH', `${LIST}${ours.organization.id}`, {})).status).toBe(organization);
    const created = await as('POST', '/v1/benefits/', { ...BENEFIT, organization_id: ours.organization.id });
    expect(created.status).toBe(products);
    expect((await as('GET', '/v1/benefits/')).status).toBe(200);
  });

  test('apply from the next request on', async () => {
    await bus.execute(new SetMemberRole(theirs.organization, ours.user.id, 'finance'));
    const update = async () => (await callAs(api, ours.pat)('PATCH', `${LIST}${theirs.organization.id}`, {})).status;
    expect(await update()).toBe(403);
    await bus.execute(new SetMemberRole(theirs.organization, ours.user.id, 'admin'));
    expect(await update()).toBe(200);
    await bus.execute(new RemoveMember(theirs.organization, ours.user.id));
    expect(await update()).toBe(404);
  });

  test('are not mixed up between concurrent requests of different users', async () => {
    const tokens = await Promise.all([ours.tokenAs('finance'), ours.tokenAs('admin'), theirs.tokenAs('owner')]);
    const all = Array.from({ length: 30 }, (_, index) => tokens[index % tokens.length]!);
    const update = (token: string) => callAs(api, token)('PATCH', `${LIST}${ours.organization.id}`, {});
    const statuses = (await Promise.all(all.map(update))).map(({ status }) => status);
    expect(statuses).toEqual(all.map((_, index) => [403, 200, 404][index % tokens.length]));
  });
});
