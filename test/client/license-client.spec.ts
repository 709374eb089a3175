import { EntityManager } from '@mikro-orm/postgresql';
import { Config } from '#platform/config';
import { type ClientOptions, LicenseClient, MemoryStorage, type Storage } from '../../packages/client/src/index.ts';
import { eventually } from '../support/eventually.ts';
import { type LicenseFixture, openLicenseFixture } from '../support/license-fixture.ts';
import { openSession } from '../support/portal.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import type { SeededLicenseKey } from '../support/seed-license-key.ts';

const POLICY = { leaseSeconds: 24 * 3600, graceSeconds: 3600, maxOfflineDevices: 1 };
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let fixture: LicenseFixture;
let url: string;
let rootKey: string;
beforeAll(async () => {
  fixture = await openLicenseFixture();
  await fixture.api.app.listen(0, '127.0.0.1');
  url = await fixture.api.app.getUrl();
  const body = { ...presented(await offlineKey()), label: 'first' };
  await fixture.anonymous('POST', '/v1/customer-portal/license-keys/lease', body);
  const keys = await fixture.anonymous('GET', `/.well-known/latchkey/${fixture.ours.organization.id}/jwks.json`);
  rootKey = keys.body.root.x;
});
afterAll(() => fixture.close());

const presented = ({ key, organization_id }: SeededLicenseKey) => ({ key, organization_id });

async function offlineKey(order: object = {}): Promise<SeededLicenseKey> {
  const benefit = await seedBenefit(fixture.api, fixture.ours.organization.id, { offline: POLICY });
  return fixture.key({ benefit_id: benefit.id, limit_activations: 1, ...order });
}

type Change = (response: Response, request: { readonly url: string; readonly init: RequestInit }) => Response | Promise<Response>;

/** An application on a machine whose network and clock the test controls. */
function application(options: Partial<ClientOptions> = {}) {
  const machine = {
    isOnline: true,
    clockMs: 0,
    change: undefined as Change | undefined,
    requests: [] as string[],
    storage: (options.storage ?? new MemoryStorage()) as Storage,
  };
  const open = (): LicenseClient =>
    new LicenseClient({
      url,
      issuer: fixture.api.app.get(Config).baseUrl,
      organizationId: fixture.ours.organization.id,
      rootKey,
      storage: machine.storage,
      now: () => Date.now() + machine.clockMs,
      sleep: async () => {},
      fetch: async (input, init) => {
        if (!machine.isOnline) throw new TypeError('fetch failed');
        machine.requests.push(String(input));
        const response = await fetch(input, init);
        return machine.change ? machine.change(response, { url: String(input), init: init! }) : response;
      },
      ...options,
    });
  return { machine, open, client: open() };
}

/** The same response with another body or other headers. */
async function changed(
  response: Response,
  { body, headers }: { readonly body?: (text: string) => string; readonly headers?: Record<string, string | null> },
): Promise<Response> {
  const text = await response.text();
  const all = new Headers(response.headers);
  for (const [name, value] of Object.entries(headers ?? {})) {
    if (value === null) all.delete(name);
    else all.set(name, value);
  }
  return new Response(body ? body(text) : text, { status: response.status, headers: all });
}

async function leased(order: object = {}) {
  const key = await offlineKey(order);
  const app = application();
  expect(await app.client.activate(key.key, { label: 'laptop' })).toMatchObject({ outcome: 'ok' });
  expect(await app.client.lease()).toMatchObject({ outcome: 'ok', license: { usable: true, state: 'valid' } });
  return { key, ...app };
}

const setStatus = (key: SeededLicenseKey, status: string) => fixture.seller('PATCH', `/v1/license-keys/${key.id}`, { status });

