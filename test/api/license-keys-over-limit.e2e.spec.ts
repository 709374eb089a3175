import { CommandBus } from '@nestjs/cqrs';
import { KeyRefusals, ReleaseDevicesOverLimit } from '#licensing';
import type { Answer } from '../support/call.ts';
import { Contract } from '../support/contract.ts';
import { keyParams, type LicenseFixture, openLicenseFixture, TIME } from '../support/license-fixture.ts';
import { openSession } from '../support/portal.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import type { SeededLicenseKey } from '../support/seed-license-key.ts';

const PUBLIC = '/v1/customer-portal/license-keys';

let fixture: LicenseFixture;
let contract: Contract;
beforeAll(async () => {
  fixture = await openLicenseFixture();
  contract = Contract.of(fixture.api);
});
afterAll(() => fixture.close());

async function keyWith(overdraft: number): Promise<SeededLicenseKey> {
  const activations = { limit: 1, enableCustomerAdmin: true, overdraft };
  const { id } = await seedBenefit(fixture.api, fixture.ours.organization.id, { activations });
  return fixture.key({ benefit_id: id });
}

const activate = (key: SeededLicenseKey, label: string) =>
  fixture.anonymous('POST', `${PUBLIC}/activate`, { ...keyParams(key), label });
const outcomeOf = ({ status, headers }: Answer): string => `${status} ${headers['license-code'] ?? headers['license-standing']}`;
const read = async (key: SeededLicenseKey) => {
  const answer = await fixture.seller('GET', `/v1/license-keys/${key.id}`);
  expect(contract.violations('GET /v1/license-keys/{id}', answer)).toEqual([]);
  return answer.body;
};
const overLimit = async (query: string): Promise<string[]> => {
  const { body } = await fixture.seller('GET', `/v1/license-keys/search?limit=100&benefit_id=${query}`);
  return body.items.map(({ id }: { id: string }) => id);
};

test('an overdraft grants activations beyond the limit, and reports them everywhere', async () => {
  const key = await keyWith(1);
  expect(outcomeOf(await activate(key, 'within'))).toBe('200 good');
  expect(await read(key)).not.toHaveProperty('places');
  const beyond = await activate(key, 'beyond');
  expect(outcomeOf(beyond)).toBe('200 over_limit;limit=1;used=2');
  expect(outcomeOf(await activate(key, 'refused'))).toBe('403 ACTIVATION_LIMIT_REACHED');
  const places = { taken: 2, overdrawn: 1, over_limit_since: expect.stringMatching(TIME) };
  expect(await read(key)).toMatchObject({ places, policy: { node_locked: { overdraft: 1 } } });
  const customer = await openSession(fixture.api, fixture.ours, key.customer_id);
  expect((await customer.call('GET', `/v1/customer-portal/license-keys/${key.id}`)).body).toMatchObject({ places });
  const told = (await fixture.eventsOf(key.id)).filter(({ name }) => name === 'license_key.overdraft_used');
  expect(told.map(({ payload }) => payload)).toMatchObject([
    { activation_id: beyond.body.id, checked_out: 2, limit_activations: 1 },
  ]);
});

test('sellers find the keys that are over their limits, until they no longer are', async () => {
  const key = await keyWith(1);
  const among = (isOver: boolean) => overLimit(`${key.benefit_id}&is_over_limit=${isOver}`);
  await activate(key, 'within');
  expect([await among(true), await among(false)]).toEqual([[], [key.id]]);
  const { body } = await activate(key, 'beyond');
  expect([await among(true), await among(false)]).toEqual([[key.id], []]);
  await fixture.seller('PATCH', `/v1/license-keys/${key.id}`, { limit_activations: 2 });
  expect(await among(true)).toEqual([]);
  await fixture.seller('PATCH', `/v1/license-keys/${key.id}`, { limit_activations: 1 });
  expect(await among(true)).toEqual([key.id]);
  await fixture.anonymous('POST', `${PUBLIC}/deactivate`, { ...keyParams(key), activation_id: body.id });
  expect(await among(true)).toEqual([]);
});

test('it is told once an hour that a limit refuses, which one, and what would help', async () => {
  const key = await keyWith(0);
  await activate(key, 'within');
  for (const label of ['second', 'third']) expect(outcomeOf(await activate(key, label))).toBe('403 ACTIVATION_LIMIT_REACHED');
  const dry = { ...keyParams(key), label: 'dry' };
  await fixture.anonymous('POST', `${PUBLIC}/activate`, dry, { 'license-dry-run': '1' });
  const revoked = await keyWith(0);
  await fixture.seller('PATCH', `/v1/license-keys/${revoked.id}`, { status: 'disabled' });
  expect(outcomeOf(await activate(revoked, 'first'))).toBe('403 DISABLED');
  await fixture.api.app.get<KeyRefusals>(KeyRefusals).flush();
  const told = async ({ id }: SeededLicenseKey) =>
    (await fixture.eventsOf(id)).filter(({ name }) => name === 'license_key.activation_refused').map(({ payload }) => payload);
  expect(await told(revoked)).toEqual([]);
  expect(await told(key)).toMatchObject([
    {
      operation: 'activate',
      code: 'ACTIVATION_LIMIT_REACHED',
      limit_activations: 1,
      help: expect.stringContaining('raise `limit_activations`'),
      retry_at: null,
    },
  ]);
  expect(JSON.stringify(await told(key))).not.toContain(key.key);
});

