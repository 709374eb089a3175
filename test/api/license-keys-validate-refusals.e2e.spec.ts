import { randomUUID } from 'node:crypto';
import { type LicenseFixture, openLicenseFixture, presented } from '../support/license-fixture.ts';
import { badRequest, notFound, expectUnchanged } from '../support/error-matchers.ts';
import type { SeededLicenseKey } from '../support/seed-license-key.ts';

let shop: LicenseFixture;
beforeAll(async () => {
  shop = await openLicenseFixture();
});
afterAll(() => shop.close());

describe.each([
  ['POST /v1/license-keys/validate', () => shop.seller],
  ['POST /v1/customer-portal/license-keys/validate', () => shop.anyone],
] as const)('%s refuses', (operation, caller) => {
  const validate = (key: SeededLicenseKey, said: object = {}) =>
    caller()('POST', operation.replace('POST ', ''), { ...presented(key), ...said });
  const refusing = (key: SeededLicenseKey, said: object = {}) => expectUnchanged(shop, () => validate(key, said));

  test.each(['revoked', 'disabled'])('a %s key', async (status) => {
    const key = await shop.key();
    await shop.seller('PATCH', `/v1/license-keys/${key.id}`, { status });
    expect(await refusing(key)).toEqual(notFound(status.toUpperCase(), 'License key is no longer active.'));
  });

  test('an expired key', async () => {
    const key = await shop.key({ expires_at: '2020-01-01T00:00:00Z' });
    expect(await refusing(key)).toEqual(notFound('EXPIRED', 'License key has expired.'));
  });

  test('an activation that is unknown, gone or of another key, and tells none from the other', async () => {
    const [key, other] = [await shop.key({ limit_activations: 2 }), await shop.key({ limit_activations: 2 })];
    const gone = await shop.activation(key);
    await shop.seller('POST', '/v1/license-keys/deactivate', { ...presented(key), activation_id: gone });
    for (const activation_id of [randomUUID(), gone, await shop.activation(other)]) {
      expect(await refusing(key, { activation_id })).toEqual(notFound('ACTIVATION_NOT_FOUND'));
    }
  });

  test('conditions that are not those of the activation', async () => {
    const key = await shop.key({ limit_activations: 1 });
    const activation_id = await shop.activation(key, { conditions: { major: 1, os: 'linux' } });
    const mismatch = notFound('CONDITIONS_MISMATCH', 'License key does not match required conditions');
    for (const conditions of [undefined, {}, { major: 1 }, { major: '1', os: 'linux' }, { major: 1, os: 'linux', more: 1 }]) {
      expect(await refusing(key, { activation_id, conditions })).toEqual(mismatch);
    }
    expect((await validate(key, { activation_id, conditions: { os: 'linux', major: 1 } })).status).toBe(200);
  });

  test('another benefit, and another customer', async () => {
    const key = await shop.key();
    const benefit = notFound('BENEFIT_MISMATCH', 'License key does not match given benefit.');
    expect(await refusing(key, { benefit_id: randomUUID(), customer_id: randomUUID() })).toEqual(benefit);
    const customer = notFound('CUSTOMER_MISMATCH', 'License key does not match given user.');
    expect(await refusing(key, { benefit_id: key.benefit_id, customer_id: randomUUID() })).toEqual(customer);
  });

  test('more than what is left to use, which may be less than nothing', async () => {
    const key = await shop.key({ limit_usage: 3 });
    const left = (remaining: number) => badRequest('USAGE_LIMIT_EXCEEDED', `License key only has ${remaining} more usages.`);
    expect(await refusing(key, { increment_usage: 4 })).toEqual(left(3));
    await shop.seller('PATCH', `/v1/license-keys/${key.id}`, { usage: 5 });
    expect(await refusing(key, { increment_usage: 1 })).toEqual(left(-2));
    expect((await validate(key)).status).toBe(200);
  });

  test.each([
    ['an unknown string', (key: SeededLicenseKey) => ({ key: `${key.key}X` })],
    ['another case', (key: SeededLicenseKey) => ({ key: key.key.toLowerCase() })],
    ['a blank more', (key: SeededLicenseKey) => ({ key: ` ${key.key}` })],
    ['an empty string', () => ({ key: '' })],
    ['a very long string', () => ({ key: 'x'.repeat(100_000) })],
    ['the wrong organization', () => ({ organization_id: shop.theirs.organization.id })],
    ['no such organization', () => ({ organization_id: randomUUID() })],
  ])('%s', async (_what, said) => {
    const key = await shop.key();
    expect(await refusing(key, said(key))).toEqual(notFound('NOT_FOUND'));
  });
});
