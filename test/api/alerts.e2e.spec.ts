import { randomUUID } from 'node:crypto';
import { startApi, type TestApi } from '../support/api.ts';
import { type Call, callAs } from '../support/call.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';

const SLACK_URL = 'https://hooks.slack.com/services/T0/B0/very-secret';
const RULE = { is_enabled: true, roles: ['owner', 'admin'] };

let api: TestApi;
let ours: SeededOrganization;
let call: Call;
let url: string;
beforeAll(async () => {
  api = await startApi();
  ours = await seedOrganization(api);
  call = callAs(api, ours.pat);
  url = `/v1/organizations/${ours.organization.id}/alerts`;
});
afterAll(() => api.close());

const alerts = async () => (await call('GET', url)).body.items as { kind: string; is_enabled: boolean; roles: string[] }[];
const alert = async (kind: string) => (await alerts()).find((each) => each.kind === kind);

test('what nobody has chosen is sent as it was before there was a choice', async () => {
  const everybody = ['owner', 'admin', 'member', 'finance', 'support'];
  expect((await alerts()).map(({ kind, is_enabled, roles }) => [kind, is_enabled, roles])).toEqual([
    ['undelivered_purchases', true, ['owner']],
    ['disputes', false, ['owner']],
    ['license_key_leaks', true, ['owner']],
    ['license_key_refusals', true, ['owner']],
    ['rising_refusals', false, ['owner']],
    ['expiring_license_keys', false, ['owner']],
    ['webhook_endpoints', true, everybody],
  ]);
});

test('an alert is chosen, told by the audit log without the URL of Slack, and reset', async () => {
  expect((await call('PUT', `${url}/disputes`, { ...RULE, slack_url: SLACK_URL })).status).toBe(204);
  const chosen = { ...RULE, slack_host: 'hooks.slack.com', slack_problem: null, modified_at: expect.any(String) };
  expect(await alert('disputes')).toMatchObject(chosen);
  expect((await call('PUT', `${url}/disputes`, { is_enabled: true, roles: [] })).status).toBe(204);
  expect(await alert('disputes')).toMatchObject({ ...chosen, roles: [] });

  const log = await call('GET', `/v1/audit-log/?organization_id=${ours.organization.id}&resource_type=alert_rule`);
  expect(log.body.items).toMatchObject([{ action: 'updated' }, { action: 'created' }]);
  expect(log.text).not.toContain('very-secret');

  expect((await call('DELETE', `${url}/disputes`)).status).toBe(204);
  expect((await call('DELETE', `${url}/disputes`)).status).toBe(204);
  expect(await alert('disputes')).toMatchObject({ is_enabled: false, slack_host: null, modified_at: null });
});

test('a test is sent of alerts that are turned on', async () => {
  expect((await call('POST', `${url}/undelivered_purchases/test`)).status).toBe(202);
  const refused = await call('POST', `${url}/disputes/test`);
  expect([refused.status, refused.body.error]).toEqual([400, 'AlertTurnedOff']);
});

test.each([
  ['nobody who gets it', { is_enabled: true, roles: [] }],
  ['an unknown role', { is_enabled: true, roles: ['king'] }],
  ['no switch', { roles: ['owner'] }],
  ['an unknown field', { ...RULE, channel: '#sales' }],
  ['a private host', { ...RULE, slack_url: 'https://10.0.0.1/very-secret' }],
  ['a name of a local network', { ...RULE, slack_url: 'https://slack.internal/very-secret' }],
  ['an unencrypted connection', { ...RULE, slack_url: 'http://hooks.slack.com/very-secret' }],
  ['credentials in the URL', { ...RULE, slack_url: 'https://a:very-secret@hooks.slack.com/' }],
  ['no URL', { ...RULE, slack_url: 'very-secret' }],
  ['a URL that is too long', { ...RULE, slack_url: `https://hooks.slack.com/very-secret${'x'.repeat(2_083)}` }],
])('%s is refused and changes nothing', async (_what, body) => {
  const { status, text } = await call('PUT', `${url}/license_key_leaks`, body);
  expect(status).toBe(422);
  expect(text).not.toContain('very-secret');
  expect(await alert('license_key_leaks')).toMatchObject({ roles: ['owner'], modified_at: null });
});

test('who may not change the organization cannot change its alerts, and others do not find them', async () => {
  const support = callAs(api, await ours.tokenAs('support'));
  const other = callAs(api, (await seedOrganization(api)).pat);
  for (const [who, status] of [
    [support, 403],
    [other, 404],
  ] as const) {
    expect((await who('PUT', `${url}/disputes`, RULE)).status).toBe(status);
    expect((await who('DELETE', `${url}/disputes`)).status).toBe(status);
    expect((await who('POST', `${url}/license_key_leaks/test`)).status).toBe(status);
  }
  expect((await other('GET', url)).status).toBe(404);
  expect((await call('GET', `/v1/organizations/${randomUUID()}/alerts`)).status).toBe(404);
  expect((await call('PUT', `${url}/nothing`, RULE)).status).toBe(422);
});
