import { EntityManager } from '@mikro-orm/postgresql';
import { SECRET_KEY } from '../support/api.ts';
import type { Answer } from '../support/call.ts';
import { latchkey } from '../support/cli.ts';
import { Contract } from '../support/contract.ts';
import { keyParams, type LicenseFixture, openLicenseFixture, TIME } from '../support/license-fixture.ts';
import { outcomeOfRequest } from '../support/license-key-outcome.ts';
import { openSession } from '../support/portal.ts';
import { recordStatements } from '../support/record-statements.ts';
import type { SeededLicenseKey } from '../support/seed-license-key.ts';

const KEYS = '/v1/customer-portal/license-keys';
const OFFLINE = { lease_seconds: 60, grace_seconds: 0, max_offline_devices: 9 };
const FIVE = {
  board: 'serial-of-board',
  cpu: 'serial-of-cpu',
  disk: 'serial-of-disk',
  mac: 'serial-of-mac',
  machine_id: 'serial-of-machine',
};

let fixture: LicenseFixture;
let contract: Contract;
beforeAll(async () => {
  fixture = await openLicenseFixture();
  contract = Contract.of(fixture.api);
});
afterAll(() => fixture.close());

const benefitWith = (properties: object): Promise<Answer> =>
  fixture.seller('POST', '/v1/benefits/', { type: 'license_keys', description: 'A license key', properties });

async function keyWith(devices: object, limit = 3): Promise<SeededLicenseKey> {
  const properties = { activations: { limit, enable_customer_admin: true }, offline: OFFLINE, policy: { devices } };
  const { status, body, text } = await benefitWith(properties);
  if (status !== 201) throw new Error(`No benefit: ${status} ${text}`);
  expect(body.properties.policy).toEqual({ devices });
  const key = await fixture.key({ benefit_id: body.id });
  expect(key).toMatchObject({ policy: { devices } });
  return key;
}

type Operation = 'activate' | 'validate' | 'lease';

async function use(operation: Operation, key: SeededLicenseKey, body: object = {}, id?: string): Promise<Answer> {
  const label = operation === 'validate' ? {} : { label: 'laptop' };
  const headers: Record<string, string> = id === undefined ? {} : { 'license-device': id };
  const answer = await fixture.anonymous('POST', `${KEYS}/${operation}`, { ...keyParams(key), ...label, ...body }, headers);
  expect(contract.violations(`POST ${KEYS}/${operation}`, answer)).toEqual([]);
  return answer;
}

const outcomeOf = ({ status, headers }: Answer): string => `${status} ${headers['license-code'] ?? ''}`.trim();
const sql = <T = unknown>(text: string, ...values: unknown[]): Promise<T[]> =>
  fixture.api.app.get(EntityManager).fork().execute<T[]>(text, values);

test('a device is recognized by its components, and shown without their values', async () => {
  const key = await keyWith({ match: 'most', classes: [], virtual: 'allow' });
  const device = { components: FIVE, class: 'desktop', platform: 'linux-x64' };
  const { body: first } = await use('activate', key, { device, application: { version: '3.1' } });
  const again = await use(
    'activate',
    key,
    { device: { components: { ...FIVE, disk: 'serial-of-another-disk' }, platform: 'linux-arm64' } },
    'install-1',
  );
  expect([again.status, again.body.id]).toEqual([200, first.id]);
  const leased = await use('lease', key, {
    device: { components: { ...FIVE, disk: 'serial-of-another-disk' } },
    application: { version: '3.2' },
  });
  expect([leased.status, leased.body.activation.id]).toEqual([200, first.id]);

  const shown = await fixture.read(key);
  expect(shown.activations).toMatchObject([
    {
      id: first.id,
      device: {
        components: ['board', 'cpu', 'disk', 'mac', 'machine_id'],
        class: 'desktop',
        virtual: false,
        platform: 'linux-arm64',
        application_version: '3.2',
        last_seen_at: expect.stringMatching(TIME),
      },
    },
  ]);
  const single = await fixture.seller('GET', `/v1/license-keys/${key.id}/activations/${first.id}`);
  expect(contract.violations('GET /v1/license-keys/{id}/activations/{activation_id}', single)).toEqual([]);
  expect(single.body.device).toEqual(shown.activations[0].device);
  const { call } = await openSession(fixture.api, fixture.ours, fixture.customer.id);
  const own = await call('GET', `${KEYS}/${key.id}`);
  expect(own.body.activations[0].device).toEqual(shown.activations[0].device);
  const exported = await call('GET', '/v1/customer-portal/customers/me/export');
  expect(exported.text).toContain('"device_details"');

  const stored = JSON.stringify(await sql('select * from licensing.activations'));
  const published = JSON.stringify(await sql('select * from platform.outbox'));
  for (const value of [...Object.values(FIVE), 'serial-of-another-disk'])
    for (const text of [stored, published, again.text, JSON.stringify(shown), own.text, exported.text])
      expect(text).not.toContain(value);
});

