import { randomUUID } from 'node:crypto';
import { type LicenseFixture, NOT_FOUND, openLicenseFixture, keyParams, TIME } from '../support/license-fixture.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import type { SeededLicenseKey } from '../support/seed-license-key.ts';
import { outcomeOfRequest } from '../support/license-key-outcome.ts';
import { wrongParameter } from '../support/wrong-parameters.ts';

let fixture: LicenseFixture;
let keyId: string;
beforeAll(async () => {
  fixture = await openLicenseFixture();
  keyId = (await fixture.key({ limit_activations: 1 })).id;
});
afterAll(() => fixture.close());

/** A key with this many activations; ids oldest first, then by id. */
async function activatedKey(times: number): Promise<{ key: SeededLicenseKey; activations: string[] }> {
  const key = await fixture.key({ limit_activations: times + 1 });
  const created: { id: string; created_at: string }[] = [];
  for (let n = 0; n < times; n++) {
    const input = { ...keyParams(key), label: `device ${n}`, meta: { n } };
    created.push((await fixture.seller('POST', '/v1/license-keys/activate', input)).body);
  }
  created.sort((a, b) => (a.created_at + a.id < b.created_at + b.id ? -1 : 1));
  return { key, activations: created.map(({ id }) => id) };
}

describe('GET /v1/license-keys/{id}', () => {
  const get = (id: string, query = '') => fixture.seller('GET', `/v1/license-keys/${id}${query}`);
  const shown = async (id: string, query: string): Promise<string[]> =>
    (await get(id, query)).body.activations.map((each: { id: string }) => each.id);

  test('returns the key as issued, without activations', async () => {
    const issued = await fixture.key({ limit_activations: 1, limit_usage: 2, expires_at: '2020-01-01T00:00:00Z' });
    for (const id of [issued.id, issued.id.toUpperCase(), `${issued.id}/`]) {
      const { status, body } = await get(id);
      expect([status, body]).toEqual([200, { ...issued, activations: [] }]);
    }
  });

  test('returns its live activations, oldest first', async () => {
    const { key, activations } = await activatedKey(12);
    const [gone] = activations.splice(5, 1);
    await fixture.seller('POST', '/v1/license-keys/deactivate', { ...keyParams(key), activation_id: gone });
    const { body } = await get(key.id);
    expect(body.activations.map(({ id }: { id: string }) => id)).toEqual(activations);
    expect(body.activations[0]).toEqual({
      id: activations[0],
      license_key_id: key.id,
      label: expect.stringMatching(/^device/),
      meta: { n: expect.any(Number) },
      created_at: expect.stringMatching(TIME),
      modified_at: null,
    });
  });

  test('returns a page of its activations if requested', async () => {
    const { key, activations } = await activatedKey(7);
    expect(await shown(key.id, '')).toEqual(activations);
    expect(await shown(key.id, '?activations_limit=3')).toEqual(activations.slice(0, 3));
    expect(await shown(key.id, '?activations_limit=3&activations_page=3')).toEqual(activations.slice(6));
    expect(await shown(key.id, '?activations_limit=1000')).toEqual(activations);
    expect(await shown(key.id, '?activations_page=1')).toEqual(activations);
    for (const beyond of ['2', '1000000000000']) expect(await shown(key.id, `?activations_page=${beyond}`)).toEqual([]);
  });

  test.each(['revoked', 'disabled'])('returns a key that is %s', async (status) => {
    const key = await fixture.key();
    await fixture.seller('PATCH', `/v1/license-keys/${key.id}`, { status });
    expect((await get(key.id)).body).toMatchObject({ id: key.id, status });
  });

  test('returns a key of a deleted customer, with that customer', async () => {
    const customer = await seedCustomer(fixture.api, fixture.ours.organization.id);
    const key = await fixture.key({ customer_id: customer.id });
    await fixture.seller('DELETE', `/v1/customers/${customer.id}`);
    const { status, body } = await get(key.id);
    expect([status, body.customer]).toEqual([
      200,
      expect.objectContaining({ id: customer.id, deleted_at: expect.stringMatching(TIME), external_id: customer.external_id }),
    ]);
  });

  test('returns a key of a deleted benefit', async () => {
    const { body: benefit } = await fixture.seller('POST', '/v1/benefits/', {
      type: 'license_keys',
      description: 'Gone',
      properties: {},
    });
    const key = await fixture.key({ benefit_id: benefit.id });
    await fixture.seller('DELETE', `/v1/benefits/${benefit.id}`);
    expect((await get(key.id)).body).toEqual({ ...key, activations: [] });
  });
});

describe('GET /v1/license-keys/{id}/activations/{activation_id}', () => {
  const get = (key: { id: string }, id: string) => fixture.seller('GET', `/v1/license-keys/${key.id}/activations/${id}`);

  test('returns the activation with its key', async () => {
    const { key, activations } = await activatedKey(2);
    const { activations: all, ...license_key } = await fixture.read(key);
    for (const [index, id] of activations.entries()) {
      const { status, body } = await get(key, id);
      expect([status, body]).toEqual([200, { ...all[index], license_key }]);
    }
    await fixture.seller('PATCH', `/v1/license-keys/${key.id}`, { status: 'revoked' });
    expect((await get(key, activations[0]!)).body.license_key.status).toBe('revoked');
  });

  test('404 for an activation that is unknown, deactivated or of another key', async () => {
    const [{ key, activations }, other] = [await activatedKey(1), await activatedKey(1)];
    await fixture.seller('POST', '/v1/license-keys/deactivate', { ...keyParams(key), activation_id: activations[0] });
    for (const id of [randomUUID(), activations[0]!, other.activations[0]!]) {
      const { status, body } = await get(key, id);
      expect({ status, body }).toMatchObject({ status: 404, body: NOT_FOUND });
    }
  });
});

