import { CommandBus } from '@nestjs/cqrs';
import * as client from 'openid-client';
import { IssueOAuthToken } from '#oauth';
import { newToken } from '#engine/secrets';
import { BROKEN_TEXTS } from '../fuzz/fuzzed-bodies.ts';
import { problemsOfMcp } from '../fuzz/fuzzed-mcp.ts';
import { MCP } from '../support/mcp-application.ts';
import { beginSignIn, ISSUER, type OpenIdApi, startOpenId } from '../support/openid.ts';
import { PlainBrowser } from '../support/plain-browser.ts';
import { seedFixtures, type SeededFixtures } from '../support/fixtures.ts';
import { seedUserSession } from '../support/seed-user.ts';

const CHAT = 'https://chat.example.com';

let openid: OpenIdApi;
let ours: SeededFixtures;
let token: string;
beforeAll(async () => {
  openid = await startOpenId({ MCP_ORIGINS: CHAT });
  ours = await seedFixtures(openid.api);
  token = await issued({ isForMcp: true });
});
afterAll(() => openid.close());

const issued = (more: { readonly isForMcp?: boolean; readonly lifetimeMs?: number } = {}): Promise<string> => {
  const request = { clientId: 'x', userId: ours.seller.user.id, scopes: ['license_keys:read'], organizationIds: null };
  return openid.api.app.get(CommandBus).execute(new IssueOAuthToken({ ...request, lifetimeMs: 3_600_000, ...more }));
};

const PING = { jsonrpc: '2.0', id: 1, method: 'ping' };