test('installations of a device share its place, are shown with it, and are removed with it', async () => {
  const key = await keyWith({ match: 'all' }, 1);
  const device = { components: FIVE };
  const ids: string[] = [];
  for (const id of ['admin', 'work', 'guest']) {
    const { status, body } = await use('activate', key, { device, label: id }, id);
    expect(status).toBe(200);
    ids.push(body.id);
    const leased = await use('lease', key, { activation_id: body.id, device });
    expect([leased.status, leased.body.activation.id]).toEqual([200, body.id]);
  }
  expect(new Set(ids).size).toBe(3);
  const installed = (labels: readonly string[]) => labels.map((label) => ({ label, created_at: expect.stringMatching(TIME) }));
  const { call } = await openSession(fixture.api, fixture.ours, fixture.customer.id);
  const shown = await fixture.read(key);
  expect(shown.activations).toMatchObject([{ id: ids[0], label: 'admin', installations: installed(['admin', 'work', 'guest']) }]);
  const own = await call('GET', `${KEYS}/${key.id}`);
  expect(contract.violations(`GET ${KEYS}/{id}`, own)).toEqual([]);
  expect(own.body.activations).toEqual(shown.activations);
  const page = await fixture.seller('GET', `/v1/license-keys/${key.id}?activations_page=1&activations_limit=5`);
  expect(page.body.activations).toHaveLength(1);

  await fixture.anonymous('POST', `${KEYS}/deactivate`, { ...keyParams(key), activation_id: ids[0] });
  const rest = (await fixture.read(key)).activations;
  expect(rest).toMatchObject([{ id: ids[1], label: 'work', installations: installed(['work', 'guest']) }]);
  expect(outcomeOf(await use('validate', key, { activation_id: ids[0] }))).toBe('404 ACTIVATION_NOT_FOUND');
  expect(outcomeOf(await use('validate', key, { activation_id: ids[2] }))).toBe('200');
  const other = { device: { components: { serial: 'other' } } };
  expect(outcomeOf(await use('activate', key, other, 'other'))).toBe('403 ACTIVATION_LIMIT_REACHED');
  expect((await call('DELETE', `${KEYS}/${key.id}/activations/${ids[1]}`)).status).toBe(204);
  expect((await fixture.read(key)).activations).toEqual([]);
  expect(outcomeOf(await use('validate', key, { activation_id: ids[2] }))).toBe('404 ACTIVATION_NOT_FOUND');
  expect(outcomeOf(await use('activate', key, other, 'other'))).toBe('200');
});

test('another device with the same activation is refused with each operation and nothing changes, and with the same ID it is a second one', async () => {
  const key = await keyWith({ match: { at_least: 2 } }, 2);
  const { body } = await use('activate', key, { device: { components: FIVE } }, 'copied');
  const device = { components: { ...FIVE, board: 'x', cpu: 'x', disk: 'x', mac: 'x' } };
  const refusals: [Operation, object, string | undefined, number, string][] = [
    ['validate', { activation_id: body.id }, undefined, 404, 'ResourceNotFound'],
    ['lease', { activation_id: body.id }, undefined, 403, 'NotPermitted'],
  ];
  for (const [operation, named, id, status, error] of refusals)
    expect(await outcomeOfRequest(fixture, () => use(operation, key, { ...named, device }, id))).toMatchObject({
      status,
      error,
      code: 'DEVICE_MISMATCH',
      changed: false,
    });
  const second = await use('activate', key, { device }, 'copied');
  expect([second.status, second.body.id === body.id]).toEqual([200, false]);
  const third = { device: { components: { ...FIVE, disk: 'y', mac: 'y' } } };
  expect(outcomeOf(await use('activate', key, third, 'copied'))).toBe('403 ACTIVATION_LIMIT_REACHED');
  expect(outcomeOf(await use('validate', key, { activation_id: body.id, device: { components: FIVE } }))).toBe('200');
  expect(outcomeOf(await use('validate', key, { activation_id: body.id, device: null }))).toBe('200');
});

