import { KeyRefusals } from '#licensing';
import { startScheduler } from '../../apps/worker/scheduler.ts';
import { callAs } from '../support/call.ts';
import { eventually } from '../support/eventually.ts';
import { type Mailbox, openMailbox } from '../support/mailbox.ts';
import { openWebhookFixture, type WebhookFixture } from '../support/webhook-fixture.ts';

import.meta.jest.setTimeout(120_000);

const DAY = 86_400;
const KINDS = ['license_key.trial_started', 'license_key.expiring', 'license_key.expired'];

let mailbox: Mailbox;
let fixture: WebhookFixture;
let scheduler: AsyncDisposable;
beforeAll(async () => {
  mailbox = await openMailbox();
  fixture = await openWebhookFixture({ ENVIRONMENT: 'sandbox', LATCHKEY_DATA: mailbox.folder });
  await fixture.endpoint('/expiring', { events: KINDS });
  scheduler = startScheduler(fixture.api.app);
});
afterAll(async () => {
  await scheduler[Symbol.asyncDispose]();
  await fixture.close();
  await mailbox.remove();
});

const clock = () => `/v1/organizations/${fixture.ours.organization.id}/test-clock`;
const now = async () => Date.parse((await fixture.seller('GET', clock())).body.now);
async function advance(days: number): Promise<void> {
  await fixture.seller('POST', `${clock()}/advance`, { seconds: days * DAY });
  await eventually(async () => (await fixture.seller('GET', clock())).body.status === 'ready');
}
const benefit = (policy: object) =>
  fixture.create('/v1/benefits/', { type: 'license_keys', description: 'Studio <Pro>', properties: { policy } });
const expiringIn = async (days: number, benefit_id: string, customer: object) => {
  const { id: customer_id } = await fixture.create('/v1/customers/', customer);
  const expires_at = new Date((await now()) + days * DAY * 1000).toISOString();
  return fixture.create('/v1/license-keys/', { benefit_id, customer_id, expires_at });
};
const told = async (key: { id: string }): Promise<[string, number | undefined][]> => {
  await fixture.delivered();
  return fixture.receiver.received
    .map(({ body }) => JSON.parse(body) as { type: string; data: { id: string; days_left?: number } })
    .filter(({ data }) => data.id === key.id)
    .map(({ type, data }) => [type, data.days_left]);
};
const mailsTo = async (address: string): Promise<string[]> =>
  (await mailbox.messages()).filter(({ to }) => to === address).map(({ subject }) => subject);

test('an organization that wants to know is told once a day how many license keys expire soon, and of each once', async () => {
  const { organization, pat, user } = fixture.ours;
  const admin = callAs(fixture.api, pat);
  const url = `/v1/organizations/${organization.id}/alerts/expiring_license_keys`;
  const toldOwner = async () => {
    await fixture.delivered();
    return (await mailsTo(user.email)).filter((subject) => subject.includes('soon'));
  };
  const { id } = await benefit({});
  for (const days of [6, 6.5, 8, 20]) await expiringIn(days, id, { email: `in-${days}@example.com` });
  await advance(0.25);
  expect(await toldOwner()).toEqual([]);
  expect((await admin('PUT', url, { is_enabled: true, roles: ['owner'] })).status).toBe(204);
  await advance(0.25);
  const both = '2 license keys of Acme will expire soon';
  expect(await toldOwner()).toEqual([both]);
  await advance(0.5);
  expect(await toldOwner()).toEqual([both]);
  await advance(1);
  expect(await toldOwner()).toEqual([both, 'A license key of Acme will expire soon']);
  await admin('DELETE', url);
});

