import { EntityManager } from '@mikro-orm/postgresql';
import { createLocalJWKSet, decodeJwt, decodeProtectedHeader, importJWK, jwtVerify } from 'jose';
import { inflateSync } from 'node:zlib';
import type { Answer } from '../support/call.ts';
import { Contract } from '../support/contract.ts';
import { keyParams, type LicenseFixture, openLicenseFixture } from '../support/license-fixture.ts';
import { DEVICE_KEY, deactivationFile } from '../support/offline-files.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import type { SeededLicenseKey } from '../support/seed-license-key.ts';

const POLICY = { leaseSeconds: 3600, graceSeconds: 600, maxOfflineDevices: 2, held: 'until_lease_ends' as HeldRule };
type HeldRule = 'until_lease_ends' | 'until_renewal_is_due' | 'released_at_once';

let fixture: LicenseFixture;
let contract: Contract;
beforeAll(async () => {
  fixture = await openLicenseFixture();
  contract = Contract.of(fixture.api);
});
afterAll(() => fixture.close());

type Order = Parameters<LicenseFixture['key']>[0];

/** A key whose benefit allows offline use. */
async function offlineKey(policy: Partial<typeof POLICY> = {}, order: Order = {}): Promise<SeededLicenseKey> {
  const { api, ours } = fixture;
  const benefit = await seedBenefit(api, ours.organization.id, { offline: { ...POLICY, ...policy } });
  return fixture.key({ benefit_id: benefit.id, limit_activations: 5, ...order });
}

async function lease(key: SeededLicenseKey, body: object = {}, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await fixture.anonymous(
    'POST',
    '/v1/customer-portal/license-keys/lease',
    { ...keyParams(key), ...body },
    headers,
  );
  expect(contract.violations('POST /v1/customer-portal/license-keys/lease', answer)).toEqual([]);
  return answer;
}

const onDevice = (key: SeededLicenseKey, device: string, body: object = {}): Promise<Answer> =>
  lease(key, { label: device, ...body }, { 'license-device': device });

const outcomeOf = ({ status, headers }: Answer): string => `${status} ${headers['license-code'] ?? ''}`.trim();
const sql = <T = unknown>(text: string, ...values: unknown[]): Promise<T[]> =>
  fixture.api.app.get(EntityManager).fork().execute<T[]>(text, values);

const wellKnown = (path: string, organization = fixture.ours.organization.id) =>
  fixture.anonymous('GET', `/.well-known/latchkey/${organization}/${path}`);

async function claimsOf(token: string) {
  const { body } = await wellKnown('jwks.json');
  const { payload } = await jwtVerify(token, createLocalJWKSet(body), {
    algorithms: ['EdDSA'],
    typ: 'latchkey-lease+jwt',
    audience: fixture.ours.organization.id,
  });
  return payload as typeof payload & {
    readonly status: { readonly status_list: { readonly idx: number; readonly uri: string } };
  };
}

/** The status of a lease in its list, after the list was verified. */
async function statusOf(token: string): Promise<number> {
  const { idx, uri } = (await claimsOf(token)).status.status_list;
  const answer = await fixture.anonymous('GET', new URL(uri).pathname);
  expect(contract.violations('GET /.well-known/latchkey/{organization_id}/status-lists/{list}', answer)).toEqual([]);
  expect(answer.headers).toMatchObject({ 'cache-control': 'public, max-age=300', 'content-type': 'application/statuslist+jwt' });
  const set = createLocalJWKSet((await wellKnown('jwks.json')).body);
  const { payload } = await jwtVerify(answer.text, set, { typ: 'statuslist+jwt', subject: uri });
  const { bits, lst } = payload['status_list'] as { bits: number; lst: string };
  const bytes = inflateSync(Buffer.from(lst, 'base64url'));
  return (bytes[Math.floor((idx * bits) / 8)]! >> ((idx * bits) % 8)) & (2 ** bits - 1);
}

