import { randomBytes } from 'node:crypto';
import { Config } from '#platform/config';
import { createApi } from '../../apps/api/create-api.ts';
import { SECRET_KEY, startApi, type TestApi } from '../support/api.ts';
import { callAs } from '../support/call.ts';
import { latchkey } from '../support/cli.ts';
import { emptyDatabase } from '../support/database.ts';
import { startLatchkey } from '../support/processes.ts';
import { seedLicenseKey, type SeededLicenseKey } from '../support/seed-license-key.ts';
import { type SeededOrganization, seedOrganization } from '../support/seed.ts';

const NEW = randomBytes(32);
const base64 = (...keys: Buffer[]): string => keys.map((key) => key.toString('base64')).join(',');

let api: TestApi;
let seller: SeededOrganization;
let key: SeededLicenseKey;
beforeAll(async () => {
  api = await startApi();
  seller = await seedOrganization(api);
  key = await seedLicenseKey(api, seller);
});
afterAll(() => api.close());

const env = (...keys: Buffer[]) => ({ DATABASE_URL: api.databaseUrl, SECRET_KEY: base64(...keys) });

const rotate = (environment: Record<string, string>) => latchkey(['keys', 'rotate-secret'], environment);

/** What a process with these secret keys returns: the status of validating the key, the status of reading it, and the key. */
async function responsesWith(...secretKeys: Buffer[]) {
  const app = await createApi({ config: Config.from({}), databaseUrl: api.databaseUrl, secretKeys });
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  const other: TestApi = { ...api, app };
  const presented = { key: key.key, organization_id: key.organization_id };
  const validated = await callAs(other)('POST', '/v1/customer-portal/license-keys/validate', presented);
  const read = await callAs(other, seller.oat)('GET', `/v1/license-keys/${key.id}`);
  await app.close();
  return [validated.status, read.status, read.body.key];
}

test('the old secret key is not needed after the rotation, and after the token was used', async () => {
  expect(await responsesWith(NEW)).toEqual([404, 401, undefined]);
  expect(await rotate(env(NEW, SECRET_KEY))).toEqual({
    exitCode: 0,
    out: 'License keys re-encrypted: 1. All license keys can now be decrypted with the first key of SECRET_KEY.\n',
    err: '',
  });
  expect(await responsesWith(NEW)).toEqual([200, 401, undefined]);
  expect(await responsesWith(NEW, SECRET_KEY)).toEqual([200, 200, key.key]);
  expect(await responsesWith(NEW)).toEqual([200, 200, key.key]);
  const { out } = await latchkey(['keys', 'rotate-secret', '--json'], env(NEW));
  expect(JSON.parse(out)).toEqual({ reencrypted: 0 });
});

test('if the key that encrypted a license key is missing, the command fails and changes nothing', async () => {
  expect(await rotate(env(randomBytes(32)))).toEqual({
    exitCode: 1,
    out: '',
    err: 'Some license keys were encrypted with a key that is not in SECRET_KEY. Add that key to SECRET_KEY, after the others.\n',
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
  await using running = startLatchkey(['keys', 'rotate-secret'], env(NEW));
  const [, count] = await running.line(/^License keys re-encrypted: (\d+)\./);
  expect(count).toBe('0');
});
