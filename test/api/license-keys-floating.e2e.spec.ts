import { EntityManager } from '@mikro-orm/postgresql';
import { CommandBus } from '@nestjs/cqrs';
import { EndSilentActivations } from '#licensing';
import type { Answer } from '../support/call.ts';
import { Contract } from '../support/contract.ts';
import { keyParams, type LicenseFixture, openLicenseFixture, TIME } from '../support/license-fixture.ts';
import type { SeededLicenseKey } from '../support/seed-license-key.ts';

const PUBLIC = '/v1/customer-portal/license-keys';

let fixture: LicenseFixture;
let contract: Contract;
beforeAll(async () => {
  fixture = await openLicenseFixture();
  contract = Contract.of(fixture.api);
});
afterAll(() => fixture.close());

const FLOATING = { limit: 1, enable_customer_admin: true, mode: 'floating', checkout_seconds: 60 };

const benefitWith = (activations: object, others: object = {}) =>
  fixture.seller('POST', '/v1/benefits/', {
    type: 'license_keys',
    description: 'A pool',
    properties: { activations, ...others },
  });

async function floatingKey(activations: object = {}, others: object = {}): Promise<SeededLicenseKey> {
  const { body } = await benefitWith({ ...FLOATING, ...activations }, others);
  return fixture.key({ benefit_id: body.id });
}

async function send(operation: string, key: SeededLicenseKey, body: object, headers = {}): Promise<Answer> {
  const answer = await fixture.anonymous('POST', `${PUBLIC}/${operation}`, { ...keyParams(key), ...body }, headers);
  expect(contract.violations(`POST ${PUBLIC}/${operation}`, answer)).toEqual([]);
  return answer;
}
const activate = (key: SeededLicenseKey, device: string) =>
  send('activate', key, { label: device }, { 'license-device': device });
const heartbeat = (key: SeededLicenseKey, activation_id: unknown) => send('heartbeat', key, { activation_id });
const outcomeOf = ({ status, headers }: Answer): string => `${status} ${headers['license-code'] ?? ''}`.trim();

/** Lets time pass for what the key has granted. */
const pass = ({ id }: SeededLicenseKey, seconds: number): Promise<unknown> =>
  fixture.api.app
    .get(EntityManager)
    .fork()
    .execute(
      `update licensing.activations set checkout_expires_at = checkout_expires_at - make_interval(secs => ?),
       sweep_at = sweep_at - make_interval(secs => ?) where license_key_id = ?`,
      [seconds, seconds, id],
    );

test('a device checks a slot out, renews it, loses it by silence, and gets it again', async () => {
  const key = await floatingKey();
  const first = await activate(key, 'laptop');
  expect(first.body).toMatchObject({ checkout_expires_at: expect.stringMatching(TIME), license_key: { id: key.id } });
  expect(Date.parse(first.body.checkout_expires_at) - Date.parse(first.body.last_heartbeat_at)).toBe(60_000);
  expect(outcomeOf(await activate(key, 'desktop'))).toBe('403 ACTIVATION_LIMIT_REACHED');
  await pass(key, 30);
  const renewed = await heartbeat(key, first.body.id);
  const { license_key: _key, ...activation } = first.body;
  expect([renewed.status, renewed.body]).toEqual([200, { ...activation, ...timesOf(renewed.body) }]);
  expect(Date.parse(renewed.body.checkout_expires_at) - Date.parse(renewed.body.last_heartbeat_at)).toBe(60_000);

  await pass(key, 60);
  const activation_id = first.body.id;
  expect(outcomeOf(await heartbeat(key, activation_id))).toBe('404 CHECKOUT_EXPIRED');
  expect(outcomeOf(await send('validate', key, { activation_id }))).toBe('404 CHECKOUT_EXPIRED');
  expect((await activate(key, 'laptop')).body.id).toBe(activation_id);
  const validated = await send('validate', key, { activation_id });
  expect(validated.body.activation).toMatchObject(timesOf((await fixture.read(key)).activations[0]));

  expect((await send('deactivate', key, { activation_id })).status).toBe(204);
  expect(outcomeOf(await activate(key, 'desktop'))).toBe('200');
});