test('an activation gets a lease with the documented claims, which the published keys verify', async () => {
  const key = await offlineKey({}, { limit_usage: 10 });
  const activation = await fixture.activation(key);
  const before = Math.floor(Date.now() / 1000);
  const { status, body } = await lease(key, { activation_id: activation, nonce: 'n-1' });
  expect(status).toBe(200);
  const claims = await claimsOf(body.lease);
  const { iat } = claims as { iat: number };
  expect(before <= iat && iat <= Date.now() / 1000).toBe(true);
  expect(claims).toEqual({
    iss: expect.stringMatching(/^http/),
    aud: key.organization_id,
    sub: key.id,
    jti: expect.any(String),
    iat,
    nbf: iat,
    exp: iat + 3600,
    refresh_after: iat + 1800,
    grace_until: iat + 4200,
    nonce: 'n-1',
    device: { activation_id: activation, id: null },
    license: {
      display_key: expect.any(String),
      benefit_id: key.benefit_id,
      customer_id: key.customer_id,
      expires_at: null,
    },
    entitlements: [{ type: 'license_keys', benefit_id: key.benefit_id }],
    limits: { activations: 5, usage: 10, usage_counted: 0, offline_devices: 2 },
    status: {
      status_list: {
        idx: expect.any(Number),
        uri: `${claims.iss}/.well-known/latchkey/${key.organization_id}/status-lists/0`,
      },
    },
  });
  expect(body).toMatchObject({
    expires_at: new Date((iat + 3600) * 1000).toISOString(),
    refresh_after: new Date((iat + 1800) * 1000).toISOString(),
    grace_until: new Date((iat + 4200) * 1000).toISOString(),
    activation: { id: activation, license_key_id: key.id },
  });
  expect(JSON.stringify(claims)).not.toContain(key.key);
});

test('the set of keys is signed by the root key and can be cached', async () => {
  await onDevice(await offlineKey(), 'laptop');
  const answer = await wellKnown('jwks.json');
  expect(contract.violations('GET /.well-known/latchkey/{organization_id}/jwks.json', answer)).toEqual([]);
  expect(answer.headers['cache-control']).toBe('public, max-age=300');
  const { keys, root, signed_keys } = answer.body;
  const { payload } = await jwtVerify(signed_keys, await importJWK(root, 'EdDSA'), {
    typ: 'jwk-set+jwt',
    audience: fixture.ours.organization.id,
  });
  expect(payload['keys']).toEqual(keys);
  expect(keys.map(({ kid }: { kid: string }) => kid)).not.toContain(root.kid);
  const rows = await sql<{ private: Buffer }>('select encrypted_private_key as private from licensing.signing_keys');
  expect(rows.every((row) => !row.private.includes(Buffer.from('302e020100300506032b6570', 'hex')))).toBe(true);
});

test('a device is activated in the same step, and leasing again renews its lease', async () => {
  const key = await offlineKey({ maxOfflineDevices: 1 });
  const first = await onDevice(key, 'laptop', { conditions: { major: 1 } });
  const again = await onDevice(key, 'laptop');
  expect([outcomeOf(first), outcomeOf(again)]).toEqual(['200', '200']);
  expect(again.body.activation).toEqual(first.body.activation);
  const [one, other] = [await claimsOf(first.body.lease), await claimsOf(again.body.lease)];
  expect(other.status).toEqual(one.status);
  expect(other.jti).not.toBe(one.jti);
  expect(one['device']).toEqual({ activation_id: first.body.activation.id, id: 'laptop' });
  const { activations, validations } = await fixture.read(key);
  expect([activations.length, validations]).toEqual([1, 0]);
});

test('no lease outlives its key', async () => {
  const expires_at = new Date(Math.ceil(Date.now() / 1000) * 1000 + 120_000).toISOString();
  const { body } = await onDevice(await offlineKey({}, { expires_at }), 'laptop');
  expect(body).toMatchObject({ expires_at, grace_until: expires_at });
});