/** A request as any program can send it. */
async function post(body: unknown, headers: Record<string, string> = {}, address = MCP) {
  const answer = await openid.fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}`, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, body: text === '' ? undefined : JSON.parse(text) };
}

const asked = (method: string, params?: unknown) => post({ jsonrpc: '2.0', id: 1, method, params });

describe('a token', () => {
  test('for anything else is refused, with where to get one', async () => {
    const others = { ours: await issued(), oat: ours.seller.oat, pat: ours.seller.pat, session: ours.seller.user_session };
    const accepted = 'It accepts those that begin with latchkey_mt_.';
    for (const [kind, other] of Object.entries({ ...others, customer: ours.sessions.customer_session })) {
      const { status, body, headers } = await post(PING, { authorization: `Bearer ${other}` });
      expect([kind, status, body.detail]).toEqual([kind, 401, expect.stringContaining(accepted)]);
      expect(headers.get('www-authenticate')).toContain(`resource_metadata="${ISSUER}/.well-known/oauth-protected-resource/mcp"`);
    }
    const cookie = `latchkey_session=${ours.seller.user_session}`;
    for (const [headers, reason] of [
      [{ authorization: '', cookie }, 'has no access token'],
      [{ authorization: 'Bearer x' }, 'is malformed'],
      [{ authorization: `Bearer ${newToken('mt')}` }, 'is unknown'],
      [{ authorization: `Bearer ${await issued({ isForMcp: true, lifetimeMs: -1 })}` }, 'has expired'],
    ] as const) {
      const { status, body } = await post(PING, headers);
      expect([status, body.detail]).toEqual([401, expect.stringContaining(reason)]);
    }
    expect((await post(PING)).body).toEqual({ jsonrpc: '2.0', id: 1, result: {} });
  });

  test('for the tools is refused by everything else', async () => {
    const headers = { authorization: `Bearer ${token}` };
    for (const [path, status] of [
      ['/v1/license-keys/', 401],
      ['/v1/oauth2/userinfo', 403],
      ['/v1/customer-portal/license-keys/', 401],
    ] as const) {
      const answer = await openid.fetch(`${ISSUER}${path}`, { headers });
      expect([path, answer.status]).toEqual([path, status]);
    }
  });

  test('is issued for what the application named and the user allowed', async () => {
    const app = await openid.application();
    const browser = new PlainBrowser(openid);
    browser.setCookie('latchkey_session', await seedUserSession(openid.api, ours.seller.user.id));
    const begin = async (parameters: Record<string, string> = {}) => {
      const { url, checks } = await beginSignIn(app, { scope: 'openid license_keys:read license_keys:write', ...parameters });
      return { back: await browser.open(url), checks };
    };
    const { checks } = await begin({ resource: MCP });
    const back = await browser.press('allow', { organization: ours.organization_id });
    const tokens = await client.authorizationCodeGrant(app, new URL(back), checks);
    expect(tokens).toMatchObject({ access_token: expect.stringMatching(/^latchkey_mt_/), scope: 'license_keys:read' });
    expect(tokens.claims()).toMatchObject({ sub: ours.seller.user.id });
    expect(await client.tokenIntrospection(app, tokens.access_token)).toMatchObject({ active: true, aud: MCP });
    await expect(client.refreshTokenGrant(app, tokens.refresh_token!, { resource: ISSUER })).rejects.toMatchObject({
      error: 'invalid_target',
    });
    // The same again is remembered; for the API it is another question.
    expect((await begin({ resource: `${MCP}` })).back).toMatch(/[?&]code=/);
    expect((await begin()).back).toContain('/oauth2/interaction/');
    expect((await begin({ resource: ISSUER })).back).toContain('/oauth2/interaction/');
    expect((await begin({ resource: 'https://elsewhere.example/mcp' })).back).toContain('error=invalid_target');
  });
});

test('metadata name the issuer and the scopes of the tools; the issuer registers clients and demands PKCE', async () => {
  const read = async (path: string) => (await openid.fetch(`${ISSUER}/.well-known/${path}`)).json();
  const resource = (await read('oauth-protected-resource/mcp')) as { scopes_supported: string[] };
  expect(resource).toMatchObject({ resource: MCP, authorization_servers: [ISSUER], bearer_methods_supported: ['header'] });
  expect(resource.scopes_supported).toEqual(expect.arrayContaining(['license_keys:read', 'license_keys:write']));
  expect(resource.scopes_supported.filter((scope) => /token|^openid|^files/.test(scope))).toEqual([]);
  expect(await read('oauth-authorization-server')).toMatchObject({
    issuer: ISSUER,
    registration_endpoint: `${ISSUER}/v1/oauth2/register`,
    code_challenge_methods_supported: ['S256'],
  });
});

test.each([
  ['none', {}, 200],
  ['our own', { origin: ISSUER }, 200],
  ['a configured one', { origin: CHAT }, 200],
  ['another', { origin: 'https://evil.example' }, 403],
  ['that of a document without one', { origin: 'null' }, 403],
  ['one that begins like ours', { origin: `${ISSUER}.evil.example` }, 403],
])('an origin is checked: %s', async (_what, headers, status) => {
  expect((await post(PING, headers as Record<string, string>)).status).toBe(status);
});

test.each([
  ['areas=keys,nothing', 'There is no area nothing.'],
  ['tools=keys_list&tools=constructor', 'There is no tool constructor.'],
  ['tools=', 'A selection must name at least one tool.'],
  ['read_only=maybe', 'read_only must be true or false.'],
  ['tool=keys_list', 'There is no parameter tool, only areas, tools and read_only.'],
])('an address that chooses no tools of the service is refused: %s', async (query, message) => {
  const { status, body } = await post(PING, {}, `${MCP}?${query}`);
  expect([status, body]).toEqual([400, { jsonrpc: '2.0', id: null, error: { code: -32_602, message } }]);
});

test.each(['GET', 'DELETE', 'PUT'])('%s is not allowed: there are no streams and no sessions', async (method) => {
  const answer = await openid.fetch(MCP, { method, headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' } });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
});

test('whatever a client sends is answered, and never with an error of the service', async () => {
  const deep = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
  const call = (params: unknown) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params });
  const bodies: readonly unknown[] = [
    ...BROKEN_TEXTS,
    '{',
    '"x"',
    '{}',
    '[]',
    deep(10_000),
    { ...PING, id: null },
    { ...PING, id: 1.5 },
    { ...PING, method: 'x'.repeat(10_000) },
    { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } },
    { jsonrpc: '2.0', id: 1, result: {} },
    { jsonrpc: '2.0', id: 1, method: 'initialize', params: { protocolVersion: '1', capabilities: {}, clientInfo: {} } },
    call(undefined),
    call({ name: 'keys_show' }),
    call({ name: 'nothing', arguments: {} }),
    call({ name: '__proto__', arguments: {} }),
    call({ name: 'keys_show', arguments: { id: ['\0'] } }),
    call({ name: 'keys_show', arguments: { id: { toString: 1 } } }),
    call({ name: 'keys_list', arguments: { limit: { a: JSON.parse(deep(3_000)) } } }),
    call({ name: 'keys_list', arguments: { page: 1e300, sorting: ['\ud800'] } }),
    call({ name: 'keys_list', arguments: {}, task: { ttl: 1 }, _meta: { progressToken: 1 } }),
    { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri: 'latchkey://keys/x' } },
    { jsonrpc: '2.0', id: 1, method: 'tasks/result', params: { taskId: 'x' } },
  ];
  const failed: unknown[] = [];
  for (const body of bodies) {
    const { status, body: answer } = await post(body);
    const problems = problemsOfMcp({ status, headers: {}, text: JSON.stringify(answer ?? ''), body: answer });
    if (status < 200 || status > 422 || problems.length > 0) failed.push([status, problems, JSON.stringify(body).slice(0, 200)]);
  }
  expect(failed).toEqual([]);
});

test('what is wrong is said', async () => {
  expect((await post('{')).status).toBe(422);
  expect(await post([PING])).toMatchObject({ status: 400, body: { error: { code: -32_600 } } });
  expect(await post(PING, { 'mcp-protocol-version': '1900-01-01' })).toMatchObject({
    status: 400,
    body: { error: { code: -32_000 } },
  });
  expect((await post('x', { 'content-type': 'text/plain' })).status).toBe(415);
  expect(await asked('nothing')).toMatchObject({ status: 200, body: { error: { code: -32_601 } } });
  expect(await asked('tools/call', { name: 'keys_list', arguments: 'all' })).toMatchObject({
    status: 200,
    body: { id: 1, error: { code: -32_602, message: 'params.arguments: Invalid input: expected record, received string' } },
  });
  expect(await asked('tools/call', { name: 'keys_disable' })).toMatchObject({
    status: 200,
    body: { error: { code: -32_602, message: expect.stringContaining('There is no tool keys_disable.') } },
  });
});