const timesOf = ({ checkout_expires_at, last_heartbeat_at }: Record<string, unknown>) => ({
  checkout_expires_at,
  last_heartbeat_at,
});

test('sellers see check-outs and the overdraft; a slot beyond the limit is reported', async () => {
  const key = await floatingKey({ overdraft: 1 });
  await activate(key, 'laptop');
  const beyond = await activate(key, 'desktop');
  expect(outcomeOf(await activate(key, 'tablet'))).toBe('403 ACTIVATION_LIMIT_REACHED');
  const read = await fixture.seller('GET', `/v1/license-keys/${key.id}`);
  expect(contract.violations('GET /v1/license-keys/{id}', read)).toEqual([]);
  expect(read.body).toMatchObject({
    check_outs: { taken: 2, overdrawn: 1 },
    policy: { floating: { checkout_seconds: 60, overdraft: 1 } },
    activations: [{ checkout_expires_at: expect.stringMatching(TIME) }, { last_heartbeat_at: expect.stringMatching(TIME) }],
  });
  const one = await fixture.seller('GET', `/v1/license-keys/${key.id}/activations/${beyond.body.id}`);
  expect(timesOf(one.body)).toEqual(timesOf(beyond.body));
  const overdrawn = (await fixture.eventsOf(key.id)).filter(({ name }) => name === 'license_key.overdraft_used');
  expect(overdrawn.map(({ payload }) => payload)).toMatchObject([
    { activation_id: beyond.body.id, checked_out: 2, limit_activations: 1 },
  ]);
});

test('a lease borrows the slot', async () => {
  const offline = { lease_seconds: 3600, grace_seconds: 600, max_offline_devices: 1, held: 'until_lease_ends' };
  const key = await floatingKey({}, { offline });
  const leased = await send('lease', key, { label: 'laptop' }, { 'license-device': 'laptop' });
  expect(leased.body.activation.checkout_expires_at).toBe(leased.body.grace_until);
  await send('deactivate', key, { activation_id: leased.body.activation.id });
  expect(outcomeOf(await activate(key, 'desktop'))).toBe('403 ACTIVATION_LIMIT_REACHED');
});

test('processes of a device share a place, renew and end each for itself, and the next one takes a further place', async () => {
  const key = await floatingKey({ limit: 2, processes: { per_device: 2 } });
  const start = (process: string) =>
    send('activate', key, { label: process }, { 'license-device': 'laptop', 'license-installation': process });
  const [first, second] = [await start('a'), await start('b')];
  const read = async () => {
    const answer = await fixture.seller('GET', `/v1/license-keys/${key.id}`);
    expect(contract.violations('GET /v1/license-keys/{id}', answer)).toEqual([]);
    return answer.body;
  };
  expect(await read()).toMatchObject({
    check_outs: { taken: 1 },
    policy: { floating: { processes: { per_device: 2 } } },
    activations: [{ id: first.body.id, installations: [{ id: first.body.id }, { id: second.body.id }] }],
  });
  expect((await send('deactivate', key, { activation_id: first.body.id })).status).toBe(204);
  expect((await heartbeat(key, second.body.id)).status).toBe(200);
  for (const process of ['c', 'd', 'e']) expect(outcomeOf(await start(process))).toBe('200');
  expect(await read()).toMatchObject({ check_outs: { taken: 2 } });
  expect(outcomeOf(await start('f'))).toBe('403 ACTIVATION_LIMIT_REACHED');
  expect((await heartbeat(key, second.body.id)).status).toBe(200);
});