test('a refusal says why and changes nothing', async () => {
  const { seller } = fixture;
  const key = await offlineKey({ maxOfflineDevices: 1 }, { limit_activations: 1 });
  const update = (changes: object) => seller('PATCH', `/v1/license-keys/${key.id}`, changes);
  const withConditions = await fixture.activation(key, { conditions: { major: 1 } });
  const refusal = async (attempt: () => Promise<Answer>): Promise<string> => {
    const before = await fixture.snapshot();
    const outcome = outcomeOf(await attempt());
    expect(await fixture.snapshot()).toEqual(before);
    return outcome;
  };
  const unknown = '4d1c1a52-5d0e-4f6b-9a43-1b7f0c2d3e4f';
  expect([
    await refusal(() => onDevice({ ...key, key: 'UNKNOWN' }, 'laptop')),
    await refusal(() => onDevice({ ...key, organization_id: fixture.theirs.organization.id }, 'laptop')),
    await refusal(() => lease(key, { activation_id: unknown })),
    await refusal(() => lease(key, { activation_id: withConditions, conditions: { major: 2 } })),
    await refusal(() => onDevice(key, 'laptop')),
    await refusal(() => lease(key)),
    await refusal(() => lease(key, { label: 'laptop', nonce: 'x'.repeat(129) })),
    await refusal(() => lease(key, { label: 'laptop', nonce: { a: 1 } })),
    await refusal(() => lease(key, { activation_id: 'x'.repeat(100_000) })),
  ]).toEqual([
    '404 NOT_FOUND',
    '404 NOT_FOUND',
    '404 ACTIVATION_NOT_FOUND',
    '404 CONDITIONS_MISMATCH',
    '403 ACTIVATION_LIMIT_REACHED',
    '422',
    '422',
    '422',
    '422',
  ]);
  expect(outcomeOf(await lease(key, { activation_id: withConditions, conditions: { major: 1 } }))).toBe('200');
  await update({ limit_activations: 2 });
  expect(await refusal(() => onDevice(key, 'laptop'))).toBe('403 OFFLINE_LIMIT_REACHED');
  for (const [changes, code] of [
    [{ limit_activations: null }, 'ACTIVATIONS_NOT_SUPPORTED'],
    [{ expires_at: '2020-01-01T00:00:00Z' }, 'EXPIRED'],
    [{ status: 'disabled' }, 'DISABLED'],
    [{ status: 'revoked' }, 'REVOKED'],
  ] as const) {
    await update(changes);
    expect(await refusal(() => lease(key, { activation_id: withConditions, conditions: { major: 1 } }))).toBe(`403 ${code}`);
  }
  const online = await fixture.key({ limit_activations: 1 });
  expect(await refusal(() => onDevice(online, 'laptop'))).toBe('403 OFFLINE_NOT_SUPPORTED');
});