const INVALID_IDS = [
  ['nonsense', 'uuid_parsing'],
  ['%00', 'uuid_parsing'],
  ['x'.repeat(2000), 'uuid_parsing'],
  ['6f1c1a52-5d0e-1f6b-9a43-1b7f0c2d3e4f', 'uuid_version'],
  ['00000000-0000-0000-0000-000000000000', 'uuid_version'],
] as const;

describe('GET /v1/license-keys/ with invalid parameters', () => {
  test.each([
    ...['organization_id', 'benefit_id'].flatMap((field) => [
      [`${field}=nonsense`, [field, 0], 'uuid_parsing'] as const,
      [`${field}=`, [field, 0], 'uuid_parsing'] as const,
      [`${field}=%00`, [field, 0], 'uuid_parsing'] as const,
      [`${field}=6f1c1a52-5d0e-1f6b-9a43-1b7f0c2d3e4f`, [field, 0], 'uuid_version'] as const,
      [`${field}=${randomUUID()}&${field}=x`, [field, 1], 'uuid_parsing'] as const,
    ]),
    ['status=expired', ['status', 0], 'enum'],
    ['status=', ['status', 0], 'enum'],
    ['status=granted&status=GRANTED', ['status', 1], 'enum'],
    ['status=granted,revoked', ['status', 0], 'enum'],
    ['key=a%00b', ['key'], 'value_error'],
    ...['page', 'limit'].flatMap((field) => [
      [`${field}=0`, [field], 'greater_than'] as const,
      [`${field}=-1`, [field], 'greater_than'] as const,
      [`${field}=x`, [field], 'int_parsing'] as const,
      [`${field}=`, [field], 'int_parsing'] as const,
      [`${field}=1.5`, [field], 'int_parsing'] as const,
    ]),
    ['page=99999999999999999999', ['page'], 'less_than_equal'],
  ] as const)('%s', async (query, loc, type) => {
    const { status, body } = await fixture.seller('GET', `/v1/license-keys/?${query}`);
    expect([status, body.detail]).toMatchObject([422, wrongParameter(loc, type, 'LicenseKeyStatus')]);
  });

  test('reports every error of a request', async () => {
    const { body } = await fixture.seller(
      'GET',
      '/v1/license-keys/?page=0&limit=x&status=x&benefit_id=x&organization_id=x&key=%00',
    );
    const names = new Set(body.detail.map(({ loc }: { loc: string[] }) => loc[1]));
    expect(names).toEqual(new Set(['benefit_id', 'key', 'limit', 'organization_id', 'page', 'status']));
  });
});

describe('GET /v1/license-keys/{id} with invalid parameters', () => {
  test.each(
    ['activations_page', 'activations_limit'].flatMap((field) => [
      [`${field}=0`, field, 'greater_than'] as const,
      [`${field}=x`, field, 'int_parsing'] as const,
      [`${field}=`, field, 'int_parsing'] as const,
    ]),
  )('%s', async (query, field, type) => {
    const { status, body } = await fixture.seller('GET', `/v1/license-keys/${keyId}?${query}`);
    expect([status, body.detail]).toEqual([422, [expect.objectContaining({ loc: ['query', field], type })]]);
  });
});

describe.each([
  ['GET', '/v1/license-keys/:id', undefined],
  ['PATCH', '/v1/license-keys/:id', { usage: 1 }],
  ['POST', '/v1/license-keys/:id/rotate', undefined],
  ['GET', '/v1/license-keys/:id/activations/6f1c1a52-5d0e-4f6b-9a43-1b7f0c2d3e4f', undefined],
] as const)('%s %s', (method, path, body) => {
  const refusing = (which: string) => outcomeOfRequest(fixture, () => fixture.seller(method, path.replace(':id', which), body));

  test.each(INVALID_IDS)('rejects the id %s', async (which, type) => {
    expect(await refusing(which)).toMatchObject({ status: 422, detail: [{ loc: ['path', 'id'], type }], changed: false });
  });

  test('404 for an unknown id', async () => {
    expect(await refusing(randomUUID())).toMatchObject({ status: 404, ...NOT_FOUND, changed: false });
  });

  test.each(['%ED%A0%80', '%', '%zz'])('404 for a path that is not valid UTF-8 (%s)', async (which) => {
    expect(await refusing(which)).toMatchObject({ status: 404, ...NOT_FOUND, changed: false });
  });
});

describe('GET /v1/license-keys/{id}/activations/{activation_id} with an invalid id', () => {
  test.each(INVALID_IDS)('rejects the activation id %s', async (which, type) => {
    const { status, body } = await fixture.seller('GET', `/v1/license-keys/${keyId}/activations/${which}`);
    expect([status, body.detail]).toMatchObject([422, [{ loc: ['path', 'activation_id'], type }]]);
  });
});