test.each<[string, object, object]>([
  ['DEVICE_CLASS_LIMIT_REACHED', { classes: [{ class: 'desktop', limit: 1 }] }, { class: 'desktop' }],
  ['DEVICE_CLASS_LIMIT_REACHED', { virtual: 'own_class', classes: [{ class: 'virtual', limit: 1 }] }, { class: 'vm' }],
  ['VIRTUAL_DEVICE_REFUSED', { virtual: 'refuse' }, { virtual: true }],
  ['VIRTUAL_DEVICE_REFUSED', { virtual: 'refuse' }, { components: { hypervisor: 'KVM' } }],
])('%s: by %j, the second of the devices %j is refused', async (code, devices, device) => {
  const key = await keyWith(devices);
  const first = code.startsWith('VIRTUAL') ? { ...device, virtual: false } : device;
  expect(outcomeOf(await use('activate', key, { device: first }))).toBe('200');
  for (const operation of ['activate', 'lease'] as const)
    expect(await outcomeOfRequest(fixture, () => use(operation, key, { device }))).toMatchObject({
      status: 403,
      code,
      changed: false,
    });
  const validated = outcomeOf(await use('validate', key, { device }));
  expect(validated).toBe(code.startsWith('VIRTUAL') ? `404 ${code}` : '200');
});

test('swaps are counted, refused with the time of the next one, and set back by the seller', async () => {
  const key = await keyWith({ swaps: { limit: 1, every: 'month' } }, 1);
  const deactivate = (activation_id: string) =>
    fixture.anonymous('POST', `${KEYS}/deactivate`, { ...keyParams(key), activation_id });
  for (const device of ['a', 'b']) await deactivate((await use('activate', key, {}, device)).body.id);
  const { policy_state } = await fixture.read(key);
  expect(policy_state.devices).toMatchObject({ devices: 2, swaps: 1 });
  const refused = await use('activate', key, {}, 'c');
  expect([outcomeOf(refused), refused.headers['license-retry-at'], refused.body]).toEqual([
    '403 DEVICE_SWAP_LIMIT_REACHED',
    policy_state.devices.ends_at,
    {
      error: 'NotPermitted',
      detail: expect.any(String),
      code: 'DEVICE_SWAP_LIMIT_REACHED',
      retry_at: policy_state.devices.ends_at,
    },
  ]);
  expect(outcomeOf(await use('lease', key, {}, 'c'))).toBe('403 DEVICE_SWAP_LIMIT_REACHED');
  await deactivate((await use('activate', key, {}, 'a')).body.id);

  const reset = await fixture.seller('PATCH', `/v1/license-keys/${key.id}`, { device_swaps: 0 });
  expect([reset.status, reset.body.policy_state.devices]).toMatchObject([200, { devices: 2, swaps: 0 }]);
  expect(contract.violations('PATCH /v1/license-keys/{id}', reset)).toEqual([]);
  expect((await fixture.eventsOf(key.id)).at(-1)).toMatchObject({ payload: { changed: ['device_swaps'] } });
  await deactivate((await use('activate', key, {}, 'c')).body.id);
  await sql(
    "update licensing.license_keys set policy_state = jsonb_set(policy_state, '{devices,endsAt}', to_jsonb(now())) where id = ?",
    key.id,
  );
  expect(outcomeOf(await use('activate', key, {}, 'd'))).toBe('200');
  expect((await fixture.read(key)).policy_state.devices).toMatchObject({ devices: 1, swaps: 0 });
});

test.each([{ device_swaps: 1 }, { device_swaps: -1 }, { device_swaps: 1001 }, { device_swaps: 'none' }])(
  'refuses %j for a key without such a policy',
  async (body) => {
    const key = await fixture.key();
    const { status, body: answer } = await fixture.seller('PATCH', `/v1/license-keys/${key.id}`, body);
    expect([status, answer.detail[0].loc]).toEqual([422, ['body', 'device_swaps']]);
  },
);

