import { randomUUID } from 'node:crypto';
import { type LicenseFixture, NOT_FOUND, openLicenseFixture, keyParams, TIME } from '../support/license-fixture.ts';
import { seedCustomer } from '../support/seed-customer.ts';
import type { SeededLicenseKey } from '../support/seed-license-key.ts';

let fixture: LicenseFixture;
beforeAll(async () => {
  fixture = await openLicenseFixture();
});
afterAll(() => fixture.close());

/** A key with this many activations; they are told oldest first, of the same instant by id. */
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

  test('gives the key as it was issued, with no activations', async () => {
    const issued = await fixture.key({ limit_activations: 1, limit_usage: 2, expires_at: '2020-01-01T00:00:00Z' });
    for (const id of [issued.id, issued.id.toUpperCase(), `${issued.id}/`]) {
      const { status, body } = await get(id);
      expect([status, body]).toEqual([200, { ...issued, activations: [] }]);
    }
  });

  test('gives its live activations, oldest first', async () => {
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

  test('gives a page of its activations where that is asked for', async () => {
    const { key, activations } = await activatedKey(7);
    expect(await shown(key.id, '')).toEqual(activations);
    expect(await shown(key.id, '?activations_limit=3')).toEqual(activations.slice(0, 3));
    expect(await shown(key.id, '?activations_limit=3&activations_page=3')).toEqual(activations.slice(6));
    expect(await shown(key.id, '?activations_limit=1000')).toEqual(activations);
    expect(await shown(key.id, '?activations_page=1')).toEqual(activations);
    for (const beyond of ['2', '1000000000000']) expect(await shown(key.id, `?activations_page=${beyond}`)).toEqual([]);
  });

  test.each(['revoked', 'disabled'])('gives a key that is %s', async (status) => {
    const key = await fixture.key();
    await fixture.seller('PATCH', `/v1/license-keys/${key.id}`, { status });
    expect((await get(key.id)).body).toMatchObject({ id: key.id, status });
  });

  test('gives a key whose customer is deleted, with that customer', async () => {
    const customer = await seedCustomer(fixture.api, fixture.ours.organization.id);
    const key = await fixture.key({ customer_id: customer.id });
    await fixture.seller('DELETE', `/v1/customers/${customer.id}`);
    const { status, body } = await get(key.id);
    expect([status, body.customer]).toEqual([
      200,
      expect.objectContaining({ id: customer.id, deleted_at: expect.stringMatching(TIME), external_id: customer.external_id }),
    ]);
  });

  test('gives a key whose benefit is deleted', async () => {
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

  test('gives the activation with its key', async () => {
    const { key, activations } = await activatedKey(2);
    const { activations: all, ...license_key } = await fixture.read(key);
    for (const [index, id] of activations.entries()) {
      const { status, body } = await get(key, id);
      expect([status, body]).toEqual([200, { ...all[index], license_key }]);
    }
    await fixture.seller('PATCH', `/v1/license-keys/${key.id}`, { status: 'revoked' });
    expect((await get(key, activations[0]!)).body.license_key.status).toBe('revoked');
  });

  test('does not find an activation that is unknown, gone or of another key', async () => {
    const [{ key, activations }, other] = [await activatedKey(1), await activatedKey(1)];
    await fixture.seller('POST', '/v1/license-keys/deactivate', { ...keyParams(key), activation_id: activations[0] });
    for (const id of [randomUUID(), activations[0]!, other.activations[0]!]) {
      const { status, body } = await get(key, id);
      expect([status, body]).toEqual([404, NOT_FOUND]);
    }
  });
});
