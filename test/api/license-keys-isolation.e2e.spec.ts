import { randomUUID } from 'node:crypto';
import { type Answer, callAs, comparable } from '../support/call.ts';
import { type LicenseFixture, openLicenseFixture, keyParams } from '../support/license-fixture.ts';
import { seedLicenseKey, type SeededLicenseKey } from '../support/seed-license-key.ts';
import { recordStatements } from '../support/record-statements.ts';

let fixture: LicenseFixture;
let foreign: SeededLicenseKey;
let activation_id: string;
beforeAll(async () => {
  fixture = await openLicenseFixture();
  foreign = await seedLicenseKey(fixture.api, fixture.theirs, { key: 'FOREIGN-STRING-0001', limit_activations: 2 });
  const input = { ...keyParams(foreign), label: 'laptop' };
  const device = { 'license-device': 'serial-1' };
  activation_id = (await fixture.anonymous('POST', '/v1/customer-portal/license-keys/activate', input, device)).body.id;
});
afterAll(() => fixture.close());

describe.each([
  ['validate', () => ({ activation_id, conditions: {}, increment_usage: 1 })],
  ['activate', () => ({ label: 'laptop' })],
  ['deactivate', () => ({ activation_id })],
] as const)('POST /v1/license-keys/%s with a key of another organization', (operation, input) => {
  const ask = (key: string, organization_id: string) =>
    fixture.seller(
      'POST',
      `/v1/license-keys/${operation}`,
      { key, organization_id, ...input() },
      operation === 'activate' ? { 'license-device': 'serial-1' } : {},
    );
  const missing = () => ask('MISSING-STRING-0001', fixture.ours.organization.id);

  test('gets the same response, byte by byte, as for an unknown key', async () => {
    const before = await fixture.snapshot();
    const nothing = comparable(await missing());
    expect(nothing).toMatchObject({ status: 404, headers: { 'license-code': 'NOT_FOUND' } });
    expect(comparable(await ask(foreign.key, foreign.organization_id))).toEqual(nothing);
    expect(comparable(await ask(foreign.key, fixture.ours.organization.id))).toEqual(nothing);
    expect(comparable(await ask('MISSING-STRING-0001', foreign.organization_id))).toEqual(nothing);
    expect(comparable(await ask(foreign.key, randomUUID()))).toEqual(nothing);
    expect(await fixture.snapshot()).toEqual(before);
  });

  test('runs the same statements as for an unknown key', async () => {
    const nothing = await recordStatements(missing);
    expect(nothing.join()).toContain('licensing.key_strings');
    expect(await recordStatements(() => ask(foreign.key, foreign.organization_id))).toEqual(nothing);
  });

  test('gets the same response as for an unknown key with a personal access token', async () => {
    const url = `/v1/license-keys/${operation}`;
    const user = callAs(fixture.api, fixture.ours.pat);
    const nothing = comparable(await user('POST', url, { ...input(), ...keyParams(foreign), key: 'MISSING-STRING-0001' }));
    expect(comparable(await user('POST', url, { ...input(), ...keyParams(foreign) }))).toEqual(nothing);
  });
});

describe.each([
  ['validate', () => ({})],
  ['activate', () => ({ label: 'laptop' })],
  ['deactivate', () => ({ activation_id })],
] as const)('POST /v1/customer-portal/license-keys/%s', (operation, input) => {
  const ask = (key: string, organization_id: string) =>
    fixture.anonymous('POST', `/v1/customer-portal/license-keys/${operation}`, { key, organization_id, ...input() });

  test('with the wrong organization gets the same response, byte by byte, as for an unknown key', async () => {
    /** Failures are counted for each organization, whether or not it exists. */
    const answerTo = async (key: string, organization_id: string) => {
      const { headers, ...others } = comparable(await ask(key, organization_id)) as Answer;
      const { ratelimit, ...same } = headers;
      expect(ratelimit).toMatch(/^"minute";r=\d+;t=\d+, "hour";r=\d+;t=\d+$/);
      return { ...others, headers: same };
    };
    const nothing = await answerTo('MISSING-STRING-0001', foreign.organization_id);
    expect(await answerTo(foreign.key, fixture.ours.organization.id)).toEqual(nothing);
    expect(await answerTo(foreign.key, randomUUID())).toEqual(nothing);
  });
});

describe.each([
  ['GET', '/v1/license-keys/:id', undefined],
  ['PATCH', '/v1/license-keys/:id', { usage: 1 }],
  ['POST', '/v1/license-keys/:id/rotate', undefined],
  ['GET', '/v1/license-keys/:id/activations/:activation_id', undefined],
] as const)('%s %s with a key of another organization', (method, path, body) => {
  const ask = (id: string, activation: string) =>
    fixture.seller(method, path.replace(':id', id).replace(':activation_id', activation), body);

  test('gets the same response, byte by byte, as for an unknown key', async () => {
    const before = await fixture.snapshot();
    const nothing = comparable(await ask(randomUUID(), randomUUID()));
    expect(comparable(await ask(foreign.id, activation_id))).toEqual(nothing);
    expect(await fixture.snapshot()).toEqual(before);
  });

  test('runs the same statements as for an unknown key', async () => {
    const nothing = await recordStatements(() => ask(randomUUID(), randomUUID()));
    expect(nothing.join()).toContain('license_keys');
    expect(await recordStatements(() => ask(foreign.id, activation_id))).toEqual(nothing);
  });
});

test.each(['key=', 'benefit_id=', 'organization_id='])(
  'GET /v1/license-keys/?%s gets the same response, byte by byte, for a foreign key and an unknown one',
  async (filter) => {
    const [of, none] =
      filter === 'key=' ? [foreign.key, 'MISSING-STRING-0001'] : [foreign[filter.slice(0, -1) as 'benefit_id'], randomUUID()];
    const nothing = comparable(await fixture.seller('GET', `/v1/license-keys/?${filter}${none}`));
    expect(nothing).toMatchObject({ status: 200, text: '{"items":[],"pagination":{"total_count":0,"max_page":0}}' });
    expect(comparable(await fixture.seller('GET', `/v1/license-keys/?${filter}${of}`))).toEqual(nothing);
  },
);