describe('a place that the lease of a removed device holds', () => {
  const remove = (key: SeededLicenseKey, activation_id: string) =>
    fixture.seller('DELETE', `/v1/license-keys/${key.id}/activations/${activation_id}`);
  const endPlace = (key: SeededLicenseKey, activation_id: string, reason = 'Stolen.') =>
    fixture.seller('POST', `/v1/license-keys/${key.id}/held-places/${activation_id}/end`, { reason });
  const placesOf = async (key: SeededLicenseKey) => (await fixture.seller('GET', `/v1/license-keys/${key.id}`)).body.held_places;

  test('is free at once as long as the benefit has moves, and the former lease is invalid', async () => {
    const key = await offlineKey({ maxOfflineDevices: 1, held: 'released_at_once' }, { limit_activations: 1 });
    for (const device of ['one', 'two', 'three', 'four']) {
      const { status, body } = await onDevice(key, device);
      expect([device, status, await placesOf(key)]).toEqual([device, 200, undefined]);
      await remove(key, body.activation.id);
      expect(await statusOf(body.lease)).toBe(1);
    }
    expect(await placesOf(key)).toHaveLength(1);
    expect(outcomeOf(await onDevice(key, 'five'))).toBe('403 OFFLINE_LIMIT_REACHED');
    expect(outcomeOf(await onDevice(key, 'four'))).toBe('200');
  });

  test('is shown, explained, and ended by the seller', async () => {
    const key = await offlineKey({ maxOfflineDevices: 1 }, { limit_activations: 1 });
    const { body } = await onDevice(key, 'laptop');
    const { id } = body.activation;
    expect((await endPlace(key, id)).status).toBe(404);
    await remove(key, id);
    expect(await placesOf(key)).toEqual([
      { activation_id: id, label: 'laptop', deactivated_at: expect.any(String), held_until: body.grace_until },
    ]);
    const explained = await fixture.seller('POST', '/v1/license-keys/explain', { operation: 'activate', id: key.id });
    const check = (explained.body.checks as { name: string; reason: string }[]).find(({ name }) => name === 'slot_free');
    expect(check?.reason).toContain(`until ${body.grace_until}`);
    expect((await endPlace(key, id, '')).status).toBe(422);
    expect((await endPlace(key, id)).status).toBe(204);
    expect((await endPlace(key, id)).status).toBe(409);
    expect(await placesOf(key)).toBeUndefined();
    const timeline = await fixture.seller('GET', `/v1/license-keys/${key.id}/timeline`);
    const told = (timeline.body.items as { type: string }[]).filter(({ type }) => type === 'place_end');
    expect(told).toMatchObject([{ activation: { label: 'laptop', leased_until: body.grace_until, reason: 'Stolen.' } }]);
    expect(outcomeOf(await onDevice(key, 'desktop'))).toBe('200');
  });
});

test('deactivating does not free what a lease holds, until the lease and its grace are over', async () => {
  const key = await offlineKey({ maxOfflineDevices: 1 }, { limit_activations: 1 });
  const { body } = await onDevice(key, 'laptop');
  const deactivate = () =>
    fixture.anonymous('POST', '/v1/customer-portal/license-keys/deactivate', {
      ...keyParams(key),
      activation_id: body.activation.id,
    });
  expect((await deactivate()).status).toBe(204);
  expect(outcomeOf(await deactivate())).toBe('404 ACTIVATION_NOT_FOUND');
  const activate = () =>
    fixture.anonymous('POST', '/v1/customer-portal/license-keys/activate', { ...keyParams(key), label: 'desktop' });
  const refused = await activate();
  expect(outcomeOf(refused)).toBe('403 ACTIVATION_LIMIT_REACHED');
  expect([refused.headers['license-retry-at'], refused.headers['license-manage-url']]).toEqual([body.grace_until, undefined]);
  expect(outcomeOf(await onDevice(key, 'tablet'))).toBe('403 OFFLINE_LIMIT_REACHED');
  expect(await statusOf(body.lease)).toBe(1);

  await sql(`update licensing.leases set expires_at = now() - interval '2s' where license_key_id = ?`, key.id);
  expect(outcomeOf(await activate())).toBe('403 ACTIVATION_LIMIT_REACHED');
  await sql(`update licensing.leases set held_until = now() - interval '1s' where license_key_id = ?`, key.id);
  const desktop = await activate();
  expect(outcomeOf(desktop)).toBe('200');
  expect(outcomeOf(await activate())).toBe('403 ACTIVATION_LIMIT_REACHED');
  expect(outcomeOf(await lease(key, { activation_id: desktop.body.id }))).toBe('200');
  expect(await sql('select activation_count as count from licensing.license_keys where id = ?', key.id)).toEqual([{ count: 1 }]);
});

