import { randomUUID } from 'node:crypto';
import { seedBenefit } from '../support/seed-benefit.ts';
import { SECRET_KEY } from '../support/api.ts';
import { latchkey } from '../support/cli.ts';
import { Contract } from '../support/contract.ts';
import { keyParams, type LicenseFixture, openLicenseFixture, UUID } from '../support/license-fixture.ts';
import { outcomeOfRequest } from '../support/license-key-outcome.ts';
import type { SeededLicenseKey } from '../support/seed-license-key.ts';

const EXPLAIN = 'POST /v1/license-keys/explain';
const ENDED = '2020-01-01T00:00:00Z';

let fixture: LicenseFixture;
let contract: Contract;
beforeAll(async () => {
  fixture = await openLicenseFixture();
  contract = Contract.of(fixture.api);
});
afterAll(() => fixture.close());

interface Check {
  readonly name: string;
  readonly outcome: string;
}

async function explain(input: object) {
  const answer = await fixture.seller('POST', '/v1/license-keys/explain', { operation: 'validate', ...input });
  expect(contract.violations(EXPLAIN, answer)).toEqual([]);
  return answer.body;
}
const failedIn = ({ checks }: { checks: Check[] }) => checks.flatMap(({ name, outcome }) => (outcome === 'failed' ? [name] : []));
const checkIn = ({ checks }: { checks: Check[] }, called: string) => checks.find(({ name }) => name === called);