test('an application that describes its device is recognized by its components, and learns when the next swap is possible', async () => {
  const policy = { devices: { match: 'all', swaps: { limit: 0, every: 'month' } } } as const;
  const activations = { limit: 1, enableCustomerAdmin: false };
  const benefit = await seedBenefit(fixture.api, fixture.ours.organization.id, { activations, offline: POLICY, policy });
  const key = await fixture.key({ benefit_id: benefit.id });
  const on = (serial: string, storage?: Storage) =>
    application({
      ...(storage ? { storage } : {}),
      device: () => ({ components: { serial }, platform: 'test' }),
      application: { version: '2.0', releasedAt: new Date(0) },
    });
  const activate = ({ client }: ReturnType<typeof on>) => client.activate(key.key, { label: 'laptop' });
  const first = on('one');
  await activate(first);
  await first.client.deactivate();
  expect(await activate(on('two'))).toMatchObject({
    outcome: 'refused',
    code: 'DEVICE_SWAP_LIMIT_REACHED',
    retryAt: expect.any(Date),
  });
  await activate(on('one'));
  const reinstalled = on('one');
  expect(await activate(reinstalled)).toMatchObject({ outcome: 'ok' });
  expect(await reinstalled.client.lease()).toMatchObject({ outcome: 'ok', license: { usable: true } });
  const copied = on('two', reinstalled.machine.storage);
  expect(await copied.client.validate()).toMatchObject({ outcome: 'refused', code: 'DEVICE_MISMATCH' });
  expect(await reinstalled.client.validate()).toMatchObject({ outcome: 'ok' });
  expect((await fixture.read(key)).activations).toMatchObject([
    { device: { platform: 'test', application_version: '2.0' }, installations: [{ label: 'laptop' }, { label: 'laptop' }] },
  ]);
});

const MACHINE = { components: { hostname: 'surface', machine_id: 'abc', mac: '00:00:5e:00:53:01' }, platform: 'test' };

test.each<[string, object, Partial<ClientOptions>[]]>([
  ['recognized accounts', { devices: { match: 'all' } }, [{ device: MACHINE }, { device: MACHINE }]],
  ['accounts without a rule', {}, [{ device: MACHINE }, { device: MACHINE }]],
  ['three programs with an ID of the machine', {}, [{ deviceId: 'pc' }, { deviceId: 'pc' }, { deviceId: 'pc' }]],
  [
    'two systems',
    { devices: { match: { atLeast: 2 } } },
    ['linux', 'windows'].map((machine_id) => ({
      device: { components: { machine_id, board_serial: 'b', mac: '00:00:5e:00:53:01' } },
    })),
  ],
])('%s of one machine take one place, keep their leases, and end alone', async (_what, policy, options) => {
  const activations = { limit: 1, enableCustomerAdmin: false };
  const benefit = await seedBenefit(fixture.api, fixture.ours.organization.id, { activations, offline: POLICY, policy });
  const key = await fixture.key({ benefit_id: benefit.id });
  const [first, ...others] = options.map((each) => application(each).client) as [LicenseClient, ...LicenseClient[]];
  for (const client of [first, ...others]) {
    expect(await client.activate(key.key, { label: 'laptop' })).toMatchObject({ outcome: 'ok' });
    expect(await client.lease()).toMatchObject({ outcome: 'ok', license: { usable: true } });
  }
  for (const client of [first, ...others]) {
    expect(await client.lease()).toMatchObject({ outcome: 'ok', license: { usable: true } });
    expect(await client.validate()).toMatchObject({ outcome: 'ok' });
  }
  const [device, ...none] = (await fixture.read(key)).activations;
  expect([device!['installations'], none]).toMatchObject([options.map(() => ({ label: 'laptop' })), []]);
  for (const client of others) expect(await client.deactivate()).toMatchObject({ outcome: 'ok' });
  expect(await first.lease()).toMatchObject({ outcome: 'ok', license: { usable: true } });
  expect(await first.checkStatus()).toMatchObject({ outcome: 'ok', status: 'valid' });
  expect(await first.deactivate()).toMatchObject({ outcome: 'ok' });
  expect((await fixture.read(key)).activations).toEqual([]);
});

test('virtual machines, which may be copies, have an ID of each storage, and so have machines of which little is known', async () => {
  const idOf = (device: ClientOptions['device']) => application({ device: device! }).client.deviceId();
  const virtual = { ...MACHINE, virtual: true };
  const little = { components: { machine_id: 'abc', hostname: 'surface' } };
  for (const device of [virtual, little]) expect(await idOf(device)).not.toBe(await idOf(device));
  expect(await idOf(MACHINE)).toBe(await idOf({ ...MACHINE, components: { ...MACHINE.components, hostname: 'renamed' } }));
  const { machine, client } = application();
  const known = await client.deviceId();
  expect(await application({ device: MACHINE, storage: machine.storage }).client.deviceId()).toBe(known);
});