test('the status list says which leases were revoked or suspended', async () => {
  const { seller } = fixture;
  const key = await offlineKey();
  const other = await offlineKey();
  const [{ body }, { body: unaffected }] = [await onDevice(key, 'laptop'), await onDevice(other, 'laptop')];
  const set = (status: string) => seller('PATCH', `/v1/license-keys/${key.id}`, { status });
  expect(await statusOf(body.lease)).toBe(0);
  for (const [status, listed] of [
    ['disabled', 2],
    ['revoked', 1],
    ['granted', 0],
  ] as const) {
    await set(status);
    expect(await statusOf(body.lease)).toBe(listed);
  }
  expect(await statusOf(unaffected.lease)).toBe(0);
});

test('sets and lists that do not exist are not found, and nonsense is refused', async () => {
  const nobody = '4d1c1a52-5d0e-4f6b-9a43-1b7f0c2d3e4f';
  await onDevice(await offlineKey(), 'laptop');
  expect([
    (await wellKnown('jwks.json', fixture.theirs.organization.id)).status,
    (await wellKnown('jwks.json', nobody)).status,
    (await wellKnown('jwks.json', 'nonsense')).status,
    (await wellKnown('status-lists/1')).status,
    (await wellKnown('status-lists/0', nobody)).status,
    (await wellKnown('status-lists/-1')).status,
    (await wellKnown('status-lists/99999999999')).status,
    (await wellKnown('status-lists/32767')).status,
    (await wellKnown('status-lists/x')).status,
  ]).toEqual([404, 404, 422, 404, 404, 422, 422, 404, 422]);
});

test('a lease that is requested again with the same idempotency key is the same lease', async () => {
  const key = await offlineKey();
  const request = () => lease(key, { label: 'laptop' }, { 'idempotency-key': key.id });
  const [first, again] = [await request(), await request()];
  expect(again.body).toEqual(first.body);
  expect(again.headers['idempotency-replayed']).toBe('true');
  expect((await fixture.read(key)).activations).toHaveLength(1);
});

test('the policy of the benefit is validated, shown, and applies to leases from then on', async () => {
  const { seller } = fixture;
  const create = (offline: unknown) =>
    seller('POST', '/v1/benefits/', { type: 'license_keys', description: 'A key', properties: { offline } });
  const policy = { lease_seconds: 60, grace_seconds: 0, max_offline_devices: 1 };
  const { status, body } = await create(policy);
  expect([status, body.properties.offline]).toEqual([201, policy]);
  for (const wrong of [
    { ...policy, lease_seconds: 59 },
    { ...policy, lease_seconds: 31_622_401 },
    { ...policy, grace_seconds: -1 },
    { ...policy, grace_seconds: 7_776_001 },
    { ...policy, max_offline_devices: 0 },
    { ...policy, max_offline_devices: 1001 },
    { lease_seconds: 60 },
    'yes',
  ]) {
    expect([wrong, (await create(wrong)).status]).toEqual([wrong, 422]);
  }
  const key = await fixture.key({ benefit_id: body.id, limit_activations: 2 });
  expect(outcomeOf(await onDevice(key, 'laptop'))).toBe('200');
  const change = (offline: unknown) =>
    seller('PATCH', `/v1/benefits/${body.id}`, { type: 'license_keys', properties: { offline } });
  expect((await change({ ...policy, max_offline_devices: 2 })).body.properties.offline.max_offline_devices).toBe(2);
  expect(outcomeOf(await onDevice(key, 'desktop'))).toBe('200');
  expect((await change(null)).body.properties).not.toHaveProperty('offline');
  expect(outcomeOf(await onDevice(key, 'laptop'))).toBe('403 OFFLINE_NOT_SUPPORTED');
});

test('the header of a lease names the key and the algorithm', async () => {
  const { body } = await onDevice(await offlineKey(), 'laptop');
  const { keys } = (await wellKnown('jwks.json')).body;
  expect(decodeProtectedHeader(body.lease)).toEqual({ alg: 'EdDSA', kid: keys[0].kid, typ: 'latchkey-lease+jwt' });
  expect(decodeJwt(body.lease).aud).toBe(fixture.ours.organization.id);
});

