import { randomUUID } from 'node:crypto';
import { type LicenseFixture, openLicenseFixture, keyParams } from '../support/license-fixture.ts';
import { badRequest, notFound, expectUnchanged } from '../support/license-key-outcome.ts';
import type { SeededLicenseKey } from '../support/seed-license-key.ts';

let fixture: LicenseFixture;
beforeAll(async () => {
  fixture = await openLicenseFixture();
});
afterAll(() => fixture.close());

describe.each([
  ['POST /v1/license-keys/validate', () => fixture.seller],
  ['POST /v1/customer-portal/license-keys/validate', () => fixture.anonymous],
] as const)('%s refuses', (operation, caller) => {
  const validate = (key: SeededLicenseKey, input: object = {}) =>
    caller()('POST', operation.replace('POST ', ''), { ...keyParams(key), ...input });
  const refusing = (key: SeededLicenseKey, input: object = {}) => expectUnchanged(fixture, () => validate(key, input));

  test.each(['revoked', 'disabled'])('a %s key', async (status) => {
    const key = await fixture.key();
    await fixture.seller('PATCH', `/v1/license-keys/${key.id}`, { status });
    expect(await refusing(key)).toEqual(notFound(status.toUpperCase(), 'License key is no longer active.'));
  });

  test('an expired key', async () => {
    const key = await fixture.key({ expires_at: '2020-01-01T00:00:00Z' });
    expect(await refusing(key)).toEqual(notFound('EXPIRED', 'License key has expired.'));
  });

  test('an activation that is unknown, gone or of another key, and tells none from the other', async () => {
    const [key, other] = [await fixture.key({ limit_activations: 2 }), await fixture.key({ limit_activations: 2 })];
    const gone = await fixture.activation(key);
    await fixture.seller('POST', '/v1/license-keys/deactivate', { ...keyParams(key), activation_id: gone });
    for (const activation_id of [randomUUID(), gone, await fixture.activation(other)]) {
      expect(await refusing(key, { activation_id })).toEqual(notFound('ACTIVATION_NOT_FOUND'));
    }
  });

  test('conditions that are not those of the activation', async () => {
    const key = await fixture.key({ limit_activations: 1 });
    const activation_id = await fixture.activation(key, { conditions: { major: 1, os: 'linux' } });
    const mismatch = notFound('CONDITIONS_MISMATCH', 'License key does not match required conditions');
    for (const conditions of [undefined, {}, { major: 1 }, { major: '1', os: 'linux' }, { major: 1, os: 'linux', more: 1 }]) {
      expect(await refusing(key, { activation_id, conditions })).toEqual(mismatch);
    }
    expect((await validate(key, { activation_id, conditions: { os: 'linux', major: 1 } })).status).toBe(200);
  });

  test('another benefit, and another customer', async () => {
    const key = await fixture.key();
    const benefit = notFound('BENEFIT_MISMATCH', 'License key does not match given benefit.');
    expect(await refusing(key, { benefit_id: randomUUID(), customer_id: randomUUID() })).toEqual(benefit);
    const customer = notFound('CUSTOMER_MISMATCH', 'License key does not match given user.');
    expect(await refusing(key, { benefit_id: key.benefit_id, customer_id: randomUUID() })).toEqual(customer);
  });

  test('more than what is left to use, which may be less than nothing', async () => {
    const key = await fixture.key({ limit_usage: 3 });
    const left = (remaining: number) => badRequest('USAGE_LIMIT_EXCEEDED', `License key only has ${remaining} more usages.`);
    expect(await refusing(key, { increment_usage: 4 })).toEqual(left(3));
    await fixture.seller('PATCH', `/v1/license-keys/${key.id}`, { usage: 5 });
    expect(await refusing(key, { increment_usage: 1 })).toEqual(left(-2));
    expect((await validate(key)).status).toBe(200);
  });

  test.each([
    ['an unknown string', (key: SeededLicenseKey) => ({ key: `${key.key}X` })],
    ['another case', (key: SeededLicenseKey) => ({ key: key.key.toLowerCase() })],
    ['a blank more', (key: SeededLicenseKey) => ({ key: ` ${key.key}` })],
    ['an empty string', () => ({ key: '' })],
    ['a very long string', () => ({ key: 'x'.repeat(100_000) })],
    ['the wrong organization', () => ({ organization_id: fixture.theirs.organization.id })],
    ['no such organization', () => ({ organization_id: randomUUID() })],
  ])('%s', async (_what, input) => {
    const key = await fixture.key();
    expect(await refusing(key, input(key))).toEqual(notFound('NOT_FOUND'));
  });
});