describe('after the limit was lowered', () => {
  const licenseKeysWith = (over_limit: object | null, activations: object = {}) =>
    fixture.seller('POST', '/v1/benefits/', {
      type: 'license_keys',
      description: 'License',
      properties: { activations: { limit: 3, enable_customer_admin: true, over_limit, ...activations } },
    });
  const validate = async (key: SeededLicenseKey, activation_id: string) =>
    outcomeOf(await fixture.anonymous('POST', `${PUBLIC}/validate`, { ...keyParams(key), activation_id }));

  /** A key on three devices, the first of which was activated first, whose limit is then 1. */
  async function downgraded(over_limit: object) {
    const { status, body } = await licenseKeysWith(over_limit);
    expect(status).toBe(201);
    const key = await fixture.key({ benefit_id: body.id });
    const ids: string[] = [];
    for (const label of ['first', 'second', 'third']) ids.push((await activate(key, label)).body.id);
    await fixture.seller('PATCH', `/v1/license-keys/${key.id}`, { limit_activations: 1 });
    return { key, ids };
  }

  test('devices keep their places by default, and what a benefit says is read back', async () => {
    const rules = async (...given: Parameters<typeof licenseKeysWith>) => {
      const answer = await licenseKeysWith(...given);
      expect(contract.violations('POST /v1/benefits/', answer)).toEqual([]);
      return answer.body.properties?.activations.over_limit ?? answer.body.detail?.[0]?.loc ?? null;
    };
    expect(await rules({ policy: 'oldest_released' })).toEqual({ policy: 'oldest_released', after_days: 14 });
    expect(await rules({ policy: 'newest_refused', after_days: 0 })).toEqual({ policy: 'newest_refused', after_days: 0 });
    for (const given of [null, { policy: 'keep' }]) expect(await rules(given)).toBeNull();
    expect(await rules({ policy: 'oldest_released' }, { mode: 'floating' })).toEqual(expect.arrayContaining(['over_limit']));
    for (const given of [{ policy: 'ended' }, { policy: 'keep', after_days: 367 }, { policy: 'keep', days: 3 }, {}])
      expect(await rules(given)).toEqual(expect.arrayContaining(['activations', 'over_limit']));
  });

  test('the devices that were activated last are refused, with a code of their own, until there is room', async () => {
    const { key, ids } = await downgraded({ policy: 'newest_refused', after_days: 0 });
    const until = (await read(key)).policy_state.over_limit.ends_at;
    expect(await validate(key, ids[0]!)).toBe(`200 over_limit;limit=1;used=3;until="${until}"`);
    for (const id of ids.slice(1)) expect(await validate(key, id)).toBe('404 DEVICE_OVER_LIMIT');
    const lease = await fixture.anonymous('POST', `${PUBLIC}/lease`, { ...keyParams(key), activation_id: ids[2] });
    expect(lease.status).toBe(403);
    const explained = await fixture.seller('POST', '/v1/license-keys/explain', {
      operation: 'validate',
      id: key.id,
      activation_id: ids[2],
    });
    expect(explained.body).toMatchObject({ allowed: false, code: 'DEVICE_OVER_LIMIT' });
    await fixture.seller('DELETE', `/v1/license-keys/${key.id}/activations/${ids[0]}`);
    expect(await validate(key, ids[1]!)).toMatch(/^200 over_limit;limit=1;used=2/);
    await fixture.seller('PATCH', `/v1/license-keys/${key.id}`, { limit_activations: 2 });
    expect(await validate(key, ids[2]!)).toBe('200 good');
  });

  test('the devices that were seen longest ago are released, which is announced before and told for each, and can come back', async () => {
    const { key, ids } = await downgraded({ policy: 'oldest_released', after_days: 0 });
    expect(await validate(key, ids[2]!)).toMatch(/^200 over_limit;limit=1;used=3;until="/);
    const commands = fixture.api.app.get(CommandBus);
    await commands.execute(new ReleaseDevicesOverLimit(undefined, fixture.ours.organization.id));
    expect(await validate(key, ids[2]!)).toBe('200 good');
    for (const id of ids.slice(0, 2)) expect(await validate(key, id)).toBe('404 ACTIVATION_NOT_FOUND');
    const told = (await fixture.eventsOf(key.id)).map(({ name, payload }) => [name, (payload as { reason?: string }).reason]);
    expect(told.filter(([name]) => /limit_exceeded|deactivated/.test(name!))).toEqual([
      ['license_key.limit_exceeded', undefined],
      ['license_key.deactivated', 'over_limit'],
      ['license_key.deactivated', 'over_limit'],
    ]);
    await fixture.seller('PATCH', `/v1/license-keys/${key.id}`, { limit_activations: 2 });
    expect(outcomeOf(await activate(key, 'first'))).toBe('200 good');
  });
});