describe('a deactivation that the device signs', () => {
  const leased = async (key: SeededLicenseKey, device: string, deviceKey = DEVICE_KEY) => {
    const { body } = await lease(key, { label: device }, { 'license-device': device, 'license-device-key': deviceKey });
    return { activation_id: body.activation.id as string, token: body.lease as string };
  };
  const signedBy = (key: SeededLicenseKey, { activation_id, token }: { activation_id: string; token: string }) =>
    deactivationFile({
      organization_id: fixture.ours.organization.id,
      license_key_id: key.id,
      activation_id,
      lease_id: decodeJwt(token).jti!,
    });
  const deactivate = async (key: SeededLicenseKey, activation_id: string, headers: Record<string, string> = {}) => {
    const path = '/v1/customer-portal/license-keys/deactivate';
    const answer = await fixture.anonymous('POST', path, { ...keyParams(key), activation_id }, headers);
    expect(contract.violations(`POST ${path}`, answer)).toEqual([]);
    return outcomeOf(answer);
  };
  const heldPlaces = async ({ id }: SeededLicenseKey): Promise<number> =>
    ((await fixture.seller('GET', `/v1/license-keys/${id}`)).body.held_places ?? []).length;

  test('returns the lease, whose place is free at once and makes no move, as often as it happens', async () => {
    const key = await offlineKey({ moves: { limit: 1, periodDays: 30 }, held: 'released_at_once' } as object, {
      limit_activations: 1,
    });
    for (const device of ['one', 'two', 'three', 'four']) {
      const held = await leased(key, device);
      const signed = { 'license-deactivation': signedBy(key, held) };
      expect(await deactivate(key, held.activation_id, { ...signed, 'license-dry-run': '1' })).toBe('204');
      expect(await deactivate(key, held.activation_id, signed)).toBe('204');
      expect([await statusOf(held.token), await heldPlaces(key)]).toEqual([1, 0]);
      expect(await deactivate(key, held.activation_id, signed)).toBe('404 ACTIVATION_NOT_FOUND');
    }
    const events = (await fixture.eventsOf(key.id)).map(({ name }) => name).slice(-2);
    expect(events).toEqual(['license_key.lease_ended', 'license_key.deactivated']);
  });

  test('is refused if it is not whole, or of another device, key, activation or lease, and changes nothing', async () => {
    const [key, other] = [await offlineKey(), await offlineKey()];
    const [own, foreign] = [await leased(key, 'own', 'x'.repeat(43)), await leased(other, 'own')];
    const mine = await leased(key, 'mine');
    const renewed = await leased(key, 'mine');
    const before = await fixture.snapshot();
    const refused = async (held: { activation_id: string }, signed: string) =>
      deactivate(key, held.activation_id, { 'license-deactivation': signed });
    expect(await refused(mine, 'nonsense')).toBe('400 FILE_MALFORMED');
    expect(await refused(own, signedBy(key, own))).toBe('400 FILE_SIGNATURE_INVALID');
    expect(await refused(mine, signedBy(other, { ...mine, token: mine.token }))).toBe('400 FILE_FOREIGN');
    expect(await refused(mine, signedBy(other, foreign))).toBe('400 FILE_FOREIGN');
    expect(await refused(mine, signedBy(key, own))).toBe('400 FILE_FOREIGN');
    expect(await refused(mine, signedBy(key, mine))).toBe('403 LEASE_RENEWED');
    expect(await fixture.snapshot()).toEqual(before);
    expect(await refused(renewed, signedBy(key, renewed))).toBe('204');
    expect(await deactivate(key, own.activation_id)).toBe('204');
    expect(await heldPlaces(key)).toBe(1);
  });

  test('of a device without a lease that can be used deactivates it', async () => {
    const key = await offlineKey();
    const activation_id = await fixture.activation(key);
    const held = await leased(key, 'leased');
    expect(await deactivate(key, activation_id, { 'license-deactivation': signedBy(key, { ...held, activation_id }) })).toBe(
      '204',
    );
  });
});