describe('an explanation', () => {
  test('runs all checks, names the code that the application gets, and changes nothing', async () => {
    const key = await fixture.key({ limit_usage: 5, expires_at: ENDED });
    const before = await fixture.snapshot();
    const input = { ...keyParams(key), activation_id: randomUUID(), customer_id: randomUUID(), increment_usage: 6 };
    const explained = await explain(input);
    const validated = await fixture.seller('POST', '/v1/license-keys/validate', input);
    expect([explained.allowed, explained.code]).toEqual([false, validated.headers['license-code']]);
    expect(failedIn(explained)).toEqual(['not_expired', 'activation_exists', 'customer_matches', 'usage_left']);
    expect(checkIn(explained, 'not_expired')).toEqual({
      name: 'not_expired',
      outcome: 'failed',
      code: 'EXPIRED',
      reason: 'License key has expired.',
      help: expect.stringContaining('expires_at'),
    });
    expect(checkIn(explained, 'benefit_matches')).toMatchObject({
      outcome: 'skipped',
      reason: expect.stringContaining('benefit'),
    });
    expect(explained).toMatchObject({ license_key: { id: key.id, status: 'granted' }, string: 'current' });
    expect(JSON.stringify(explained)).not.toContain(key.key);
    expect(await fixture.snapshot()).toEqual(before);
  });

  test('of an activation sees the device, and the free slots', async () => {
    const key = await fixture.key({ limit_activations: 1 });
    await fixture.seller(
      'POST',
      '/v1/license-keys/activate',
      { ...keyParams(key), label: 'laptop' },
      { 'license-device': 'one' },
    );
    const other = await explain({ operation: 'activate', id: key.id, device: 'two' });
    expect([other.code, failedIn(other), other.string]).toEqual(['ACTIVATION_LIMIT_REACHED', ['slot_free'], null]);
    const same = await explain({ operation: 'activate', ...keyParams(key), device: 'one' });
    expect([same.allowed, checkIn(same, 'slot_free')]).toMatchObject([true, { outcome: 'skipped' }]);
  });

  test('of an installation sees that of the same device, whose place it shares, and needs one of its own without the device', async () => {
    const key = await fixture.key({ limit_activations: 1 });
    const headers = { 'license-device': 'one', 'license-installation': 'jane' };
    await fixture.seller('POST', '/v1/license-keys/activate', { ...keyParams(key), label: 'laptop' }, headers);
    const slot = async (named: object) =>
      checkIn(await explain({ operation: 'activate', ...keyParams(key), ...named }), 'slot_free')?.outcome;
    expect(await slot({ device: 'one', installation: 'jane' })).toBe('skipped');
    expect(await slot({ device: { id: 'one' }, installation: 'joe' })).toBe('skipped');
    expect(await slot({ installation: 'jane' })).toBe('failed');
  });

  test.each(['', 'x'.repeat(129), 3])('of the installation %j is refused', async (installation) => {
    const input = { operation: 'activate', key: 'one', installation };
    const answer = await fixture.seller('POST', '/v1/license-keys/explain', input);
    expect([answer.status, answer.body.detail[0].loc]).toEqual([422, ['body', 'installation']]);
  });

  test('tells unknown, replaced and ended strings apart', async () => {
    const unknown = await explain({ key: randomUUID() });
    expect(unknown).toMatchObject({ allowed: false, code: 'NOT_FOUND', license_key: null, string: null });
    expect(unknown.checks.map(({ outcome }: Check) => outcome)).toEqual([
      'failed',
      ...unknown.checks.slice(1).map(() => 'skipped'),
    ]);

    const key = await fixture.key();
    const rotate = (overlap_seconds: number) => fixture.seller('POST', `/v1/license-keys/${key.id}/rotate`, { overlap_seconds });
    await rotate(3600);
    expect(await explain(keyParams(key))).toMatchObject({
      allowed: true,
      string: 'replaced',
      string_valid_until: expect.any(String),
    });
    const { body: newer } = await fixture.read(key).then(({ key: string }) => ({ body: { ...key, key: string } }));
    await rotate(0);
    const ended = await explain(keyParams(newer));
    expect(ended).toMatchObject({ code: 'ROTATED', license_key: { id: key.id }, string: 'ended' });
    expect(failedIn(ended)).toEqual(['key_exists']);
  });

  test('says that the customer was deleted', async () => {
    const { body: customer } = await fixture.seller('POST', '/v1/customers/', { email: `${randomUUID()}@example.com` });
    const key = await fixture.key({ customer_id: customer.id });
    await fixture.seller('DELETE', `/v1/customers/${customer.id}`);
    const explained = await explain({ id: key.id });
    expect([explained.code, failedIn(explained)[0]]).toEqual(['REVOKED', 'customer_exists']);
  });

  test.each([
    [{}, 'body.key'],
    [{ id: randomUUID(), key: 'both' }, 'body.key'],
    [{ key: 'one', ip_address: 'localhost' }, 'body.ip_address'],
    [{ key: 'one', operation: 'lease' }, 'body.operation'],
  ])('of %j is refused', async (input, field) => {
    const answer = await fixture.seller('POST', '/v1/license-keys/explain', { operation: 'validate', ...input });
    expect([answer.status, answer.body.detail.map(({ loc }: { loc: string[] }) => loc.join('.'))]).toEqual([422, [field]]);
  });

  test('is printed by the command line', async () => {
    const key = await fixture.key({ expires_at: ENDED });
    const env = { DATABASE_URL: fixture.api.databaseUrl, SECRET_KEY: SECRET_KEY.toString('base64') };
    const run = (...args: string[]) => latchkey(['explain', '--organization', fixture.ours.organization.slug, ...args], env);
    const { exitCode, out } = await run(key.key);
    expect([exitCode, out.split('\n')[0]]).toEqual([
      3,
      `validate license key ****-${key.key.slice(-6)} (${key.id}): refused with EXPIRED`,
    ]);
    expect(out).toMatch(/^failed +not_expired +License key has expired\.$/m);
    const json = JSON.parse((await run('--id', key.id, '--json')).out);
    expect(json).toEqual(await explain({ id: key.id }));
    const versions = { versions: { maximum: '3' }, updates: { period: { ttl: 1, timeframe: 'day' } } };
    const { id: benefit_id } = await seedBenefit(fixture.api, fixture.ours.organization.id, { policy: versions as never });
    const { key: limited } = await fixture.key({ benefit_id });
    const application = await run(limited, '--app-version', '4.0', '--released-at', '2020-01-01');
    expect(application.out).toMatch(/^failed +version_included/m);
    expect(application.out).toMatch(/^passed +updates_included/m);
    const late = await run(limited, '--app-version', '3.9', '--released-at', '2100-01-01');
    expect(late.out.split('\n')[0]).toContain('refused with UPDATES_ENDED');
    expect(await run(limited, '--app-version', 'new')).toMatchObject({ exitCode: 2 });
    expect(await run(limited, '--released-at', 'soon')).toMatchObject({ exitCode: 2 });
    expect(await run()).toMatchObject({ exitCode: 2, err: expect.stringContaining('Either a license key or --id <id>') });
  });
});

