import { randomUUID } from 'node:crypto';
import { type LicenseFixture, openLicenseFixture, keyParams } from '../support/license-fixture.ts';
import { notFound, expectUnchanged } from '../support/license-key-outcome.ts';
import type { SeededLicenseKey } from '../support/seed-license-key.ts';

let fixture: LicenseFixture;
beforeAll(async () => {
  fixture = await openLicenseFixture();
});
afterAll(() => fixture.close());

describe.each([
  ['POST /v1/license-keys/deactivate', () => fixture.seller],
  ['POST /v1/customer-portal/license-keys/deactivate', () => fixture.anonymous],
] as const)('%s', (operation, caller) => {
  const deactivate = (key: SeededLicenseKey, activation_id: unknown, input: object = {}) =>
    caller()('POST', operation.replace('POST ', ''), { ...keyParams(key), activation_id, ...input });
  const refusing = (...input: Parameters<typeof deactivate>) => expectUnchanged(fixture, () => deactivate(...input));

  test('answers with nothing, ends the activation, leaves the key as it is, and tells', async () => {
    const key = await fixture.key({ limit_activations: 2 });
    const [one, other] = [await fixture.activation(key, { label: 'one' }), await fixture.activation(key, { label: 'other' })];
    const before = await fixture.read(key);
    const answer = await deactivate(key, one.toUpperCase());
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(answer.headers).not.toHaveProperty('license-code');
    expect(await fixture.read(key)).toEqual({ ...before, activations: [expect.objectContaining({ id: other })] });
    expect((await fixture.eventsOf(key.id)).at(-1)).toMatchObject({
      name: 'license_key.deactivated',
      payload: { activation_id: one, label: 'one' },
    });
  });

  test('frees the slot', async () => {
    const key = await fixture.key({ limit_activations: 1 });
    await deactivate(key, await fixture.activation(key));
    expect(await fixture.activation(key)).toEqual(expect.any(String));
  });

  test.each([
    ['revoked', { status: 'revoked' }],
    ['disabled', { status: 'disabled' }],
    ['expired', { expires_at: '2020-01-01T00:00:00Z' }],
    ['without activations by now', { limit_activations: null }],
  ])('works on a key that is %s', async (_what, terms) => {
    const key = await fixture.key({ limit_activations: 1 });
    const id = await fixture.activation(key);
    await fixture.seller('PATCH', `/v1/license-keys/${key.id}`, terms);
    expect((await deactivate(key, id)).status).toBe(204);
    expect(await fixture.read(key)).toMatchObject({ activations: [] });
  });

  test('does not find what is deactivated already, unknown, or of another key', async () => {
    const [key, other] = [await fixture.key({ limit_activations: 1 }), await fixture.key({ limit_activations: 1 })];
    const [gone, foreign] = [await fixture.activation(key), await fixture.activation(other)];
    await deactivate(key, gone);
    for (const id of [gone, foreign, randomUUID()]) expect(await refusing(key, id)).toEqual(notFound('ACTIVATION_NOT_FOUND'));
  });

  test.each([
    ['an unknown string', (key: SeededLicenseKey) => ({ key: `${key.key}X` })],
    ['another case', (key: SeededLicenseKey) => ({ key: key.key.toLowerCase() })],
    ['the wrong organization', () => ({ organization_id: fixture.theirs.organization.id })],
    ['no such organization', () => ({ organization_id: randomUUID() })],
  ])('does not find %s', async (_what, input) => {
    const key = await fixture.key({ limit_activations: 1 });
    expect(await refusing(key, await fixture.activation(key), input(key))).toEqual(notFound('NOT_FOUND'));
  });
});