const many = (number: number) => Object.fromEntries(Array.from({ length: number }, (_, index) => [`c${index}`, 'v']));

test.each<[string, unknown]>([
  ['text instead of an object', 'laptop'],
  ['a list', []],
  ['17 components', { components: many(17) }],
  ['3,000 components', { components: many(3_000) }],
  ['a component without a value', { components: { cpu: '' } }],
  ['a value of 257 characters', { components: { cpu: 'x'.repeat(257) } }],
  ['a value of 50,000 characters', { components: { cpu: 'x'.repeat(50_000) } }],
  ['a number as a value', { components: { cpu: 1 } }],
  ['a nested value', { components: { cpu: { model: 'x' } } }],
  ['a name in capitals', { components: { CPU: 'x' } }],
  ['a name of 41 characters', { components: { ['x'.repeat(41)]: 'v' } }],
  ['the name __proto__', { components: JSON.parse('{"__proto__":"v"}') }],
  ['a class with a blank', { class: 'my desktop' }],
  ['a class of 33 characters', { class: 'x'.repeat(33) }],
  ['virtual as a number of devices', { virtual: 7 }],
  ['an empty platform', { platform: '' }],
  ['a platform of 65 characters', { platform: 'x'.repeat(65) }],
])('%s is refused as a device', async (_name, device) => {
  const key = await fixture.key();
  for (const operation of ['activate', 'validate', 'lease'] as const) {
    const { status, body } = await use(operation, key, { device });
    expect([status, body.detail[0].loc.slice(0, 2)]).toEqual([422, ['body', 'device']]);
  }
});

test.each([
  ['100,000 components', many(100_000)],
  ['a value of a megabyte', { cpu: 'x'.repeat(1_000_000) }],
])('%s is more than a request may have', async (_name, components) => {
  const key = await fixture.key();
  for (const operation of ['activate', 'validate', 'lease'] as const)
    expect((await use(operation, key, { device: { components } })).status).toBe(413);
});

test.each([
  [{ match: 'some' }, ['match']],
  [{ match: { at_least: 0 } }, ['match', 'at_least']],
  [{ match: { at_least: 17 } }, ['match', 'at_least']],
  [{ match: 3 }, ['match']],
  [{ classes: [{ class: 'Desktop', limit: 1 }] }, ['classes', 0, 'class']],
  [{ classes: [{ class: 'desktop', limit: 0 }] }, ['classes', 0, 'limit']],
  [{ classes: Array.from({ length: 17 }, () => ({ class: 'desktop', limit: 1 })) }, ['classes']],
  [{ classes: Array.from({ length: 2 }, () => ({ class: 'desktop', limit: 1 })) }, ['classes', 1, 'class']],
  [{ virtual: 'sometimes' }, ['virtual']],
  [{ virtual: 'own_class' }, ['virtual']],
  [{ swaps: { limit: 1001, every: 'month' } }, ['swaps', 'limit']],
  [{ swaps: { limit: 1, every: 'hour' } }, ['swaps', 'every']],
])('refuses the rules %j for devices', async (devices, path) => {
  const { status, body } = await benefitWith({ activations: { limit: 1, enable_customer_admin: false }, policy: { devices } });
  expect([status, body.detail?.[0].loc]).toEqual([422, ['body', 'properties', 'policy', 'devices', ...path]]);
});

test('refuses rules for devices without activations, and swaps of floating keys', async () => {
  const policy = { devices: { match: 'all', swaps: { limit: 1, every: 'day' } } };
  const refused = [
    await benefitWith({ policy }),
    await benefitWith({ activations: { limit: 1, enable_customer_admin: false, mode: 'floating' }, policy }),
  ];
  expect(refused.map(({ status, body }) => [status, body.detail?.[0].loc.slice(3)])).toEqual([
    [422, ['devices']],
    [422, ['devices', 'swaps']],
  ]);
});

