import { importJWK, jwtVerify } from 'jose';
import { randomBytes } from 'node:crypto';
import { Config } from '#platform/config';
import { createApi } from '../../apps/api/create-api.ts';
import { SECRET_KEY, startApi, type TestApi } from '../support/api.ts';
import { callAs } from '../support/call.ts';
import { latchkey } from '../support/cli.ts';
import { emptyDatabase } from '../support/database.ts';
import { startLatchkey } from '../support/processes.ts';
import { seedBenefit } from '../support/seed-benefit.ts';
import { seedLicenseKey, type SeededLicenseKey } from '../support/seed-license-key.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';

const NEW = randomBytes(32);
const base64 = (...keys: Buffer[]): string => keys.map((key) => key.toString('base64')).join(',');

let api: TestApi;
let seller: SeededOrganization;
let key: SeededLicenseKey;
let rootKey: object;
let endpoint: { readonly id: string; readonly secret: string };
beforeAll(async () => {
  api = await startApi();
  seller = await seedOrganization(api);
  const benefit = await seedBenefit(api, seller.organization.id, {
    offline: { leaseSeconds: 3600, graceSeconds: 0, maxOfflineDevices: 1 },
  });
  key = await seedLicenseKey(api, seller, { limit_activations: 5, benefit_id: benefit.id });
  await callAs(api)('POST', '/v1/customer-portal/license-keys/lease', { ...presented(), label: 'offline' });
  rootKey = (await keySetWith(SECRET_KEY)).root;
  const attributes = { url: 'https://example.com/', format: 'raw', events: [] };
  const { body } = await callAs(api, seller.oat)('POST', '/v1/webhooks/endpoints', attributes);
  endpoint = (await callAs(api, seller.oat)('PATCH', `/v1/webhooks/endpoints/${body.id}/secret`, { overlap_seconds: 60 })).body;
});
afterAll(() => api.close());

const env = (...keys: Buffer[]) => ({ DATABASE_URL: api.databaseUrl, SECRET_KEY: base64(...keys) });

const rotate = (environment: Record<string, string>) => latchkey(['secret-key', 'rotate'], environment);

/** Runs requests to a process with these secret keys. */
async function withSecrets<T>(secretKeys: readonly Buffer[], work: (process: TestApi) => Promise<T>): Promise<T> {
  const app = await createApi({ config: Config.from({}), databaseUrl: api.databaseUrl, secretKeys });
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  const outcome = await work({ ...api, app });
  await app.close();
  return outcome;
}

/** The signed public keys, as a process with these secret keys returns them. */
const keySetWith = (...secretKeys: Buffer[]) =>
  withSecrets(secretKeys, async (process) => {
    const { body } = await callAs(process)('GET', `/.well-known/latchkey/${seller.organization.id}/jwks.json`);
    return body as { readonly root: object; readonly signed_keys: string };
  });

const presented = () => ({ key: key.key, organization_id: key.organization_id });

/** What a process with these secret keys returns: the status of validating the key, the status of reading it, and the key. */
const responsesWith = (...secretKeys: Buffer[]) =>
  withSecrets(secretKeys, async (process) => {
    const validated = await callAs(process)('POST', '/v1/customer-portal/license-keys/validate', presented());
    const read = await callAs(process, seller.oat)('GET', `/v1/license-keys/${key.id}`);
    return [validated.status, read.status, read.body.key];
  });

/** Activates the key with an idempotency key in a process with these secret keys. */
const activateOnceWith = (...secretKeys: Buffer[]) =>
  withSecrets(secretKeys, async (process) => {
    const path = '/v1/customer-portal/license-keys/activate';
    const { text, headers } = await callAs(process)(
      'POST',
      path,
      { ...presented(), label: 'laptop' },
      { 'idempotency-key': 'once' },
    );
    return { text, isReplayed: headers['idempotency-replayed'] === 'true' };
  });

test('the old secret key is not needed after the rotation, and after the token was used', async () => {
  const { text, isReplayed } = await activateOnceWith(SECRET_KEY);
  expect(isReplayed).toBe(false);
  expect(await activateOnceWith(NEW, SECRET_KEY)).toEqual({ text, isReplayed: true });
  expect(await responsesWith(NEW)).toEqual([404, 401, undefined]);
  const remaining = async () =>
    JSON.parse((await latchkey(['secret-key', 'status', '--json'], env(NEW, SECRET_KEY))).out).remaining as unknown;
  expect(await remaining()).toEqual([
    { table: 'licensing.license_keys', values: 1 },
    { table: 'licensing.signing_keys', values: 2 },
    { table: 'webhooks.endpoints', values: 2 },
    { table: 'platform.idempotency_keys', values: 1 },
  ]);
  expect(await rotate(env(NEW, SECRET_KEY))).toEqual({
    exitCode: 0,
    out:
      'License keys re-encrypted: 1. All license keys can now be decrypted with the first key of SECRET_KEY.\n' +
      'Signing keys re-encrypted: 2.\n' +
      'Records of idempotency keys re-encrypted: 1.\n' +
      'Webhook endpoints with re-encrypted secrets: 1.\n' +
      'Connectors with re-encrypted secrets: 0.\n' +
      'Clients, tokens, sessions and keys of OpenID Connect re-encrypted: 0.\n' +
      'Users with re-encrypted second factors: 0.\n' +
      'Keys of package repositories re-encrypted: 0.\n',
    err: '',
  });
  expect(await remaining()).toEqual([]);
  expect(await activateOnceWith(NEW)).toEqual({ text, isReplayed: true });
  expect(await responsesWith(NEW)).toEqual([200, 401, undefined]);
  expect(await responsesWith(NEW, SECRET_KEY)).toEqual([200, 200, key.key]);
  expect(await responsesWith(NEW)).toEqual([200, 200, key.key]);
  const read = await withSecrets([NEW], (process) => callAs(process, seller.oat)('GET', `/v1/webhooks/endpoints/${endpoint.id}`));
  expect(read.body.secret).toBe(endpoint.secret);
  const { root, signed_keys } = await keySetWith(NEW);
  expect(root).toEqual(rootKey);
  await jwtVerify(signed_keys, await importJWK(root, 'EdDSA'));
  const { out } = await latchkey(['secret-key', 'rotate', '--json'], env(NEW));
  expect(JSON.parse(out)).toEqual({
    reencrypted: 0,
    signing_keys: 0,
    idempotency_records: 0,
    webhook_endpoints: 0,
    connectors: 0,
    oauth: 0,
    repository_keys: 0,
    second_factors: 0,
  });
});

test('if the key that encrypted a license key is missing, the command fails and changes nothing', async () => {
  expect(await rotate(env(randomBytes(32)))).toEqual({
    exitCode: 1,
    out: '',
    err: 'Some license keys, signing keys or secrets of webhooks, connectors, second factors or OpenID Connect were encrypted with a key that is not in SECRET_KEY. Add that key to SECRET_KEY, after the others.\n',
  });
  expect(await responsesWith(NEW)).toEqual([200, 200, key.key]);
});

test('a database that is not up to date is not changed', async () => {
  const empty = await emptyDatabase();
  expect(await rotate({ DATABASE_URL: empty.url, SECRET_KEY: base64(NEW) })).toEqual({
    exitCode: 1,
    out: '',
    err: 'The database is not up to date. Run `latchkey migrate` first.\n',
  });
  await empty.drop();
});

test('it runs as a process', async () => {
  await using running = startLatchkey(['secret-key', 'rotate'], env(NEW));
  const [, count] = await running.line(/^License keys re-encrypted: (\d+)\./);
  expect(count).toBe('0');
});