test('heartbeats for what is not theirs, or makes no sense, are refused and change nothing', async () => {
  const key = await floatingKey();
  const { id } = (await activate(key, 'laptop')).body;
  const other = await floatingKey();
  const locked = await fixture.key({ limit_activations: 1 });
  const lockedActivation = await fixture.activation(locked);
  const before = await fixture.snapshot();
  const outcomes = [
    await heartbeat(other, id),
    await heartbeat({ ...key, key: 'UNKNOWN' }, id),
    await heartbeat({ ...key, organization_id: fixture.theirs.organization.id }, id),
    await heartbeat(locked, lockedActivation),
    await heartbeat(key, 'no ID'),
    await heartbeat(key, undefined),
    await heartbeat(key, { a: 1 }),
  ];
  expect(outcomes.map(outcomeOf)).toEqual([
    '404 ACTIVATION_NOT_FOUND',
    '404 NOT_FOUND',
    '404 NOT_FOUND',
    '403 HEARTBEATS_NOT_SUPPORTED',
    '422',
    '422',
    '422',
  ]);
  expect(await fixture.snapshot()).toEqual(before);
  expect((await fixture.read(locked)).activations[0]).not.toHaveProperty('checkout_expires_at');
  for (const [changes, code] of [
    [{ expires_at: '2020-01-01T00:00:00Z' }, '404 EXPIRED'],
    [{ status: 'disabled' }, '404 DISABLED'],
  ] as const) {
    await fixture.seller('PATCH', `/v1/license-keys/${key.id}`, changes);
    expect(outcomeOf(await heartbeat(key, id))).toBe(code);
  }
});

test('a dry run of a heartbeat gets the same response, and renews nothing', async () => {
  const key = await floatingKey();
  const { id } = (await activate(key, 'laptop')).body;
  await pass(key, 30);
  const before = await fixture.snapshot();
  const dry = (activation_id: string) =>
    send('heartbeat', key, { activation_id }, { 'license-dry-run': '1', 'license-nonce': 'n' });
  const tried = await dry(id);
  expect([tried.status, tried.headers['license-dry-run'], tried.headers['signature']]).toEqual([200, '1', undefined]);
  expect(outcomeOf(await dry(key.id))).toBe('404 ACTIVATION_NOT_FOUND');
  expect(await fixture.snapshot()).toEqual(before);
  await pass(key, 31);
  expect(outcomeOf(await dry(id))).toBe('404 CHECKOUT_EXPIRED');
});

test('the worker ends activations that were silent for an hour', async () => {
  const key = await floatingKey();
  const { id } = (await activate(key, 'laptop')).body;
  await pass(key, 3660);
  await fixture.api.app.get(CommandBus).execute(new EndSilentActivations());
  expect(outcomeOf(await heartbeat(key, id))).toBe('404 ACTIVATION_NOT_FOUND');
  expect((await fixture.eventsOf(key.id)).map(({ name }) => name)).toContain('license_key.deactivated');
  expect(await fixture.read(key)).toMatchObject({ activations: [], check_outs: { taken: 0, overdrawn: 0 } });
});

test('a benefit says how keys float, and says nothing more if they do not', async () => {
  const plain = { limit: 2, enable_customer_admin: false };
  expect((await benefitWith({ ...plain, mode: 'node_locked' })).body.properties.activations).toEqual(plain);
  const { body } = await benefitWith({ ...plain, mode: 'floating' });
  expect(body.properties.activations).toEqual({ ...plain, mode: 'floating', checkout_seconds: 600, overdraft: 0 });
  const shared = await benefitWith({ ...plain, mode: 'floating', processes: { per_device: 16 } });
  expect(shared.body.properties.activations).toMatchObject({ processes: { per_device: 16 } });
  expect((await benefitWith({ ...plain, overdraft: 0 })).body.properties.activations).toEqual(plain);
  expect((await benefitWith({ ...plain, overdraft: 1 })).body.properties.activations).toEqual({ ...plain, overdraft: 1 });
  const refused = [
    { checkout_seconds: 60 },
    { overdraft: 10_001 },
    { processes: { per_device: 2 } },
    { mode: 'floating', processes: { per_device: 0 } },
    { mode: 'floating', processes: { per_device: 17 } },
    { mode: 'floating', processes: { per_device: 2, other: 1 } },
    { mode: 'floating', limit: 10_001 },
    { mode: 'floating', checkout_seconds: 59 },
    { mode: 'floating', overdraft: 10_001 },
    { mode: 'other' },
  ];
  for (const activations of refused) expect((await benefitWith({ ...plain, ...activations })).status).toBe(422);
});
