import { randomUUID } from 'node:crypto';
import { callAs } from '../support/call.ts';
import { type LicenseFixture, openLicenseFixture, presented, visible } from '../support/license-fixture.ts';
import { seedLicenseKey, type SeededLicenseKey } from '../support/seed-license-key.ts';
import { recordStatements } from '../support/record-statements.ts';

let shop: LicenseFixture;
let foreign: SeededLicenseKey;
let activation_id: string;
beforeAll(async () => {
  shop = await openLicenseFixture();
  foreign = await seedLicenseKey(shop.api, shop.theirs, { key: 'FOREIGN-STRING-0001', limit_activations: 2 });
  const said = { ...presented(foreign), label: 'laptop' };
  const device = { 'license-device': 'serial-1' };
  activation_id = (await shop.anyone('POST', '/v1/customer-portal/license-keys/activate', said, device)).body.id;
});
afterAll(() => shop.close());

describe.each([
  ['validate', () => ({ activation_id, conditions: {}, increment_usage: 1 })],
  ['activate', () => ({ label: 'laptop' })],
  ['deactivate', () => ({ activation_id })],
] as const)('POST /v1/license-keys/%s by a stranger', (operation, said) => {
  const ask = (key: string, organization_id: string) =>
    shop.seller(
      'POST',
      `/v1/license-keys/${operation}`,
      { key, organization_id, ...said() },
      operation === 'activate' ? { 'license-device': 'serial-1' } : {},
    );
  const missing = () => ask('MISSING-STRING-0001', shop.ours.organization.id);

  test('is answered as if there were no such key, to the byte', async () => {
    const before = await shop.everything();
    const nothing = visible(await missing());
    expect(nothing).toMatchObject({ status: 404, headers: { 'license-code': 'NOT_FOUND' } });
    expect(visible(await ask(foreign.key, foreign.organization_id))).toEqual(nothing);
    expect(visible(await ask(foreign.key, shop.ours.organization.id))).toEqual(nothing);
    expect(visible(await ask('MISSING-STRING-0001', foreign.organization_id))).toEqual(nothing);
    expect(visible(await ask(foreign.key, randomUUID()))).toEqual(nothing);
    expect(await shop.everything()).toEqual(before);
  });

  test('runs the same statements as if there were no such key', async () => {
    const nothing = await recordStatements(missing);
    expect(nothing.join()).toContain('licensing.key_strings');
    expect(await recordStatements(() => ask(foreign.key, foreign.organization_id))).toEqual(nothing);
  });

  test('is the same for a user of another organization, and for one held to another', async () => {
    const url = `/v1/license-keys/${operation}`;
    const user = callAs(shop.api, shop.ours.pat);
    const nothing = visible(await user('POST', url, { ...said(), ...presented(foreign), key: 'MISSING-STRING-0001' }));
    expect(visible(await user('POST', url, { ...said(), ...presented(foreign) }))).toEqual(nothing);
  });
});

describe.each([
  ['validate', () => ({})],
  ['activate', () => ({ label: 'laptop' })],
  ['deactivate', () => ({ activation_id })],
] as const)('POST /v1/customer-portal/license-keys/%s', (operation, said) => {
  const ask = (key: string, organization_id: string) =>
    shop.anyone('POST', `/v1/customer-portal/license-keys/${operation}`, { key, organization_id, ...said() });

  test('with the wrong organization is answered as if there were no such key, to the byte', async () => {
    const nothing = visible(await ask('MISSING-STRING-0001', foreign.organization_id));
    expect(visible(await ask(foreign.key, shop.ours.organization.id))).toEqual(nothing);
    expect(visible(await ask(foreign.key, randomUUID()))).toEqual(nothing);
  });
});

describe.each([
  ['GET', '/v1/license-keys/:id', undefined],
  ['PATCH', '/v1/license-keys/:id', { usage: 1 }],
  ['POST', '/v1/license-keys/:id/rotate', undefined],
  ['GET', '/v1/license-keys/:id/activations/:activation_id', undefined],
] as const)('%s %s by a stranger', (method, path, body) => {
  const ask = (id: string, activation: string) =>
    shop.seller(method, path.replace(':id', id).replace(':activation_id', activation), body);

  test('is answered as if there were no such key, to the byte', async () => {
    const before = await shop.everything();
    const nothing = visible(await ask(randomUUID(), randomUUID()));
    expect(visible(await ask(foreign.id, activation_id))).toEqual(nothing);
    expect(await shop.everything()).toEqual(before);
  });

  test('runs the same statements as if there were no such key', async () => {
    const nothing = await recordStatements(() => ask(randomUUID(), randomUUID()));
    expect(nothing.join()).toContain('license_keys');
    expect(await recordStatements(() => ask(foreign.id, activation_id))).toEqual(nothing);
  });
});

test.each(['key=', 'benefit_id=', 'organization_id='])(
  'GET /v1/license-keys/?%s finds a stranger nothing, to the byte',
  async (filter) => {
    const [of, none] =
      filter === 'key=' ? [foreign.key, 'MISSING-STRING-0001'] : [foreign[filter.slice(0, -1) as 'benefit_id'], randomUUID()];
    const nothing = visible(await shop.seller('GET', `/v1/license-keys/?${filter}${none}`));
    expect(nothing).toMatchObject({ status: 200, text: '{"items":[],"pagination":{"total_count":0,"max_page":0}}' });
    expect(visible(await shop.seller('GET', `/v1/license-keys/?${filter}${of}`))).toEqual(nothing);
  },
);
