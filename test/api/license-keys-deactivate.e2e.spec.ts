import { randomUUID } from 'node:crypto';
import { type LicenseFixture, openLicenseFixture, presented } from '../support/license-fixture.ts';
import { notFound, expectUnchanged } from '../support/error-matchers.ts';
import type { SeededLicenseKey } from '../support/seed-license-key.ts';

let shop: LicenseFixture;
beforeAll(async () => {
  shop = await openLicenseFixture();
});
afterAll(() => shop.close());

describe.each([
  ['POST /v1/license-keys/deactivate', () => shop.seller],
  ['POST /v1/customer-portal/license-keys/deactivate', () => shop.anyone],
] as const)('%s', (operation, caller) => {
  const deactivate = (key: SeededLicenseKey, activation_id: unknown, said: object = {}) =>
    caller()('POST', operation.replace('POST ', ''), { ...presented(key), activation_id, ...said });
  const refusing = (...said: Parameters<typeof deactivate>) => expectUnchanged(shop, () => deactivate(...said));

  test('answers with nothing, ends the activation, leaves the key as it is, and tells', async () => {
    const key = await shop.key({ limit_activations: 2 });
    const [one, other] = [await shop.activation(key, { label: 'one' }), await shop.activation(key, { label: 'other' })];
    const before = await shop.read(key);
    const answer = await deactivate(key, one.toUpperCase());
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(answer.headers).not.toHaveProperty('license-code');
    expect(await shop.read(key)).toEqual({ ...before, activations: [expect.objectContaining({ id: other })] });
    expect((await shop.eventsOf(key.id)).at(-1)).toMatchObject({
      name: 'license_key.deactivated',
      payload: { activation_id: one, label: 'one' },
    });
  });

  test('frees the slot', async () => {
    const key = await shop.key({ limit_activations: 1 });
    await deactivate(key, await shop.activation(key));
    expect(await shop.activation(key)).toEqual(expect.any(String));
  });

  test.each([
    ['revoked', { status: 'revoked' }],
    ['disabled', { status: 'disabled' }],
    ['expired', { expires_at: '2020-01-01T00:00:00Z' }],
    ['without activations by now', { limit_activations: null }],
  ])('works on a key that is %s', async (_what, terms) => {
    const key = await shop.key({ limit_activations: 1 });
    const id = await shop.activation(key);
    await shop.seller('PATCH', `/v1/license-keys/${key.id}`, terms);
    expect((await deactivate(key, id)).status).toBe(204);
    expect(await shop.read(key)).toMatchObject({ activations: [] });
  });

  test('does not find what is deactivated already, unknown, or of another key', async () => {
    const [key, other] = [await shop.key({ limit_activations: 1 }), await shop.key({ limit_activations: 1 })];
    const [gone, foreign] = [await shop.activation(key), await shop.activation(other)];
    await deactivate(key, gone);
    for (const id of [gone, foreign, randomUUID()]) expect(await refusing(key, id)).toEqual(notFound('ACTIVATION_NOT_FOUND'));
  });

  test.each([
    ['an unknown string', (key: SeededLicenseKey) => ({ key: `${key.key}X` })],
    ['another case', (key: SeededLicenseKey) => ({ key: key.key.toLowerCase() })],
    ['the wrong organization', () => ({ organization_id: shop.theirs.organization.id })],
    ['no such organization', () => ({ organization_id: randomUUID() })],
  ])('does not find %s', async (_what, said) => {
    const key = await shop.key({ limit_activations: 1 });
    expect(await refusing(key, await shop.activation(key), said(key))).toEqual(notFound('NOT_FOUND'));
  });
});