test('an activated application works without a network until its grace is over, also after a restart', async () => {
  const { machine, open } = await leased();
  machine.isOnline = false;
  const client = open();
  expect(await client.check()).toMatchObject({ usable: true, state: 'valid', refreshDue: false });
  expect(await client.validate()).toMatchObject({ outcome: 'unavailable', reason: 'network' });
  machine.clockMs = 13 * HOUR_MS;
  expect(await client.check()).toMatchObject({ usable: true, state: 'valid', refreshDue: true });
  machine.clockMs = DAY_MS + HOUR_MS / 2;
  expect(await client.check()).toMatchObject({ usable: true, state: 'grace' });
  machine.clockMs = DAY_MS + 2 * HOUR_MS;
  expect(await client.check()).toEqual({ usable: false, reason: 'expired' });
  machine.clockMs = HOUR_MS;
  expect(await open().check()).toEqual({ usable: false, reason: 'clock_set_back' });
});

test('a clock that is set back is told without a network, and an answer of the service corrects it', async () => {
  const { machine, client, open } = await leased();
  machine.clockMs = -DAY_MS;
  expect([await client.check(), await open().check()]).toEqual([
    expect.objectContaining({ usable: true }),
    { usable: false, reason: 'clock_set_back' },
  ]);
  machine.clockMs = 2 * DAY_MS;
  expect(await client.check()).toEqual({ usable: false, reason: 'expired' });
  machine.clockMs = 0;
  expect(await open().check()).toEqual({ usable: false, reason: 'clock_set_back' });
  expect(await client.validate()).toMatchObject({ outcome: 'ok' });
  expect(await client.check()).toMatchObject({ usable: true });

  const behind = application();
  behind.machine.clockMs = -DAY_MS;
  await behind.client.activate((await offlineKey()).key, { label: 'laptop' });
  expect(await behind.client.lease()).toMatchObject({ outcome: 'ok', license: { usable: true, state: 'valid' } });
});

test('learns of a revocation by the status list, stays refused without a network, and works when the key is granted again', async () => {
  const { key, machine, client, open } = await leased();
  await setStatus(key, 'revoked');
  await eventually(async () => (await client.refresh()).license.usable === false);
  expect(machine.requests.at(-1)).toContain('/status-lists/');
  machine.isOnline = false;
  expect(await open().check()).toEqual({ usable: false, reason: 'revoked' });
  expect((await client.refresh()).status).toMatchObject({ outcome: 'unavailable' });

  machine.isOnline = true;
  expect(await client.validate()).toMatchObject({ outcome: 'refused', code: 'REVOKED', status: 404 });
  expect(await client.lease()).toMatchObject({ outcome: 'refused', code: 'REVOKED', status: 403 });
  await setStatus(key, 'disabled');
  await eventually(async () => {
    const { license } = await client.refresh();
    return !license.usable && license.reason === 'suspended';
  });
  await setStatus(key, 'granted');
  await eventually(async () => (await client.refresh()).license.usable);
});

test('an unsigned refusal ends no valid lease', async () => {
  const { machine, client } = await leased();
  machine.clockMs = 13 * HOUR_MS;
  machine.change = (response, request) =>
    request.url.endsWith('/lease')
      ? new Response('{"error": "NotPermitted", "detail": "No"}', { status: 403, headers: { 'license-code': 'REVOKED' } })
      : response;
  const { license, renewal } = await client.refresh();
  expect(renewal).toMatchObject({ outcome: 'refused', code: 'REVOKED' });
  expect(license).toMatchObject({ usable: true, refreshDue: true });
});

test('refreshes in the background and renews the lease when that is due', async () => {
  const { machine, client } = await leased();
  const before = await client.check();
  machine.clockMs = 13 * HOUR_MS;
  const refreshed = await new Promise<Awaited<ReturnType<LicenseClient['refresh']>>>((done) => {
    const background = client.keepFresh({ onRefresh: (result) => (background.stop(), done(result)) });
  });
  expect(refreshed.renewal).toMatchObject({ outcome: 'ok' });
  machine.clockMs = 0;
  await client.validate();
  const after = await client.check();
  if (!before.usable || !after.usable) throw new Error('Not usable.');
  expect(after.lease.id).not.toBe(before.lease.id);
});