describe.each([
  ['/v1/license-keys', () => fixture.seller],
  ['/v1/customer-portal/license-keys', () => fixture.anonymous],
] as const)('a dry run of %s/…', (path, caller) => {
  const DRY = { 'license-dry-run': '1' };
  const call = (operation: string, key: SeededLicenseKey, input: object, headers: Record<string, string> = {}) =>
    caller()('POST', `${path}/${operation}`, { ...keyParams(key), ...input }, headers);
  const dry = (operation: string, key: SeededLicenseKey, input: object = {}, headers: Record<string, string> = {}) =>
    outcomeOfRequest(fixture, () => call(operation, key, input, { ...DRY, ...headers }));

  test('gets the same response, and stores nothing', async () => {
    const key = await fixture.key({ limit_activations: 1, limit_usage: 3 });
    const tried = await dry('activate', key, { label: 'laptop' }, { 'license-device': 'one' });
    expect(tried).toMatchObject({ status: 200, changed: false, id: expect.stringMatching(UUID), label: 'laptop' });
    const id = await fixture.activation(key);
    expect(id).not.toBe(tried.id);
    expect(await dry('activate', key, { label: 'laptop' })).toMatchObject({ code: 'ACTIVATION_LIMIT_REACHED', changed: false });

    const input = { activation_id: id, increment_usage: 3 };
    const headers = { 'idempotency-key': randomUUID(), 'license-nonce': 'n' };
    for (let n = 0; n < 2; n++) {
      expect(await dry('validate', key, input, headers)).toMatchObject({
        status: 'granted',
        usage: 3,
        validations: 1,
        changed: false,
      });
    }
    const signed = await call('validate', key, input, { ...DRY, ...headers });
    expect([signed.headers['license-dry-run'], signed.headers.signature]).toEqual(['1', undefined]);
    expect((await call('validate', key, input)).body).toMatchObject({ usage: 3, validations: 1 });
    expect(await dry('validate', key, input)).toMatchObject({ status: 400, code: 'USAGE_LIMIT_EXCEEDED' });

    expect(await dry('deactivate', key, { activation_id: id })).toMatchObject({ status: 204, changed: false });
    expect((await fixture.read(key)).activations).toHaveLength(1);
  });

  test('beside others sees what they have done, and leaves no trace in what they do', async () => {
    const key = await fixture.key({ limit_usage: 10 });
    const requests = Array.from({ length: 30 }, (_, n) => call('validate', key, { increment_usage: 1 }, n % 3 === 0 ? {} : DRY));
    const answers = await Promise.all(requests);
    expect(answers.map(({ status }) => status).filter((status) => status !== 200 && status !== 400)).toEqual([]);
    expect(
      answers
        .filter((_, n) => n % 3 === 0)
        .map(({ body }) => body.usage)
        .sort((a, b) => a - b),
    ).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(await fixture.read(key)).toMatchObject({ usage: 10, validations: 10 });
  });

  test('is refused with another value of the header', async () => {
    expect(await call('validate', await fixture.key(), {}, { 'license-dry-run': 'true' })).toMatchObject({ status: 422 });
  });
});
