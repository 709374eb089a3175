import { callAs } from '../support/call.ts';
import { type LicenseFixture, openLicenseFixture, TIME } from '../support/license-fixture.ts';
import { outcomeOfRequest } from '../support/license-key-outcome.ts';

const LARGEST = 2_147_483_647;
const FULL = { limit_activations: 3, limit_usage: 10, expires_at: '2999-01-01T00:00:00Z' };

let fixture: LicenseFixture;
beforeAll(async () => {
  fixture = await openLicenseFixture();
});
afterAll(() => fixture.close());

const update = (key: { id: string }, terms: unknown, as = fixture.seller) => as('PATCH', `/v1/license-keys/${key.id}`, terms);
const namesOf = async (id: string) => (await fixture.eventsOf(id)).map(({ name }) => name).slice(1);

describe('PATCH /v1/license-keys/{id}', () => {
  test.each([
    ['status', 'disabled', 'disabled'],
    ['status', 'revoked', 'revoked'],
    ['usage', 7, 7],
    ['usage', '8', 8],
    ['usage', LARGEST, LARGEST],
    ['limit_activations', 1, 1],
    ['limit_activations', LARGEST, LARGEST],
    ['limit_activations', null, null],
    ['limit_usage', 1, 1],
    ['limit_usage', LARGEST, LARGEST],
    ['limit_usage', null, null],
    ['expires_at', null, null],
    ['expires_at', '2030-01-01T12:00:00Z', '2030-01-01T12:00:00.000Z'],
    ['expires_at', '2030-01-01T12:00:00.123456+02:00', '2030-01-01T10:00:00.123Z'],
    ['expires_at', '2030-01-01T12:00:00', '2030-01-01T12:00:00.000Z'],
    ['expires_at', '2030-01-01', '2030-01-01T00:00:00.000Z'],
    ['expires_at', 1_893_456_000, '2030-01-01T00:00:00.000Z'],
    ['expires_at', '1000-01-01T00:00:00Z', '1000-01-01T00:00:00.000Z'],
    ['expires_at', '0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
    ['expires_at', '9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ['allowed_devices', ['one', 'two'], ['one', 'two']],
    ['metadata', { contract: 'C-17', seats: 3 }, { contract: 'C-17', seats: 3 }],
    ['notes', ` ${'ü'.repeat(4000)} `, 'ü'.repeat(4000)],
  ])('sets %s to %j and changes nothing else', async (field, input, shown) => {
    const key = await fixture.key(FULL);
    const before = await fixture.read(key);
    const { status, body } = await update(key, { [field]: input });
    const { activations, ...after } = { ...before, [field]: shown, modified_at: expect.stringMatching(TIME) };
    expect([status, body]).toEqual([200, after]);
    const { revoked_because: causes, ...read } = await fixture.read(key);
    expect(read).toEqual({ ...body, activations });
    expect(causes?.map(({ reason }: { readonly reason: string }) => reason)).toEqual(
      shown === 'revoked' ? ['by_hand'] : undefined,
    );
    const found = await fixture.seller('GET', `/v1/license-keys/?key=${key.key}`);
    expect(found.body.items).toEqual([body]);
    expect((await fixture.eventsOf(key.id))[1]).toMatchObject({
      name: field === 'status' ? `license_key.${shown}` : 'license_key.updated',
      payload: { changed: [field] },
    });
  });

  test('sets all fields together', async () => {
    const key = await fixture.key();
    const terms = { status: 'disabled', usage: 4, limit_activations: 9, limit_usage: 3, expires_at: '2030-01-01T00:00:00.000Z' };
    expect((await update(key, terms)).body).toMatchObject(terms);
    expect(await namesOf(key.id)).toEqual(['license_key.disabled', 'license_key.usage_limit_reached']);
  });

  test('changes every status to every other', async () => {
    const key = await fixture.key();
    for (const status of ['disabled', 'granted', 'revoked', 'granted', 'revoked', 'disabled', 'revoked']) {
      expect((await update(key, { status })).body.status).toBe(status);
    }
    expect((await namesOf(key.id)).filter((name) => name === 'license_key.revoked')).toHaveLength(3);
  });

  test('keeps the activations when the limit changes', async () => {
    const key = await fixture.key(FULL);
    await fixture.activation(key);
    for (const limit_activations of [1, null]) await update(key, { limit_activations });
    expect((await fixture.read(key)).activations).toHaveLength(1);
  });

  test.each([
    ['nothing', {}],
    ['what is so already', { status: 'granted', usage: 0, ...FULL }],
    ['what it does not know', { unknown: 1, key: 'MINE', customer_id: null, validations: 5, modified_at: null }],
  ])('with %s changes nothing and publishes nothing', async (_what, terms) => {
    const key = await fixture.key(FULL);
    const { activations: _none, ...before } = await fixture.read(key);
    const { status, body } = await update(key, terms);
    expect([status, body]).toEqual([200, before]);
    expect(await namesOf(key.id)).toEqual([]);
  });

  test.each(['owner', 'admin', 'member'] as const)('is permitted for the role %s', async (role) => {
    const { status } = await update(await fixture.key(), { usage: 1 }, callAs(fixture.api, await fixture.ours.tokenAs(role)));
    expect(status).toBe(200);
  });

  test('rejects the role finance and changes nothing', async () => {
    const [key, finance] = [await fixture.key(), callAs(fixture.api, await fixture.ours.tokenAs('finance'))];
    expect(await outcomeOfRequest(fixture, () => update(key, { usage: 1 }, finance))).toMatchObject({
      status: 403,
      error: 'NotPermitted',
      detail: "You don't have permission to manage products",
      changed: false,
    });
  });
});