test('an explanation and a dry run see the device, and change nothing', async () => {
  const key = await keyWith({ match: 'all', classes: [{ class: 'desktop', limit: 1 }], swaps: { limit: 0, every: 'day' } }, 1);
  const { body: activation } = await use('activate', key, { device: { components: FIVE, class: 'desktop' } }, 'first');
  const before = await fixture.snapshot();
  const explain = async (input: object) => {
    const answer = await fixture.seller('POST', '/v1/license-keys/explain', { operation: 'activate', id: key.id, ...input });
    expect(contract.violations('POST /v1/license-keys/explain', answer)).toEqual([]);
    return answer.body;
  };
  const failedIn = ({ checks }: { checks: { name: string; outcome: string }[] }) =>
    checks.flatMap(({ name, outcome }) => (outcome === 'failed' ? [name] : []));
  expect(await explain({ device: { components: FIVE } })).toMatchObject({ allowed: true });
  expect(await explain({ device: 'first' })).toMatchObject({ allowed: true });
  const other = await explain({ device: { id: 'second', components: { cpu: 'x' }, class: 'desktop' } });
  expect([other.code, failedIn(other)]).toEqual(['ACTIVATION_LIMIT_REACHED', ['slot_free', 'class_slot_free', 'swap_left']]);
  const stranger = { operation: 'validate', activation_id: activation.id, device: { components: { disk: 'x' } } };
  expect(failedIn(await explain(stranger))).toEqual(['device_matches']);
  const invalid = { operation: 'activate', id: key.id, device: { id: 'x'.repeat(129) } };
  expect((await fixture.seller('POST', '/v1/license-keys/explain', invalid)).status).toBe(422);
  const dry = await fixture.anonymous(
    'POST',
    `${KEYS}/activate`,
    { ...keyParams(key), label: 'laptop', device: { components: FIVE } },
    { 'license-dry-run': '1' },
  );
  expect([dry.status, dry.body.id]).toEqual([200, activation.id]);
  expect(await fixture.snapshot()).toEqual(before);
});

test('the command line explains devices', async () => {
  const key = await keyWith({ match: 'all' }, 1);
  await use('activate', key, { device: { components: FIVE } });
  const env = { DATABASE_URL: fixture.api.databaseUrl, SECRET_KEY: SECRET_KEY.toString('base64') };
  const run = (components: object) =>
    latchkey(
      [
        'explain',
        '--organization',
        fixture.ours.organization.slug,
        '--id',
        key.id,
        '--operation',
        'activate',
        '--components',
        JSON.stringify(components),
      ],
      env,
    );
  expect((await run(FIVE)).out.split('\n')[0]).toMatch(/: allowed$/);
  expect((await run({ cpu: 'x' })).out.split('\n')[0]).toMatch(/: refused with ACTIVATION_LIMIT_REACHED$/);
});

test('the last sighting is written once an hour, and nothing more is read or written without a device', async () => {
  const key = await keyWith({ match: 'all', swaps: { limit: 1, every: 'day' } });
  const { id: activation_id } = (await use('activate', key, { device: { components: FIVE } })).body;
  const plain = await fixture.key({ limit_activations: 3 });
  const plainActivation = await fixture.activation(plain);
  const statementsOf = async (request: () => Promise<Answer>) => {
    const all = await recordStatements(async () => expect((await request()).status).toBe(200));
    const about = all.filter((text) => text.includes('licensing.activations'));
    return about.map((text) => `${text.trim().split(' ')[0]}${text.includes('device_profile') ? ' profile' : ''}`);
  };
  const seen = () => statementsOf(() => use('validate', key, { activation_id, device: { components: FIVE } }));
  expect(await seen()).toEqual(['select profile']);
  await sql(
    `update licensing.activations set device_profile = jsonb_set(device_profile, '{lastSeenAt}', to_jsonb(now() - interval '2 hours'))
      where id = ?`,
    activation_id,
  );
  expect(await seen()).toEqual(['select profile', 'update profile']);
  expect(await seen()).toEqual(['select profile']);
  expect(await statementsOf(() => use('validate', key, { activation_id }))).toEqual(['select']);
  expect(await statementsOf(() => use('validate', plain, { activation_id: plainActivation }))).toEqual(['select']);
  // The column is written with the row, and not read.
  expect(await statementsOf(() => use('activate', plain, {}, 'serial'))).toEqual(['select', 'insert profile']);
});
