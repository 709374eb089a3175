import { EntityManager } from '@mikro-orm/postgresql';
import { randomUUID } from 'node:crypto';
import type { Answer } from '../support/call.ts';
import { Contract } from '../support/contract.ts';
import { keyParams, type LicenseFixture, openLicenseFixture } from '../support/license-fixture.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import type { SeededLicenseKey } from '../support/seed-license-key.ts';

const PATH = '/v1/customer-portal/license-keys';

let fixture: LicenseFixture;
let contract: Contract;
beforeAll(async () => {
  fixture = await openLicenseFixture();
  contract = Contract.of(fixture.api);
});
afterAll(() => fixture.close());

async function trialBenefit(customer_id: string, policy: object = {}): Promise<string> {
  const activations = { limit: 1, enable_customer_admin: false };
  const properties = { activations, policy: { ...policy, trial: { days: 14, customer_id } } };
  const benefit = { type: 'license_keys', description: 'A license key', properties };
  return (await fixture.seller('POST', '/v1/benefits/', benefit)).body.id;
}

let networks = 0;

/** Asks for a trial, from a network of its own: requests of one are limited. */
async function start(
  benefit_id: string,
  device: string,
  organization_id = fixture.ours.organization.id,
  described: object = {},
): Promise<Answer> {
  const { statusCode, headers, body } = await fixture.api.app.inject({
    method: 'POST',
    url: `${PATH}/trial`,
    headers: { 'content-type': 'application/json', 'license-device': device },
    payload: JSON.stringify({ organization_id, benefit_id, ...described }),
    remoteAddress: `203.0.113.${++networks}`,
  });
  const answer = { status: statusCode, headers, text: body, body: JSON.parse(body) };
  expect(contract.violations(`POST ${PATH}/trial`, answer)).toEqual([]);
  return answer;
}

const outcomeOf = ({ status, headers }: Answer): string => `${status} ${headers['license-code'] ?? ''}`.trim();

test('gives each device one license key, however often and however fast it asks', async () => {
  const id = await trialBenefit(fixture.customer.id, { check_in: { every_days: 7 } });
  const racing = await Promise.all(Array.from({ length: 5 }, () => start(id, 'laptop')));
  const [{ status, body }] = racing as [Answer];
  expect([status, Date.parse(body.expires_at) - Date.parse(body.created_at)]).toEqual([200, 14 * 86_400_000]);
  expect(racing.map(({ body: { key } }) => key)).toEqual(Array(5).fill(body.key));
  expect((await start(id, 'desktop')).body.key).not.toBe(body.key);
  expect(await fixture.read(body)).toMatchObject({ customer_id: fixture.customer.id, policy: { check_in: { every_days: 7 } } });
  expect((await fixture.read(body)).policy).not.toHaveProperty('trial');
  expect((await fixture.anonymous('POST', `${PATH}/activate`, { ...keyParams(body), label: 'laptop' })).status).toBe(200);
  const listed = await fixture.seller('GET', `/v1/license-keys/?benefit_id=${id}`);
  expect(listed.body.pagination.total_count).toBe(2);
  const stored = await fixture.api.app.get(EntityManager).fork().execute('select * from licensing.trials');
  expect(JSON.stringify(stored)).not.toContain('laptop');
});

const LAPTOP = { machine_id: '9f86d081884c7d65', mac: '00:00:5e:00:53:01', model: 'ThinkPad X1' };
const startOn = (benefit_id: string, device: string, components: object) =>
  start(benefit_id, device, undefined, { device: { components } });

test('a machine whose application was installed anew gets its trial back, with the same end', async () => {
  const id = await trialBenefit(fixture.customer.id, { devices: { match: 'most' } });
  const racing = await Promise.all([1, 2, 3, 4, 5].map((n) => startOn(id, `folder ${n}`, LAPTOP)));
  const [{ body: trial }] = racing as [Answer];
  const shown = ({ status, body: { key, expires_at } }: Answer) => ({ status, key, expires_at });
  expect(racing.map(shown)).toEqual(racing.map(() => ({ status: 200, key: trial.key, expires_at: trial.expires_at })));
  expect(shown(await startOn(id, 'new name', { ...LAPTOP, mac: undefined, hostname: 'ada' }))).toEqual(shown(racing[0]!));
  const stored = JSON.stringify(
    await fixture.api.app.get(EntityManager).fork().execute('select * from licensing.trial_components'),
  );
  expect(stored).toContain('machine_id');
  for (const value of ['9f86d081884c7d65', '00:00:5e:00:53:01', 'ThinkPad', 'model']) expect(stored).not.toContain(value);
});

