import { randomUUID } from 'node:crypto';
import { CommandBus } from '@nestjs/cqrs';
import { IssueOAuthToken } from '#oauth';
import { apiOn, NO_SIGN_IN_LIMITS } from '../support/api.ts';
import { seedFixtures, type SeededFixtures } from '../support/fixtures.ts';
import { MCP, type ToolAnswer } from '../support/mcp-application.ts';
import { ISSUER, type OpenIdApi, serveOpenId, startOpenId } from '../support/openid.ts';
import { stopClock } from '../support/stop-clock.ts';

const MINUTE = 1 / 1440;
const REFUSED = { isError: true, data: { error: expect.stringContaining('The digest is not that of this call') } };

let processes: readonly [OpenIdApi, OpenIdApi];
let ours: SeededFixtures;
let token: string;
beforeAll(async () => {
  const one = await startOpenId();
  const other = await serveOpenId(await apiOn(one.api.databaseUrl, { ...NO_SIGN_IN_LIMITS, BASE_URL: ISSUER }));
  processes = [one, other];
  ours = await seedFixtures(one.api);
  token = await issued();
});
afterAll(async () => {
  await processes[1].close();
  await processes[0].close();
});

const issued = (): Promise<string> => {
  const scopes = ['license_keys:read', 'license_keys:write'];
  const request = { clientId: 'x', userId: ours.seller.user.id, scopes, organizationIds: null, lifetimeMs: 3_600_000 };
  return processes[0].api.app.get(CommandBus).execute(new IssueOAuthToken({ ...request, isForMcp: true }));
};

/** The answer of a tool at one of the processes. */
async function call(
  process: OpenIdApi,
  name: string,
  args: object,
  { by = token, headers = {} }: { readonly by?: string; readonly headers?: Record<string, string> } = {},
): Promise<ToolAnswer> {
  const answer = await process.fetch(MCP, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${by}`, ...headers },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  });
  const { result } = (await answer.json()) as { result: { isError?: boolean; content: [{ text: string }] } };
  return { ...(JSON.parse(result.content[0].text) as ToolAnswer), isError: result.isError === true };
}

const digestOf = async (name: string, args: object): Promise<string> => (await call(processes[0], name, args)).digest!;

test('a digest confirms one call, at whichever process, whoever is asked at the same time', async () => {
  const id = ours.license_key_id;
  const digest = await digestOf('keys_disable', { id });
  const [one, other] = processes;
  const answers = await Promise.all([other, one, other, one].map((each) => call(each, 'keys_disable', { id, digest })));
  expect(answers.filter(({ isError }) => !isError)).toEqual([expect.objectContaining({ data: expect.objectContaining({ id }) })]);
  for (const refused of answers.filter(({ isError }) => isError)) expect(refused).toMatchObject(REFUSED);
  expect(await call(other, 'keys_disable', { id, digest })).toMatchObject(REFUSED);
  const anew = await digestOf('keys_disable', { id });
  expect(anew).not.toBe(digest);
  expect(await call(one, 'keys_disable', { id, digest: anew })).toMatchObject({ isError: false });
});

test('it is that of its token, organization and arguments; an attempt with others does not use it up', async () => {
  const id = ours.license_key_id;
  const digest = await digestOf('keys_enable', { id });
  const [one] = processes;
  const headers = { 'polar-organization': randomUUID() };
  const refused = await Promise.all([
    call(one, 'keys_disable', { id, digest }),
    call(one, 'keys_enable', { id: randomUUID(), digest }),
    call(one, 'keys_enable', { id, digest }, { by: await issued() }),
    call(one, 'keys_enable', { id, digest }, { headers }),
    call(one, 'keys_enable', { id, digest: `${digest}x` }),
    call(one, 'keys_enable', { id, digest: { toString: digest } }),
  ]);
  for (const each of refused) expect(each).toMatchObject(REFUSED);
  expect(await call(one, 'keys_enable', { id, digest })).toMatchObject({ isError: false, data: { status: 'granted' } });
});

test('it works for ten minutes', async () => {
  const id = ours.license_key_id;
  const [one, other] = processes;
  using clock = stopClock(one.api);
  using otherClock = stopClock(other.api);
  const [first, second] = [await digestOf('keys_disable', { id }), await digestOf('keys_disable', { id })];
  const pass = (minutes: number): void => [clock, otherClock].forEach((each) => each.pass(minutes * MINUTE));
  pass(9);
  expect(await call(other, 'keys_disable', { id, digest: first })).toMatchObject({ isError: false });
  pass(1);
  expect(await call(one, 'keys_disable', { id, digest: second })).toMatchObject(REFUSED);
});