test('an organization that wants to know is told once a day that license keys are refused more often than usual', async () => {
  const { organization, pat, user } = fixture.ours;
  const admin = callAs(fixture.api, pat);
  const url = `/v1/organizations/${organization.id}/alerts/rising_refusals`;
  const toldOfRefusals = async () => {
    await fixture.delivered();
    return (await mailbox.messages()).filter(({ to, subject }) => to === user.email && subject.includes('refused'));
  };
  const { id: benefit_id } = await benefit({});
  const { id: customer_id } = await fixture.create('/v1/customers/', { email: 'refused@example.com' });
  const { key, id } = await fixture.create('/v1/license-keys/', { benefit_id, customer_id });
  const refuse = async (times: number) => {
    for (let time = 0; time < times; time += 1) {
      const body = { key, organization_id: organization.id };
      expect((await fixture.seller('POST', '/v1/license-keys/validate', body)).body.code).toBe('DISABLED');
    }
    await fixture.api.app.get(KeyRefusals).flush();
  };
  await fixture.seller('PATCH', `/v1/license-keys/${id}`, { status: 'disabled' });
  expect((await admin('PUT', url, { is_enabled: true, roles: ['owner'] })).status).toBe(204);
  await refuse(20);
  await advance(0.25);
  expect(await toldOfRefusals()).toEqual([]);
  await advance(8);
  await refuse(20);
  await advance(0.25);
  const [mail, ...others] = await toldOfRefusals();
  expect([mail?.subject, others]).toEqual(['License keys of Acme are refused more often than usual', []]);
  for (const part of ['refused 20 times', 'DISABLED (20)', 'Studio <Pro>', `/console/${organization.slug}/charts?group=refusals`])
    expect(mail!.text).toContain(part);
  await refuse(5);
  await advance(0.5);
  expect(await toldOfRefusals()).toHaveLength(1);
  await admin('DELETE', url);
});

test('a seller is told before a license key expires and when it has, and the customer gets e-mails if the benefit says so', async () => {
  const mails = { expiring: true, expired: true };
  const { id, properties } = await benefit({ expiry_notices: { days: [7, 2], mails } });
  expect(properties.policy).toEqual({ expiry_notices: { days: [7, 2], mails } });
  const key = await expiringIn(8.5, id, { email: 'ada@example.com', locale: 'de-AT' });
  const renewed = await expiringIn(8.5, id, { email: 'bob@example.com' });
  const silent = await expiringIn(8.5, (await benefit({})).id, { email: 'eve@example.com', locale: 'en-US' });
  expect(key).not.toHaveProperty('policy');
  await advance(2);
  expect(await told(key)).toEqual([['license_key.expiring', 7]]);
  const expires_at = new Date((await now()) + 400 * DAY * 1000).toISOString();
  await fixture.seller('PATCH', `/v1/license-keys/${renewed.id}`, { expires_at });
  await advance(5);
  await advance(3);
  const whole = [
    ['license_key.expiring', 7],
    ['license_key.expiring', 2],
    ['license_key.expired', undefined],
  ];
  expect(await told(key)).toEqual(whole);
  expect(await told(renewed)).toEqual(whole.slice(0, 1));
  // Its notice of one day before fell due together with its expiry.
  expect(await told(silent)).toEqual([whole[0], whole[2]]);
  expect(await mailsTo('ada@example.com')).toHaveLength(3);
  expect(await mailsTo('bob@example.com')).toEqual(['Your license for Studio <Pro> expires in 7 days']);
  expect(await mailsTo('eve@example.com')).toEqual([]);
  const first = (await mailbox.messages()).find(({ to }) => to === 'ada@example.com');
  expect(first!.text).toContain('Ihr Lizenzschlüssel von Acme läuft in 7 Tagen ab (');
  expect(first!.text).toContain(`${key.display_key}`);
  expect(first!.text).toContain(`/portal/${fixture.ours.organization.slug}`);
  const secrets = [...fixture.receiver.received.map(({ body }) => body), ...(await mailbox.messages()).map(({ raw }) => raw)];
  expect(secrets.join()).not.toContain(key.key);
});

test('the trial of a device is told once, with the license key as it is read, and is not mailed', async () => {
  const { id: customer_id } = await fixture.create('/v1/customers/', { email: 'trials@example.com' });
  const { id: benefit_id } = await benefit({
    trial: { days: 1, customer_id },
    expiry_notices: { days: [], mails: { expired: true } },
  });
  const body = { benefit_id, organization_id: fixture.ours.organization.id };
  const start = () => fixture.seller('POST', '/v1/customer-portal/license-keys/trial', body, { 'license-device': 'laptop' });
  const { body: key } = await start();
  await start();
  expect(await told(key)).toEqual([['license_key.trial_started', undefined]]);
  const events = fixture.receiver.received.map((each) => JSON.parse(each.body) as { type: string; data: object });
  const { key: _secret, activations: _few, ...read } = (await fixture.seller('GET', `/v1/license-keys/${key.id}`)).body;
  expect(events.find(({ type }) => type === 'license_key.trial_started')!.data).toEqual({ ...read, is_trial: true });
  await advance(2);
  expect(await told(key)).toEqual([
    ['license_key.trial_started', undefined],
    ['license_key.expired', undefined],
  ]);
  expect(await mailsTo('trials@example.com')).toEqual([]);
});