test('whoever knows no more than the address of a network card gets neither the license key nor the trial of a device', async () => {
  const id = await trialBenefit(fixture.customer.id, { devices: { match: 'any' } });
  const { key } = (await startOn(id, 'laptop', LAPTOP)).body;
  const spied = [{ mac: LAPTOP.mac }, { machine_id: 'another', mac: LAPTOP.mac, model: LAPTOP.model }, { model: LAPTOP.model }];
  for (const [n, components] of spied.entries()) expect((await startOn(id, `spy ${n}`, components)).body.key).not.toBe(key);
  const taken = await startOn(id, 'first', { mac: '00:00:5e:00:53:02' });
  expect((await startOn(id, 'honest', { machine_id: 'new', mac: '00:00:5e:00:53:02' })).body.key).not.toBe(taken.body.key);
});

test('without a rule of the benefit, and of another benefit, a machine is known by its ID', async () => {
  const [plain, comparing] = [
    await trialBenefit(fixture.customer.id),
    await trialBenefit(fixture.customer.id, { devices: { match: 'most' } }),
  ];
  const keys = [
    await startOn(plain, 'one', LAPTOP),
    await startOn(plain, 'two', LAPTOP),
    await startOn(comparing, 'one', LAPTOP),
  ].map(({ body }) => body.key);
  expect(new Set(keys).size).toBe(3);
});

test('refuses a description that is none', async () => {
  const id = await trialBenefit(fixture.customer.id, { devices: { match: 'most' } });
  const { status, body } = await startOn(id, 'laptop', { 'Machine ID': 'x' });
  expect([status, body.detail?.[0].loc]).toEqual([422, ['body', 'device', 'components', 'Machine ID', '[key]']]);
});

test('the seller allows another trial, and the license key of the first one stays', async () => {
  const FORGET = 'DELETE /v1/license-keys/{id}/trial';
  const id = await trialBenefit(fixture.customer.id, { devices: { match: 'most' } });
  const { body: first } = await startOn(id, 'laptop', LAPTOP);
  const forget = async (keyId: string): Promise<Answer> => {
    const answer = await fixture.seller('DELETE', `/v1/license-keys/${keyId}/trial`);
    expect(contract.violations(FORGET, answer)).toEqual([]);
    return answer;
  };
  expect((await forget(randomUUID())).status).toBe(404);
  expect((await forget((await fixture.key({ benefit_id: id })).id)).status).toBe(409);
  expect([await forget(first.id), await forget(first.id)]).toMatchObject([{ status: 204 }, { status: 204 }]);
  const { body: second } = await startOn(id, 'new folder', LAPTOP);
  expect(second.id).not.toBe(first.id);
  expect((await startOn(id, 'laptop', LAPTOP)).body.id).toBe(second.id);
  expect(await fixture.read(first)).toMatchObject({ status: 'granted', is_trial: true });
  const { body: log } = await fixture.seller('GET', `/v1/audit-log/?resource_id=${first.id}`);
  const actions = log.items.filter(({ operation }: { operation: string }) => operation === FORGET);
  expect(actions).toHaveLength(1);
});

test('everything that shows the key says that it is a trial, and of no other key', async () => {
  const id = await trialBenefit(fixture.customer.id);
  const { body: trial } = await start(id, 'laptop');
  const bought = await fixture.key({ benefit_id: id });
  const validate = async (key: SeededLicenseKey) =>
    (await fixture.anonymous('POST', '/v1/customer-portal/license-keys/validate', keyParams(key))).body;
  expect(await validate(trial)).toMatchObject({ id: trial.id, is_trial: true });
  expect(await fixture.read(trial)).toMatchObject({ is_trial: true });
  expect(await validate(trial)).not.toHaveProperty('policy_state');
  for (const shown of [await validate(bought), await fixture.read(bought)]) expect(shown).not.toHaveProperty('is_trial');
});

test('refuses where no trial is offered', async () => {
  const id = await trialBenefit(fixture.customer.id);
  const holder = await seedCustomer(fixture.api, fixture.ours.organization.id);
  const ofDeleted = await trialBenefit(holder.id);
  await fixture.seller('DELETE', `/v1/customers/${holder.id}`);
  const refused = [
    await start(fixture.benefit.id, 'laptop'),
    await start(id, 'laptop', fixture.theirs.organization.id),
    await start(ofDeleted, 'laptop'),
  ];
  expect(refused.map(outcomeOf)).toEqual(Array(3).fill('404 TRIAL_NOT_OFFERED'));
  const { id: known } = (await start(id, 'known')).body;
  await fixture.seller('DELETE', `/v1/benefits/${id}`);
  expect(outcomeOf(await start(id, 'laptop'))).toBe('404 TRIAL_NOT_OFFERED');
  expect((await start(id, 'known')).body.id).toBe(known);
});

test('is limited for each network', async () => {
  const { headers } = await start(fixture.benefit.id, 'laptop');
  expect(headers).toHaveProperty('ratelimit');
});