test('a proxy cannot say yes, nor repeat, change or redirect an answer', async () => {
  const { key, machine, client } = await leased();
  const other = await leased();
  let recorded: Response | undefined;
  const outcomeWith = async (change: Change): Promise<unknown> => {
    machine.change = (response, request) => (request.url.includes('/v1/') ? change(response, request) : response);
    const result = await client.validate();
    machine.change = undefined;
    return 'fault' in result ? result.fault : result.outcome;
  };
  expect(
    await outcomeWith((response) => {
      recorded = response.clone();
      return response;
    }),
  ).toBe('ok');
  const ok = { id: key.id, status: 'granted' };
  expect([
    await outcomeWith(() => Response.json(ok)),
    await outcomeWith(() => recorded!),
    await outcomeWith((response) => changed(response, { body: (text) => text.replace('"usage":0', '"usage":1') })),
    await outcomeWith((response) => changed(response, { headers: { signature: null } })),
    await outcomeWith((response) => changed(response, { headers: { signature: `latchkey=:${'A'.repeat(86)}==:` } })),
    await outcomeWith(async (response) => {
      const input = response.headers.get('signature-input')!;
      return changed(response, { headers: { 'signature-input': input.replace('"ed25519"', '"hmac-sha256"') } });
    }),
    await outcomeWith(async (response) => {
      const input = response.headers.get('signature-input')!;
      return changed(response, { headers: { 'signature-input': input.replace(/keyid="[^"]*"/, 'keyid="x"') } });
    }),
    await outcomeWith((_response, { url: to, init }) =>
      fetch(to, {
        ...init,
        body: String(init.body)
          .replace(key.key, other.key.key)
          .replace(/"activation_id":"[^"]*",/, ''),
      }),
    ),
    await outcomeWith(() => new Response('<h1>Welcome to our hotel</h1>', { status: 200 })),
    await outcomeWith(() => new Response('<h1>Please sign in</h1>', { status: 403 })),
  ]).toEqual([
    'not_signed',
    'wrong_nonce',
    'bad_signature',
    'not_signed',
    'bad_signature',
    'not_signed',
    'unknown_key',
    'wrong_request',
    'not_signed',
    'unavailable',
  ]);
});

test('a proxy that adds an idempotency key gets no earlier answer signed again', async () => {
  const { key, machine, client } = await leased();
  machine.change = (response, { url: to, init }) => {
    const headers = { ...(init.headers as Record<string, string>), 'idempotency-key': 'constant' };
    return to.includes('/v1/') ? fetch(to, { ...init, headers }) : response;
  };
  expect(await client.validate()).toMatchObject({ outcome: 'ok' });
  await setStatus(key, 'revoked');
  expect(await client.validate()).toMatchObject({ outcome: 'refused', code: 'INVALID_REQUEST' });
  machine.change = undefined;
  expect(await client.validate()).toMatchObject({ outcome: 'refused', status: 404 });
});

test('a set of keys or a status list of somebody else proves nothing', async () => {
  const stranger = application({ rootKey: rootKey.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')) });
  const key = await offlineKey();
  expect(await stranger.client.activate(key.key, { label: 'laptop' })).toEqual({ outcome: 'untrusted', fault: 'bad_signature' });
  expect(await stranger.client.lease()).toEqual({ outcome: 'not_activated' });

  const { machine, client } = await leased();
  let old: string;
  machine.change = async (response, request) => {
    if (request.url.includes('/status-lists/')) old ??= await response.clone().text();
    return response;
  };
  await client.refresh();
  machine.change = (response, request) =>
    request.url.includes('/status-lists/') ? new Response(old.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))) : response;
  expect((await client.refresh()).status).toEqual({ outcome: 'untrusted', fault: 'bad_signature' });
  expect(await client.check()).toMatchObject({ usable: true });
});

test('what is stored is verified again: a changed, foreign or older lease is refused', async () => {
  const { machine, open, client } = await leased();
  const other = await leased();
  const stored = JSON.parse((await machine.storage.read('lease'))!) as { lease: string };
  const stateWith = async (change: object): Promise<unknown> => {
    await machine.storage.write('lease', JSON.stringify({ ...stored, ...change }));
    const state = await open().check();
    return state.usable ? 'usable' : state.reason;
  };
  const foreign = JSON.parse((await other.machine.storage.read('lease'))!) as { lease: string };
  const [header, payload, signature] = stored.lease.split('.') as [string, string, string];
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  const longer = Buffer.from(JSON.stringify({ ...claims, exp: 9_999_999_999 })).toString('base64url');
  expect([
    await stateWith({}),
    await stateWith({ lease: `${header}.${longer}.${signature}` }),
    await stateWith({ lease: foreign.lease }),
    await stateWith({ lease: 'x'.repeat(20_000) }),
    await stateWith({ signedKeys: stored.lease }),
    await stateWith({ lease: null }),
  ]).toEqual(['usable', 'bad_signature', 'wrong_license_key', 'too_long', 'wrong_type', 'no_lease']);
  await machine.storage.write('lease', JSON.stringify(stored));

  const before = await client.check();
  machine.change = async (response, request) =>
    request.url.endsWith('/lease')
      ? changed(response, { body: (text) => JSON.stringify({ ...(JSON.parse(text) as object), lease: stored.lease }) })
      : response;
  expect(await client.lease()).toEqual({ outcome: 'untrusted', fault: 'bad_signature' });
  expect(await client.check()).toEqual(before);
});

test('reserves usage once, however often the request is repeated, and commits or releases it', async () => {
  const key = await offlineKey({ limit_usage: 10 });
  const { machine, client: license } = application();
  expect(await license.reservations.reserve(1)).toEqual({ outcome: 'not_activated' });
  await license.activate(key.key, { label: 'CI' });
  let lost = 1;
  machine.change = async (response) => {
    if (lost-- > 0) throw new TypeError('The connection was closed.');
    return response;
  };
  const reserved = await license.reservations.reserve(6, { ttlSeconds: 60 });
  expect(reserved).toMatchObject({ outcome: 'ok', expiresAt: expect.any(Date), usage: 0, limitUsage: 10, reservedUnits: 6 });
  expect(await license.reservations.reserve(5)).toMatchObject({ outcome: 'refused', code: 'USAGE_LIMIT_EXCEEDED' });
  const { id } = reserved as { id: string };
  const committed = { outcome: 'ok', usage: 4, limitUsage: 10, reservedUnits: 0 };
  expect(await license.reservations.commit(id, { units: 4 })).toEqual(committed);
  expect(await license.reservations.release(id)).toMatchObject({ outcome: 'refused', code: 'RESERVATION_NOT_FOUND' });
  const { id: another } = (await license.reservations.reserve(6)) as { id: string };
  expect(await license.reservations.release(another)).toEqual({ outcome: 'ok' });
});

test('refusals are results, and requests are repeated without counting twice', async () => {
  const { machine, client } = application();
  expect(await client.validate()).toEqual({ outcome: 'not_activated' });
  expect(await client.lease()).toEqual({ outcome: 'not_activated' });
  expect(await client.activate('UNKNOWN', { label: 'laptop' })).toMatchObject({ outcome: 'refused', code: 'NOT_FOUND' });
  expect(await client.activate('UNKNOWN', { label: '' })).toMatchObject({ outcome: 'refused' });

  const key = await fixture.key({ limit_activations: 1, limit_usage: 3 });
  const conditions = { major: 1 };
  expect(await client.activate(key.key, { label: 'laptop', conditions })).toMatchObject({ outcome: 'ok' });
  expect(await client.activate(key.key, { label: 'laptop', conditions })).toMatchObject({ outcome: 'ok' });
  expect(await application().client.activate(key.key, { label: 'desktop' })).toMatchObject({
    outcome: 'refused',
    code: 'ACTIVATION_LIMIT_REACHED',
  });
  expect(await client.lease()).toMatchObject({ outcome: 'refused', code: 'OFFLINE_NOT_SUPPORTED' });

  let lost = 1;
  machine.change = async (response) => {
    if (lost-- > 0) throw new TypeError('The connection was closed.');
    return response;
  };
  expect(await client.validate({ incrementUsage: 2 })).toMatchObject({ outcome: 'ok', licenseKey: { usage: 2, validations: 1 } });
  machine.change = undefined;
  expect(await client.validate({ incrementUsage: 2 })).toMatchObject({ outcome: 'refused', code: 'USAGE_LIMIT_EXCEEDED' });

  expect(await client.deactivate()).toEqual({ outcome: 'ok' });
  expect(await client.validate()).toEqual({ outcome: 'not_activated' });
});

describe('activation by file', () => {
  const path = (key: SeededLicenseKey, verb: string, base = '/v1/license-keys') => `${base}/${key.id}/offline-${verb}`;
  const PORTAL = '/v1/customer-portal/license-keys';
  const activateBy = (key: SeededLicenseKey, request: string) => fixture.seller('POST', path(key, 'activation'), { request });
  const codeOf = ({ status, headers }: { status: number; headers: object }): string =>
    `${status} ${(headers as Record<string, string>)['license-code'] ?? ''}`.trim();
  const sql = (text: string, ...values: unknown[]) =>
    fixture.api.app.get(EntityManager).fork().execute<{ readonly taken: number }[]>(text, values);
  const takenSlots = async (key: SeededLicenseKey): Promise<unknown> =>
    (await sql('select activation_count as taken from licensing.license_keys where id = ?', key.id))[0]!.taken;

  test('a machine that never had a network is activated, returns its license, and another takes its place', async () => {
    const key = await offlineKey();
    const portal = await openSession(fixture.api, fixture.ours, fixture.customer.id);
    const [first, second] = [application(), application()];
    first.machine.isOnline = false;
    const request = await first.client.offline.request({ label: 'Laboratory', platform: 'linux', appVersion: '2.1' });
    const answer = await portal.call('POST', path(key, 'activation', PORTAL), { request });
    expect(answer.status).toBe(200);
    expect(answer.body.activation).toMatchObject({ label: 'Laboratory', meta: { platform: 'linux', app_version: '2.1' } });
    expect(await first.client.offline.importLease(answer.text)).toMatchObject({ outcome: 'ok', license: { usable: true } });
    expect(await first.client.offline.importLease(answer.text)).toMatchObject({ outcome: 'ok' });
    expect(await first.open().check()).toMatchObject({ usable: true, state: 'valid' });
    expect(first.machine.requests).toEqual([]);

    const other = await second.client.offline.request({ label: 'Workshop' });
    expect(codeOf(await activateBy(key, other))).toBe('403 OFFLINE_LIMIT_REACHED');
    const deactivated = await first.client.offline.deactivate();
    if (deactivated.outcome !== 'ok') throw new Error(deactivated.outcome);
    expect(await first.open().check()).toEqual({ usable: false, reason: 'no_lease' });
    expect(await first.client.offline.lastDeactivation()).toBe(deactivated.file);
    expect(await first.client.offline.importLease(answer.text)).toEqual({ outcome: 'untrusted', fault: 'replayed' });

    const deactivate = (content: string) => portal.call('POST', path(key, 'deactivation', PORTAL), { deactivation: content });
    expect(await takenSlots(key)).toBe(1);
    expect(codeOf(await deactivate(deactivated.file))).toBe('204');
    expect(codeOf(await deactivate(deactivated.file))).toBe('403 LEASE_OVER');
    expect(await takenSlots(key)).toBe(0);
    const next = await activateBy(key, other);
    expect(next.status).toBe(200);
    expect(await second.client.offline.importLease(next.text)).toMatchObject({ outcome: 'ok', license: { usable: true } });
    expect(await takenSlots(key)).toBe(1);
    expect(codeOf(await deactivate(deactivated.file))).toBe('403 LEASE_OVER');
  });

  test('a returned lease frees the slot that it held after a deactivation online, and is listed as revoked', async () => {
    const offline = { ...POLICY, held: 'until_lease_ends' } as const;
    const benefit = await seedBenefit(fixture.api, fixture.ours.organization.id, { offline });
    const key = await fixture.key({ benefit_id: benefit.id, limit_activations: 1 });
    const { client } = application();
    const { text, body } = await activateBy(key, await client.offline.request({ label: 'laptop' }));
    await client.offline.importLease(text);
    await fixture.seller('POST', '/v1/license-keys/deactivate', { ...presented(key), activation_id: body.activation.id });
    const activate = async (): Promise<string> =>
      codeOf(await activateBy(key, await application().client.offline.request({ label: 'desktop' })));
    expect(await activate()).toBe('403 OFFLINE_LIMIT_REACHED');
    const { file } = (await client.offline.deactivate()) as { readonly file: string };
    expect(codeOf(await fixture.seller('POST', path(key, 'deactivation'), { deactivation: file }))).toBe('204');
    expect(await activate()).toBe('200');
    expect(await takenSlots(key)).toBe(1);
    const list = await fixture.anonymous('GET', `/.well-known/latchkey/${key.organization_id}/status-lists/0`);
    expect(list.status).toBe(200);
  });

  test('hostile files are refused and change nothing', async () => {
    const [key, others] = [await offlineKey(), await offlineKey()];
    const [app, stranger] = [application(), application()];
    const request = await app.client.offline.request({ label: 'laptop' });
    const { text } = await activateBy(key, request);
    await app.client.offline.importLease(text);
    const renewed = await activateBy(key, await app.client.offline.request({ label: 'laptop' }));
    const outdated = (await app.open().offline.deactivate()) as { readonly file: string };
    const before = await fixture.snapshot();
    const [header, payload, signature] = request.split('.') as [string, string, string];
    const deactivate = (which: SeededLicenseKey, deactivation: string) =>
      fixture.seller('POST', path(which, 'deactivation'), { deactivation });
    expect([
      codeOf(await activateBy(key, 'x'.repeat(8193))),
      codeOf(await activateBy(key, '')),
      codeOf(await activateBy(key, 'nonsense')),
      codeOf(await activateBy(key, outdated.file)),
      codeOf(await activateBy(key, `${header}.${payload.replace(/^.../, 'eyI')}.${signature}`)),
      codeOf(await activateBy(key, `${header}.${payload}.${'A'.repeat(86)}`)),
      codeOf(await fixture.seller('POST', path({ ...key, id: fixture.ours.organization.id }, 'activation'), { request })),
      codeOf(await deactivate(key, request)),
      codeOf(await deactivate(others, outdated.file)),
      codeOf(await deactivate(key, outdated.file)),
      codeOf(
        await deactivate(
          key,
          outdated.file.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A')),
        ),
      ),
    ]).toEqual([
      '422',
      '422',
      '400 FILE_MALFORMED',
      '400 FILE_MALFORMED',
      '400 FILE_MALFORMED',
      '400 FILE_SIGNATURE_INVALID',
      '404 NOT_FOUND',
      '400 FILE_MALFORMED',
      '400 FILE_FOREIGN',
      '403 LEASE_RENEWED',
      '400 FILE_SIGNATURE_INVALID',
    ]);
    const foreign = application({ organizationId: fixture.theirs.organization.id });
    expect(codeOf(await activateBy(key, await foreign.client.offline.request({ label: 'laptop' })))).toBe('400 FILE_FOREIGN');
    expect(await fixture.snapshot()).toEqual(before);

    await stranger.client.offline.request({ label: 'laptop' });
    const file = JSON.parse(renewed.text) as object;
    const faultOf = async (content: string) => (await stranger.client.offline.importLease(content)) as { readonly fault: string };
    expect([
      (await faultOf(renewed.text)).fault,
      (await faultOf(JSON.stringify({ ...file, version: 2 }))).fault,
      (await faultOf(JSON.stringify({ ...file, lease: undefined }))).fault,
      (await faultOf('x'.repeat(70_000))).fault,
      (await faultOf('[]')).fault,
    ]).toEqual(['wrong_device', 'wrong_type', 'malformed', 'too_long', 'wrong_type']);
  });
});

test('what the customer needs to know is told with the validation, and believed only if it is signed', async () => {
  const benefit = await seedBenefit(fixture.api, fixture.ours.organization.id, {});
  const key = await fixture.key({ benefit_id: benefit.id, limit_activations: 2 });
  const { client, machine } = application();
  await client.activate(key.key, { label: 'laptop' });
  await fixture.activation(key, { label: 'desktop' });
  expect(await client.validate()).toMatchObject({ outcome: 'ok', standing: {} });
  await fixture.seller('PATCH', `/v1/license-keys/${key.id}`, { limit_activations: 1 });
  expect(await client.validate()).toMatchObject({ standing: { overLimit: { limit: 1, used: 2 } } });
  machine.change = (response) => changed(response, { headers: { 'license-standing': 'good' } });
  expect(await client.validate()).toEqual({ outcome: 'untrusted', fault: 'bad_signature' });
  machine.change = (response) => changed(response, { headers: { 'license-standing': null } });
  expect(await client.validate()).toEqual({ outcome: 'untrusted', fault: 'bad_signature' });
});
